"""Addresses of the front page, and of the list of pages that a device stores."""

from django.urls import path

from mfcampaign.home import tonight, views

urlpatterns = [path("", views.home, name="home"), path("tonight.json", tonight.tonight, name="tonight")]
