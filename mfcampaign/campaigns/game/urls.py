"""Addresses of one game of a league, from the pairing to its result, and of additional games."""

from django.urls import path

from mfcampaign.campaigns.game import play_views
from mfcampaign.campaigns.game import views as game
from mfcampaign.campaigns.game.report import views as report
from mfcampaign.campaigns.rulings import game_views as ruling

GAME = "<slug:slug>/week/<int:week>/games/<int:table>/"

urlpatterns = [
    path(GAME, game.game, name="game"),
    path(f"{GAME}crew/", game.crew, name="crew"),
    path(f"{GAME}schemes/", game.schemes, name="schemes"),
    path(f"{GAME}play/", play_views.play, name="play"),
    path(f"{GAME}play/report/", play_views.play_report, name="play_report"),
    path(f"{GAME}report/", report.report, name="report"),
    path(f"{GAME}object/", report.object_to, name="object"),
    path(f"{GAME}rule/", ruling.rule, name="rule"),
    path("<slug:slug>/additional-games/", game.additional_games, name="additional"),
]
