"""Addresses of set-ups: everybody who knows a code may read; drawing needs no account."""

from django.urls import path

from mfcampaign.setups import views

app_name = "setups"
urlpatterns = [
    path("setups/", views.mine, name="list"),
    path("setups/new/", views.new, name="new"),
    path("setups/<str:code>/", views.card, name="card"),
    path("setups/<str:code>/score/", views.score, name="score"),
    path("s/<str:code>/", views.short, name="short"),
]
