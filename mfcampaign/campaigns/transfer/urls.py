"""Leagues that travel, and seasons on paper: the addresses of ``views.export`` and ``views.forecast``."""

from django.urls import path

from mfcampaign.campaigns.forecast import views as forecast
from mfcampaign.campaigns.transfer import views as transfer

arriving = [
    path("import/", transfer.arrive, name="import"),
    path("import/<int:file>/", transfer.parcel, name="import_file"),
]
urlpatterns = [
    path("<slug:slug>/export/", transfer.export, name="export"),
    path("<slug:slug>/forecast/", forecast.forecasts, name="forecasts"),
    path("<slug:slug>/forecast/<int:number>/", forecast.forecast, name="forecast"),
    path("<slug:slug>/forecast/<int:number>/stop/", forecast.stop, name="forecast_stop"),
]
