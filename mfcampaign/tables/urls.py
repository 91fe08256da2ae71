"""Addresses of tables: everybody may read, generate and draw; saving needs an account."""

from django.urls import path

from mfcampaign.tables.views import editor, movement, pages, sight

app_name = "tables"
urlpatterns = [
    path("tables/", pages.mine, name="list"),
    path("tables/new/", editor.new, name="new"),
    path("tables/generate/", pages.generate, name="generate"),
    path("tables/check/", editor.check, name="check"),
    path("tables/sight/", sight.sight, name="sight"),
    path("tables/movement/", movement.movement, name="movement"),
    path("tables/<str:code>/", pages.table, name="table"),
    path("tables/<str:code>/edit/", editor.edit, name="edit"),
    path("tables/<str:code>/file/", pages.file, name="file"),
    path("t/<str:code>/", pages.short, name="short"),
]
