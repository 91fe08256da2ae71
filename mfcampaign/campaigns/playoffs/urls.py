"""Addresses of the play-offs; part of the app ``campaigns``."""

from django.urls import path

from mfcampaign.campaigns.playoffs import views as playoffs

urlpatterns = [
    path("<slug:slug>/play-offs/", playoffs.page, name="playoffs"),
    path("<slug:slug>/play-offs/screen/", playoffs.screen, name="playoffs_screen"),
]
