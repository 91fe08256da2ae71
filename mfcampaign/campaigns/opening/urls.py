"""Addresses of opening and joining leagues, and of templates."""

from django.urls import path

from mfcampaign.campaigns.opening import template_views as templates
from mfcampaign.campaigns.opening import views as opening

before_leagues = [
    path("new/", opening.new, name="new"),
    path("join/<str:token>/", opening.join, name="join"),
    path("templates/", templates.templates, name="templates"),
    path("templates/<str:token>/", templates.template, name="template"),
    path("templates/<str:token>/copy/", templates.copy, name="template_copy"),
    path("templates/<str:token>/put-away/", templates.put_away, name="template_put_away"),
    path("templates/<str:token>/bring-back/", templates.bring_back, name="template_back"),
]
urlpatterns = [
    path("<slug:slug>/leave/", opening.leave, name="leave"),
    path("<slug:slug>/ask/", opening.ask, name="ask"),
    path("<slug:slug>/asked/<int:asked>/", opening.answer, name="join_request"),
    path("<slug:slug>/settings/template/", templates.save, name="template_save"),
    path("<slug:slug>/settings/from/<str:key>/", templates.take_on, name="settings_from"),
]
