"""Addresses of tables: anybody may look, generate and draw; saving needs an account."""

from django.urls import path

from mfcampaign.tables.views import desk, editor, sight

app_name = "tables"
urlpatterns = [
    path("tables/", desk.mine, name="list"),
    path("tables/new/", editor.new, name="new"),
    path("tables/generate/", desk.generate, name="generate"),
    path("tables/check/", editor.check, name="check"),
    path("tables/sight/", sight.sight, name="sight"),
    path("tables/<str:code>/", desk.table, name="table"),
    path("tables/<str:code>/edit/", editor.edit, name="edit"),
    path("tables/<str:code>/delete/", editor.delete, name="delete"),
    path("tables/<str:code>/restore/", editor.restore, name="restore"),
    path("tables/<str:code>/file/", desk.file, name="file"),
    path("t/<str:code>/", desk.short, name="short"),
]
