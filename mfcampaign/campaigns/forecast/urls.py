"""Addresses of forecasts."""

from django.urls import path

from mfcampaign.campaigns.forecast import views as forecast

urlpatterns = [
    path("<slug:slug>/forecast/", forecast.forecasts, name="forecasts"),
    path("<slug:slug>/forecast/<int:number>/", forecast.forecast, name="forecast"),
    path("<slug:slug>/forecast/<int:number>/stop/", forecast.stop, name="forecast_stop"),
]
