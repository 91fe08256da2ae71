"""The address of the front page."""

from django.urls import path

from mfcampaign.home import views

urlpatterns = [path("", views.home, name="home")]
