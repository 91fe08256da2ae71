"""Addresses of sign-in (allauth), profile and guest links."""

from allauth.account import views as allauth_account
from allauth.mfa.base import views as allauth_mfa
from allauth.mfa.totp import views as allauth_totp
from django.urls import include, path

from mfcampaign.accounts import views
from mfcampaign.accounts.signing_in import account_holders_only

app_patterns = (
    [
        path("profile/", views.profile, name="profile"),
        path("leave/", views.leave, name="leave"),
        path("my-data.json", views.own_data, name="own_data"),
        path("claim/", views.claim, name="claim"),
        path("guest/<str:token>/", views.guest, name="guest"),
    ],
    "accounts",
)

# The same addresses and names as allauth's, which follow: the first match wins.
guarded = [
    path("email/", account_holders_only(allauth_account.email), name="account_email"),
    path(
        "password/change/",
        account_holders_only(allauth_account.password_change),
        name="account_change_password",
    ),
    path("password/set/", account_holders_only(allauth_account.password_set), name="account_set_password"),
    path("2fa/", account_holders_only(allauth_mfa.index), name="mfa_index"),
    path("2fa/totp/activate/", account_holders_only(allauth_totp.activate_totp), name="mfa_activate_totp"),
]

urlpatterns = [
    path("", include(app_patterns)),
    *guarded,
    path("", include("allauth.urls")),
]
