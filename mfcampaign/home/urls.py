"""Addresses of the front page, of help, and of the list of pages that a device stores."""

from django.urls import path

from mfcampaign.home import offline_pages, search, views

urlpatterns = [
    path("", views.home, name="home"),
    path("search/", search.search, name="search"),
    path("help/", views.help_page, name="help"),
    path("offline-pages.json", offline_pages.addresses, name="offline_pages"),
]
