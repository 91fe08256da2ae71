"""Sign-in and all that belongs to it (allauth), the profile, guest links."""

from django.urls import include, path

from mfcampaign.accounts import views

app_patterns = (
    [
        path("profile/", views.profile, name="profile"),
        path("claim/", views.claim, name="claim"),
        path("guest/<str:token>/", views.guest, name="guest"),
    ],
    "accounts",
)

urlpatterns = [
    path("", include(app_patterns)),
    path("", include("allauth.urls")),
]
