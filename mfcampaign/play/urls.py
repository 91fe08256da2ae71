"""Addresses of Encounters; only their players can open those that are not over."""

from django.urls import path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from mfcampaign.play.views import (
    creation,
    encounter,
    first_game,
    hire,
    outbox,
    proof,
    record,
    referee,
    replay,
    table_clock,
    trying,
    watch,
)

app_name = "play"
ONE = "<str:public_id>/"
abilities = require_safe(RedirectView.as_view(pattern_name="catalog:abilities"))
urlpatterns = [
    path("", creation.encounters, name="list"),
    path("new/", creation.new, name="new"),
    path("new/record/", creation.new_record, name="new_record"),
    path("first-game/<int:step>/", first_game.first_game, name="first_game"),
    path("abilities/", abilities, name="abilities"),
    path("terrain/", creation.terrain, name="terrain"),
    path("outbox/", outbox.outbox, name="outbox"),
    path("try/<int:pack_id>/<slug:slug>/", trying.try_card, {"kind": "model"}, name="try"),
    path("try/<int:pack_id>/upgrades/<slug:slug>/", trying.try_card, {"kind": "upgrade"}, name="try_upgrade"),
    path("join/<str:token>/", creation.join, name="join"),
    path("watch/<str:token>/", watch.watch, name="watch"),
    path("watch/<str:token>/follow/", watch.follow, name="watch_follow"),
    path("clock/<str:code>/", table_clock.table_clock, name="table_clock"),
    path("clock/<str:code>/follow/", table_clock.follow, name="table_clock_follow"),
    path(ONE, encounter.encounter, name="encounter"),
    path(f"{ONE}now/", encounter.now, name="now"),
    path(f"{ONE}follow/", encounter.follow, name="follow"),
    path(f"{ONE}region/", encounter.region, name="region"),
    path(f"{ONE}spot/", encounter.spot, name="spot"),
    path(f"{ONE}pointed/", encounter.pointed, name="pointed"),
    path(f"{ONE}rest/", encounter.rest, name="rest"),
    path(f"{ONE}fate/", encounter.fate, name="fate"),
    path(f"{ONE}answer/", encounter.answer, name="answer"),
    path(f"{ONE}hire/", hire.hire, name="hire"),
    path(f"{ONE}hand-in/", hire.hand_in, name="hand_in"),
    path(f"{ONE}back/", encounter.back, name="back"),
    path(f"{ONE}leave/", encounter.leave, name="leave"),
    path(f"{ONE}asking/", encounter.asking, name="asking"),
    path(f"{ONE}watched/", watch.let_watch, name="let_watch"),
    path(f"{ONE}say/", encounter.say, name="say"),
    path(f"{ONE}rematch/", encounter.rematch, name="rematch"),
    path(f"{ONE}referee/", referee.referee, name="referee"),
    path(f"{ONE}enter/", record.enter, name="enter"),
    path(f"{ONE}undo/", record.undo, name="undo"),
    path(f"{ONE}clock/", table_clock.start, name="start_clock"),
    path(f"{ONE}cards/", record.cards, name="cards"),
    path(f"{ONE}replay/", replay.replay, name="replay"),
    path(f"{ONE}replay/<int:at>.png", replay.picture, name="moment_picture"),
    path(f"{ONE}proof/", proof.proof, name="proof"),
    path(f"{ONE}proof.json", proof.proof_json, name="proof_json"),
]
