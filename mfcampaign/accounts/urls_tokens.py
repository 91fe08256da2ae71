"""The page of API tokens, under ``/account/tokens/``."""

from django.urls import path

from mfcampaign.accounts import tokens

app_name = "api_tokens"
urlpatterns = [
    path("", tokens.tokens, name="tokens"),
    path("<int:token>/revoke/", tokens.revoke, name="revoke"),
]
