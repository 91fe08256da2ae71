"""The address of restarts."""

from django.urls import path

from mfcampaign.campaigns.restart import views as restart

urlpatterns = [
    path("<slug:slug>/restart/", restart.restart, name="restart"),
]
