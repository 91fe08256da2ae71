"""Addresses of the rulings, to read and to make; part of the app ``campaigns``."""

from django.urls import path

from mfcampaign.campaigns.rulings import views as rulings

urlpatterns = [
    path("<slug:slug>/rulings/", rulings.rulings, name="rulings"),
    path("<slug:slug>/rulings/<int:number>/", rulings.ruling, name="ruling"),
    path("<slug:slug>/rulings/new/", rulings.new_ruling, name="new_ruling"),
    path("<slug:slug>/rulings/new/preview/", rulings.preview, name="ruling_preview"),
    path(
        "<slug:slug>/rulings/new/week/<int:week>/games/<int:table>/",
        rulings.rule_on_game,
        name="rule_on_game",
    ),
    path(
        "<slug:slug>/rulings/new/week/<int:week>/games/<int:table>/result/",
        rulings.enter_result,
        name="enter_result",
    ),
    path("<slug:slug>/rulings/new/player/<int:entry>/", rulings.rule_on_player, name="rule_on_player"),
]
