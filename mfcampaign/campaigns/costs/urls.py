"""Addresses of Costs that no source has."""

from django.urls import path

from mfcampaign.campaigns.costs import views as costs

urlpatterns = [
    path("<slug:slug>/costs/", costs.costs, name="costs"),
]
