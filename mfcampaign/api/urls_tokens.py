"""The page of one's tokens, under ``/account/tokens/``."""

from django.urls import path

from mfcampaign.api import views

app_name = "api_tokens"
urlpatterns = [
    path("", views.tokens, name="tokens"),
    path("<int:token>/revoke/", views.revoke, name="revoke"),
]
