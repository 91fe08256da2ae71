"""Addresses of one game of a league, from the pairing to its result, and of additional games."""

from django.urls import path

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
    path("<slug:slug>/additional-games/", game.additional_games, name="additional"),
]
