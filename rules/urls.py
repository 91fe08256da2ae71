"""Addresses of Encounters played or recorded here; all but finished ones are their players' alone."""

from django.urls import path

from rules.views import abilities, hire, proof, record, replay, shelf, table

app_name = "rules"
ONE = "<str:public_id>/"
urlpatterns = [
    path("", shelf.encounters, name="encounters"),
    path("new/", shelf.new, name="new"),
    path("new/record/", shelf.new_record, name="new_record"),
    path("ground/", shelf.ground, name="ground"),
    path("abilities/", abilities.abilities, name="abilities"),
    path("abilities/<slug:slug>/", abilities.abilities_of, name="abilities_of"),
    path("join/<str:token>/", shelf.join, name="join"),
    path("of/<slug:slug>/<int:week>/<int:table>/", record.of_league, name="of_league"),
    path(ONE, table.encounter, name="encounter"),
    path(f"{ONE}now/", table.now, name="now"),
    path(f"{ONE}region/", table.region, name="region"),
    path(f"{ONE}fate/", table.fate, name="fate"),
    path(f"{ONE}answer/", table.answer, name="answer"),
    path(f"{ONE}hire/", hire.hire, name="hire"),
    path(f"{ONE}hand-in/", hire.hand_in, name="hand_in"),
    path(f"{ONE}back/", table.back, name="back"),
    path(f"{ONE}leave/", table.leave, name="leave"),
    path(f"{ONE}enter/", record.enter, name="enter"),
    path(f"{ONE}undo/", record.undo, name="undo"),
    path(f"{ONE}report/", record.report, name="report"),
    path(f"{ONE}replay/", replay.replay, name="replay"),
    path(f"{ONE}proof/", proof.proof, name="proof"),
    path(f"{ONE}proof.json", proof.proof_json, name="proof_json"),
]
