"""Addresses of divisions; part of the app ``campaigns``."""

from django.urls import path

from mfcampaign.campaigns.divisions import views as divisions

urlpatterns = [
    path("<slug:slug>/divisions/", divisions.page, name="divisions"),
]
