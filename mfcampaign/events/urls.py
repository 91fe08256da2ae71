"""Addresses of events."""

from django.urls import path

from mfcampaign.events.views import files, joining, organiser, reading, tables, teams
from mfcampaign.events.views import ladder as ladder_views

app_name = "events"
urlpatterns = [
    path("", reading.events, name="events"),
    path("new/", organiser.new, name="new"),
    path("import/", files.take, name="import"),
    path("play/<str:code>/", joining.seat, name="seat"),
    path("<slug:slug>/", reading.event, name="event"),
    path("<slug:slug>/join/", joining.join, name="join"),
    path("<slug:slug>/standings/", reading.standings, name="standings"),
    path("<slug:slug>/teams/", teams.teams, name="teams"),
    path("<slug:slug>/ladder/", ladder_views.ladder, name="ladder"),
    path("<slug:slug>/diary/", reading.diary, name="diary"),
    path("<slug:slug>/screen/", reading.screen, name="screen"),
    path("<slug:slug>/follow/", reading.follow, name="follow"),
    path("<slug:slug>/rounds/<int:number>/", reading.round_, name="round"),
    path("<slug:slug>/rounds/<int:number>/certificate.json", reading.certificate, name="certificate"),
    path("<slug:slug>/players/<int:number>/", reading.player, name="player"),
    path("<slug:slug>/tables/<slug:what>/", files.table, name="table"),
    path("<slug:slug>/event.json", files.whole_file, name="file"),
    path("<slug:slug>/organise/", organiser.manage, name="manage"),
    path("<slug:slug>/organise/people/", organiser.people_page, name="people"),
    path("<slug:slug>/organise/people/add/", tables.add_players, name="add_players"),
    path("<slug:slug>/organise/results/", tables.enter_results, name="enter_results"),
    path("<slug:slug>/organise/codes/", organiser.codes, name="codes"),
    path("<slug:slug>/organise/settings/", organiser.settings, name="settings"),
    path("<slug:slug>/organise/rounds/<int:number>/", organiser.round_page, name="organiser_round"),
    path("<slug:slug>/organise/rounds/<int:number>/games/<int:pk>/", organiser.correction, name="correction"),
    path("<slug:slug>/organise/rounds/<int:number>/slips/", organiser.slips, name="slips"),
]
