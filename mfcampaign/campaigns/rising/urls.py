"""Addresses of a Leader that is built."""

from django.urls import path

from mfcampaign.campaigns.rising import views as rising

urlpatterns = [
    path("<slug:slug>/leader/", rising.leader, name="leader"),
    path("<slug:slug>/arsenal/<int:entry>/leader/", rising.card, name="leader_card"),
]
