"""Addresses of tables: anybody may look, generate and draw; saving needs an account."""

from django.urls import path

from mfcampaign.tables.views import desk, sight

app_name = "tables"
urlpatterns = [
    path("tables/", desk.mine, name="list"),
    path("tables/sight/", sight.sight, name="sight"),
    path("tables/<str:code>/", desk.table, name="table"),
]
