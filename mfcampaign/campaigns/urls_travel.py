"""Leagues that travel, and seasons on paper: the addresses of ``views.export`` and ``views.forecast``."""

from django.urls import path

from mfcampaign.campaigns.views import export, forecast

arriving = [
    path("import/", export.arrive, name="import"),
    path("import/<int:file>/", export.parcel, name="import_file"),
]
urlpatterns = [
    path("<slug:slug>/export/", export.export, name="export"),
    path("<slug:slug>/forecast/", forecast.forecasts, name="forecasts"),
    path("<slug:slug>/forecast/<int:number>/", forecast.forecast, name="forecast"),
    path("<slug:slug>/forecast/<int:number>/stop/", forecast.stop, name="forecast_stop"),
]
