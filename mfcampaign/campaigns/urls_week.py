"""Addresses of a player's week beside the Encounters; part of the app ``campaigns``."""

from django.urls import path

from mfcampaign.campaigns.views import anew, extra

urlpatterns = [
    path("<slug:slug>/anew/", anew.anew, name="anew"),
    path("<slug:slug>/extra/", extra.extra, name="extra"),
]
