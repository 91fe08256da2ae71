"""Addresses of set-ups: who knows a code may read; drawing needs no account."""

from django.urls import path

from mfcampaign.encounters import views

app_name = "encounters"
urlpatterns = [
    path("encounter/", views.mine, name="list"),
    path("encounter/new/", views.new, name="new"),
    path("encounter/<str:code>/", views.card, name="card"),
    path("encounter/<str:code>/again/", views.again, name="again"),
    path("encounter/<str:code>/lock/", views.lock, name="lock"),
    path("encounter/<str:code>/score/", views.score, name="score"),
    path("e/<str:code>/", views.short, name="short"),
]
