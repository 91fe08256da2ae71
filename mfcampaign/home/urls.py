"""The addresses of the front page, and of what a device keeps of it."""

from django.urls import path

from mfcampaign.home import tonight, views

urlpatterns = [path("", views.home, name="home"), path("tonight.json", tonight.tonight, name="tonight")]
