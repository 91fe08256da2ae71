"""Addresses of pairings; part of the app ``campaigns``."""

from django.urls import path

from mfcampaign.campaigns.pairing import views as pairing

urlpatterns = [
    path("<slug:slug>/week/<int:number>/pairing/", pairing.why, name="pairing_why"),
    path(
        "<slug:slug>/week/<int:number>/pairing/certificate/", pairing.certificate, name="pairing_certificate"
    ),
    path("<slug:slug>/pairings/", pairing.plan, name="pairing_plan"),
    path("<slug:slug>/evenings/", pairing.evenings, name="evenings"),
]
