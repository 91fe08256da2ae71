"""Addresses of the Aftermath of a game, and of cards entered from the table."""

from django.urls import path

from mfcampaign.campaigns.aftermath import countersign_views as countersign
from mfcampaign.campaigns.aftermath import views as aftermath
from mfcampaign.campaigns.game.urls import TABLE

urlpatterns = [
    path(f"{TABLE}aftermath/", aftermath.aftermath, name="aftermath"),
    path(f"{TABLE}aftermath/choose/", aftermath.choose, name="aftermath_choose"),
    path(f"{TABLE}aftermath/enter/", aftermath.enter, name="aftermath_enter"),
    path(f"{TABLE}aftermath/source/", aftermath.source, name="aftermath_source"),
    path(f"{TABLE}aftermath/cards/", countersign.entered, name="aftermath_entered"),
    path(f"{TABLE}aftermath/cards/agree/", countersign.agree, name="aftermath_agree"),
    path(f"{TABLE}aftermath/cards/object/", countersign.object_to, name="aftermath_object"),
    path(f"{TABLE}aftermath/cards/rule/", countersign.rule, name="aftermath_rule"),
]
