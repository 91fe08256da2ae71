"""Addresses of about, health, theme, the rule ledger and the gallery of components."""

from django.urls import include, path

from mfcampaign.web import gallery, ledger, views
from mfcampaign.web.drawings import sharing
from mfcampaign.web.installable import views as installable
from mfcampaign.web.resilience import health, metrics

_rooms = [
    path("about/style/", gallery.gallery, name="gallery"),
    path("about/style/refusal/", gallery.refusal, name="gallery_refusal"),
    path("about/rules/", ledger.rules, name="rules"),
    path("about/rules/<str:rule>/", ledger.rule, name="rule"),
    path("offline/", installable.offline, name="offline"),
    path("picture/<str:words>.png", sharing.picture, name="picture"),
    path("theme/", views.theme, name="theme"),
]

urlpatterns = [
    path("about/", views.about, name="about"),
    path(".well-known/security.txt", views.security_txt, name="security_txt"),
    path("robots.txt", views.robots_txt, name="robots_txt"),
    path("sw.js", installable.worker, name="worker"),
    path("manifest.webmanifest", installable.manifest, name="manifest"),
    path("healthz", health.healthz, name="healthz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("", include((_rooms, "web"))),
]
