"""Addresses of a league's settings."""

from django.urls import path

from mfcampaign.campaigns.settings import views as settings

urlpatterns = [
    path("<slug:slug>/settings/", settings.settings, name="settings"),
    path("<slug:slug>/settings/rules/", settings.change, name="settings_rules"),
    path("<slug:slug>/settings/league/", settings.change_league, name="change_league"),
    path("<slug:slug>/settings/figures/", settings.figures, name="settings_figures"),
]
