"""Addresses of exporting and importing leagues."""

from django.urls import path

from mfcampaign.campaigns.transfer import views as transfer

before_leagues = [
    path("import/", transfer.arrive, name="import"),
    path("import/<int:file>/", transfer.parcel, name="import_file"),
]
urlpatterns = [
    path("<slug:slug>/export/", transfer.export, name="export"),
    path("<slug:slug>/import/withdraw/", transfer.withdraw, name="withdraw_import"),
]
