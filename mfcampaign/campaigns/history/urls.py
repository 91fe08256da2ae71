"""Addresses of a league's past: front page, charts, players, models, season, tables; part of the app
``campaigns``."""

from django.urls import path

from mfcampaign.campaigns.history import views as history

urlpatterns = [
    path("<slug:slug>/front/", history.front, name="front"),
    path("<slug:slug>/history/", history.history, name="history"),
    path("<slug:slug>/history/player/<int:entry>/", history.player, name="player"),
    path("<slug:slug>/history/player/<int:entry>/story/", history.story, name="story"),
    path("<slug:slug>/history/model/<int:model>/", history.biography, name="biography"),
    path("<slug:slug>/history/compare/", history.compare, name="compare"),
    path("<slug:slug>/history/season/", history.season, name="season"),
    path("<slug:slug>/history/<slug:what>.csv", history.csv, name="csv"),
]
