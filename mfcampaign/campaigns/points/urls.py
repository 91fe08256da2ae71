"""Addresses of points beside results and of teams."""

from django.urls import path

from mfcampaign.campaigns.points import views as points

urlpatterns = [
    path("<slug:slug>/points/", points.points, name="points"),
]
