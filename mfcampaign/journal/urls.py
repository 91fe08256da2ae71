"""Addresses of one's journal."""

from django.urls import path

from mfcampaign.journal import views

app_name = "journal"
urlpatterns = [
    path("", views.journal, name="journal"),
    path("print/", views.print_journal, name="print"),
]
