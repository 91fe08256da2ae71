"""Addresses of tables: anybody may look, generate and draw; saving needs an account."""

from django.urls import path

from mfcampaign.tables.views import desk

app_name = "tables"
urlpatterns = [
    path("tables/", desk.mine, name="list"),
    path("tables/<str:code>/", desk.table, name="table"),
]
