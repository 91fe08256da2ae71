"""Addresses of the organisers' console and of the league's background jobs."""

from django.urls import path

from mfcampaign.campaigns.organiser import views as organiser

urlpatterns = [
    path("<slug:slug>/work/", organiser.commands, name="commands"),
    path("<slug:slug>/organise/", organiser.organise, name="organise"),
    path("<slug:slug>/organise/for/<int:entry>/", organiser.absent, name="absent"),
    path(
        "<slug:slug>/organise/for/<int:entry>/week/<int:week>/games/<int:table>/crew/",
        organiser.absent_crew,
        name="absent_crew",
    ),
    path("<slug:slug>/organise/<slug:action>/", organiser.act, name="organiser_action"),
]
