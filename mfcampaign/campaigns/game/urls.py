"""Addresses of one Encounter, from the pairing to the aftermath; part of the app ``campaigns``."""

from django.urls import path

from mfcampaign.campaigns.aftermath import countersign_views as countersign
from mfcampaign.campaigns.aftermath import views as aftermath
from mfcampaign.campaigns.game import play_views
from mfcampaign.campaigns.game import report_views as report
from mfcampaign.campaigns.game import views as game
from mfcampaign.campaigns.rulings import game_views as ruling

TABLE = "<slug:slug>/week/<int:week>/table/<int:table>/"

urlpatterns = [
    path(TABLE, game.game, name="encounter"),
    path(f"{TABLE}size/", game.size, name="size"),
    path(f"{TABLE}crew/", game.crew, name="crew"),
    path(f"{TABLE}play/", play_views.play, name="play"),
    path(f"{TABLE}play/report/", play_views.play_report, name="play_report"),
    path(f"{TABLE}report/", report.report, name="report"),
    path(f"{TABLE}confirm/", report.confirm, name="confirm"),
    path(f"{TABLE}object/", report.object_to, name="object"),
    path(f"{TABLE}rule/", ruling.rule, name="rule"),
    path(f"{TABLE}aftermath/", aftermath.aftermath, name="aftermath"),
    path(f"{TABLE}aftermath/choose/", aftermath.choose, name="aftermath_choose"),
    path(f"{TABLE}aftermath/enter/", aftermath.enter, name="aftermath_enter"),
    path(f"{TABLE}aftermath/source/", aftermath.source, name="aftermath_source"),
    path(f"{TABLE}aftermath/cards/", countersign.entered, name="aftermath_entered"),
    path(f"{TABLE}aftermath/cards/agree/", countersign.agree, name="aftermath_agree"),
    path(f"{TABLE}aftermath/cards/object/", countersign.object_to, name="aftermath_object"),
    path(f"{TABLE}aftermath/cards/rule/", countersign.rule, name="aftermath_rule"),
]
