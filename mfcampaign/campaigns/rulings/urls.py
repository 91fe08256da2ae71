"""Addresses of the rulings and of the organisers' desk; part of the app ``campaigns``."""

from django.urls import path

from mfcampaign.campaigns.rulings import views as rulings

urlpatterns = [
    path("<slug:slug>/rulings/", rulings.rulings, name="rulings"),
    path("<slug:slug>/rulings/<int:number>/", rulings.ruling, name="ruling"),
    path("<slug:slug>/put-right/", rulings.correct, name="correct"),
    path("<slug:slug>/put-right/look/", rulings.correct_look, name="correct_look"),
    path(
        "<slug:slug>/put-right/week/<int:week>/table/<int:table>/",
        rulings.correct_game,
        name="correct_game",
    ),
    path("<slug:slug>/put-right/player/<int:entry>/", rulings.correct_player, name="correct_player"),
]
