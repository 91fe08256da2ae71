"""Addresses of the Aftermath of a game, and of cards entered from the table."""

from django.urls import path

from mfcampaign.campaigns.aftermath import countersign_views as countersign
from mfcampaign.campaigns.aftermath import views as aftermath
from mfcampaign.campaigns.game.urls import GAME

urlpatterns = [
    path(f"{GAME}aftermath/", aftermath.aftermath, name="aftermath"),
    path(f"{GAME}aftermath/choose/", aftermath.choose, name="aftermath_choose"),
    path(f"{GAME}aftermath/enter/", aftermath.enter, name="aftermath_enter"),
    path(f"{GAME}aftermath/source/", aftermath.source, name="aftermath_source"),
    path(f"{GAME}aftermath/cards/", countersign.entered, name="aftermath_entered"),
    path(f"{GAME}aftermath/cards/agree/", countersign.agree, name="aftermath_agree"),
    path(f"{GAME}aftermath/cards/object/", countersign.object_to, name="aftermath_object"),
    path(f"{GAME}aftermath/cards/rule/", countersign.rule, name="aftermath_rule"),
]
