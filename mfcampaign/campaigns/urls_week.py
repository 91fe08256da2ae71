"""Addresses of a player's week beside the Encounters; part of the app ``campaigns``."""

from django.urls import path

from mfcampaign.campaigns.views import anew, extra, sheet

urlpatterns = [
    path("sheets/<str:token>/", sheet.shared, name="sheet_shared"),
    path("<slug:slug>/arsenal/<int:entry>/sheet/", sheet.sheet, name="sheet"),
    path("<slug:slug>/arsenal/<int:entry>/sheet/link/", sheet.link, name="sheet_link"),
    path("<slug:slug>/anew/", anew.anew, name="anew"),
    path("<slug:slug>/extra/", extra.extra, name="extra"),
]
