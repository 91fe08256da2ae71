"""Addresses of the rulings and of the organisers' desk; part of the app ``campaigns``."""

from django.urls import path

from mfcampaign.campaigns.views import correcting

urlpatterns = [
    path("<slug:slug>/rulings/", correcting.rulings, name="rulings"),
    path("<slug:slug>/rulings/<int:number>/", correcting.ruling, name="ruling"),
    path("<slug:slug>/put-right/", correcting.correct, name="correct"),
    path("<slug:slug>/put-right/look/", correcting.correct_look, name="correct_look"),
    path(
        "<slug:slug>/put-right/week/<int:week>/table/<int:table>/",
        correcting.correct_game,
        name="correct_game",
    ),
    path("<slug:slug>/put-right/player/<int:entry>/", correcting.correct_player, name="correct_player"),
]
