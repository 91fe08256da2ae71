"""Addresses of a league's seasons."""

from django.urls import path

from mfcampaign.campaigns.next_season import views as seasons

urlpatterns = [
    path("<slug:slug>/seasons/", seasons.seasons, name="seasons"),
]
