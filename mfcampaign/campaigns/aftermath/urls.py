"""Addresses of the Aftermath of a game, and of cards entered from the table."""

from django.urls import path

from mfcampaign.campaigns.aftermath import views as aftermath
from mfcampaign.campaigns.game.urls import GAME

urlpatterns = [
    path(f"{GAME}aftermath/", aftermath.aftermath, name="aftermath"),
    path(f"{GAME}aftermath/enter/", aftermath.enter, name="aftermath_enter"),
    path(f"{GAME}aftermath/cards/", aftermath.entered, name="aftermath_entered"),
]
