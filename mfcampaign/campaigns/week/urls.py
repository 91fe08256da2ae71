"""Addresses of a player's week beside the Encounters; part of the app ``campaigns``."""

from django.urls import path

from mfcampaign.campaigns.arsenal import views as arsenal
from mfcampaign.campaigns.game import views as game
from mfcampaign.campaigns.restart import views as restart

urlpatterns = [
    path("sheets/<str:token>/", arsenal.shared, name="sheet_shared"),
    path("<slug:slug>/arsenal/<int:entry>/sheet/", arsenal.sheet, name="sheet"),
    path("<slug:slug>/arsenal/<int:entry>/sheet/link/", arsenal.link, name="sheet_link"),
    path("<slug:slug>/anew/", restart.restart, name="anew"),
    path("<slug:slug>/extra/", game.additional_games, name="extra"),
]
