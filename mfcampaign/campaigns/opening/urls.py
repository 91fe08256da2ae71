"""Addresses of opening and joining leagues, and of templates."""

from django.urls import path

from mfcampaign.campaigns.opening import template_views as templates
from mfcampaign.campaigns.opening import views as opening

before_leagues = [
    path("new/", opening.new, name="new"),
    path("join/<str:token>/", opening.join, name="join"),
    path("templates/", templates.templates, name="templates"),
    path("templates/<str:token>/", templates.template, name="template"),
]
urlpatterns = [
    path("<slug:slug>/leave/", opening.leave, name="leave"),
    path("<slug:slug>/ask/", opening.ask, name="ask"),
    path("<slug:slug>/settings/from/<str:key>/", templates.take_on, name="settings_from"),
]
