"""Addresses of forecasts."""

from django.urls import path

from mfcampaign.campaigns.forecast import views as forecast

urlpatterns = [
    path("<slug:slug>/forecast/", forecast.forecasts, name="forecasts"),
    path("<slug:slug>/forecast/<int:number>/", forecast.forecast, name="forecast"),
]
