"""All addresses of the portal, one line for each app."""

from django.urls import include, path

from mfcampaign.api.urls import page_patterns

urlpatterns = [
    path("", include("mfcampaign.home.urls")),
    path("", include("mfcampaign.web.urls")),
    path("account/tokens/", include("mfcampaign.accounts.urls_tokens")),
    path("account/", include("mfcampaign.accounts.urls")),
    path("api/v1/", include("mfcampaign.api.urls")),
    path("do/", include((page_patterns, "act"))),
    path("catalogue/", include("mfcampaign.catalog.urls")),
    path("crews/", include("mfcampaign.crews.urls")),
    path("play/", include("mfcampaign.play.urls")),
    path("leagues/", include("mfcampaign.campaigns.urls")),
    path("events/", include("mfcampaign.events.urls")),
    path("people/", include("mfcampaign.accounts.urls_people")),
    path("journal/", include("mfcampaign.journal.urls")),
    path("", include("mfcampaign.setups.urls")),
    path("", include("mfcampaign.tables.urls")),
    path("", include("mfcampaign.notices.urls")),
]
# Asked for by the limits of signing in and up.
handler429 = "mfcampaign.web.views.too_many_tries"
handler404 = "mfcampaign.web.views.not_found"
handler403 = "mfcampaign.web.views.forbidden"
handler500 = "mfcampaign.web.views.server_error"
handler400 = "mfcampaign.web.views.bad_request"
