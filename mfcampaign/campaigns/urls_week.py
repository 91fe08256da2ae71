"""Addresses of a player's week beside the Encounters; part of the app ``campaigns``."""

from django.urls import path

from mfcampaign.campaigns.views import anew

urlpatterns = [
    path("<slug:slug>/anew/", anew.anew, name="anew"),
]
