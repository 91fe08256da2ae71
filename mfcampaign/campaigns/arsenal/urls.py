"""Addresses of what a player owns: the starting Arsenal, New Hires, the sheet, the purse."""

from django.urls import path

from mfcampaign.campaigns.arsenal import views as arsenal

urlpatterns = [
    path("<slug:slug>/arsenal/start/", arsenal.start, name="arsenal_start"),
    path("<slug:slug>/arsenal/cards/<slug:model>/", arsenal.card, name="arsenal_card"),
    path("<slug:slug>/arsenal/<int:entry>/", arsenal.arsenal, name="arsenal"),
    path("<slug:slug>/arsenal/<int:entry>/scrip/", arsenal.scrip, name="scrip"),
    path("<slug:slug>/hires/", arsenal.hires, name="hires"),
]
sheets = [
    path("sheets/<str:token>/", arsenal.shared, name="sheet_shared"),
    path("<slug:slug>/arsenal/<int:entry>/sheet/", arsenal.sheet, name="sheet"),
]
