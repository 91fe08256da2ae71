"""Addresses of people."""

from django.urls import path

from mfcampaign.accounts import views

app_name = "people"
urlpatterns = [path("<int:person>/", views.past, name="past")]
