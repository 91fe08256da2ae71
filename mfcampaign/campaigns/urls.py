"""The addresses of a league; those of its Encounters are in ``urls_encounter``."""

from django.urls import path

from mfcampaign.campaigns.arsenal import views as arsenal
from mfcampaign.campaigns.charts.urls import urlpatterns as of_charts
from mfcampaign.campaigns.game.urls import urlpatterns as of_encounters
from mfcampaign.campaigns.history.urls import urlpatterns as of_history
from mfcampaign.campaigns.league import views as leagues
from mfcampaign.campaigns.opening import template_views as templates
from mfcampaign.campaigns.organiser import views as organising
from mfcampaign.campaigns.pairing.urls import urlpatterns as of_pairings
from mfcampaign.campaigns.rulings.urls import urlpatterns as of_rulings
from mfcampaign.campaigns.settings import views as settings
from mfcampaign.campaigns.transfer.urls import arriving
from mfcampaign.campaigns.transfer.urls import urlpatterns as of_travel
from mfcampaign.campaigns.week.urls import urlpatterns as of_weeks

app_name = "campaigns"
urlpatterns = [
    path("", leagues.leagues, name="leagues"),
    path("new/", leagues.new, name="new"),
    path("join/<str:token>/", leagues.join, name="join"),
    path("templates/", templates.templates, name="templates"),
    path("templates/<str:token>/", templates.template, name="template"),
    path("templates/<str:token>/copy/", templates.copy, name="template_copy"),
    path("templates/<str:token>/put-away/", templates.put_away, name="template_put_away"),
    path("templates/<str:token>/bring-back/", templates.bring_back, name="template_back"),
    *arriving,
    path("<slug:slug>/", leagues.league, name="league"),
    path("<slug:slug>/week/<int:number>/", leagues.week, name="week"),
    path("<slug:slug>/standings/", leagues.standings, name="standings"),
    path("<slug:slug>/diary/", leagues.diary, name="diary"),
    path("<slug:slug>/members/", leagues.members, name="members"),
    path("<slug:slug>/fate/", leagues.fate, name="fate"),
    path("<slug:slug>/work/", leagues.commands, name="commands"),
    path("<slug:slug>/work/<int:command>/retry/", leagues.command_retry, name="command_retry"),
    path("<slug:slug>/organise/", organising.organise, name="organise"),
    path("<slug:slug>/organise/<slug:lever>/", organising.pull, name="lever"),
    path("<slug:slug>/settings/", settings.settings, name="settings"),
    path("<slug:slug>/settings/rules/", settings.change, name="settings_rules"),
    path("<slug:slug>/settings/pack/", settings.pack, name="settings_pack"),
    path("<slug:slug>/settings/template/", templates.save, name="template_save"),
    path("<slug:slug>/settings/from/<str:key>/", templates.take_on, name="settings_from"),
    path("<slug:slug>/arsenal/start/", arsenal.start, name="arsenal_start"),
    path("<slug:slug>/arsenal/found/", arsenal.found, name="arsenal_found"),
    path("<slug:slug>/arsenal/reopen/", arsenal.reopen, name="arsenal_reopen"),
    path("<slug:slug>/arsenal/<int:entry>/", arsenal.arsenal, name="arsenal"),
    path("<slug:slug>/arsenal/<int:entry>/nickname/<int:model>/", arsenal.nickname, name="arsenal_nickname"),
    path("<slug:slug>/arsenal/<int:entry>/scrip/", arsenal.scrip, name="scrip"),
    path("<slug:slug>/hires/", arsenal.hires, name="hires"),
    *of_charts,
    *of_history,
    *of_rulings,
    *of_travel,
    *of_encounters,
    *of_pairings,
    *of_weeks,
]
