"""The address of starting anew."""

from django.urls import path

from mfcampaign.campaigns.restart import views as restart

urlpatterns = [
    path("<slug:slug>/restart/", restart.restart, name="restart"),
]
