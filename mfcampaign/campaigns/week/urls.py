"""The address of a week."""

from django.urls import path

from mfcampaign.campaigns.week import views as week

urlpatterns = [
    path("<slug:slug>/week/<int:number>/", week.week, name="week"),
]
