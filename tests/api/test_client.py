"""The generated client against a portal that listens on a port."""

from __future__ import annotations

import datetime as dt
import importlib
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from mfcampaign.api import operations
from scripts import api_client
from tests.campaigns.conftest import person

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def client_api(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The client's module, generated for this test from the schema."""
    home = tmp_path / "malifaux_leagues"
    shutil.copytree(ROOT / "clients" / "python" / "malifaux_leagues", home)
    api_client.main(home)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("malifaux_leagues.api")
    for name in [name for name in sys.modules if name.startswith("malifaux_leagues")]:
        del sys.modules[name]


def test_a_program_opens_a_league_and_is_refused_in_words(client_api, catalogue, live_server):
    transport = importlib.import_module("malifaux_leagues.transport")
    secret = operations.make_token(person("mara"), name="Bot", scopes=["play", "organise"])[1]
    client = client_api.Client(transport.Transport(live_server.url, secret))
    assert client.me().name == "mara"
    assert client.leagues().items == ()
    opened = client.open_league(
        client_api.NewLeague(name="By a program", starts_on=timezone.localdate() + dt.timedelta(days=7)),
        key="open",
    )
    again = client.open_league(
        client_api.NewLeague(name="By a program", starts_on=opened.starts_on), key="open"
    )
    assert again.slug == opened.slug
    assert [league.slug for league in client.leagues().items] == [opened.slug]
    with pytest.raises(transport.Problem) as refused:
        client.start_campaign(opened.slug)
    assert refused.value.status == 409
    assert refused.value.fix
    with pytest.raises(transport.Problem) as stale:
        client.close_registration(opened.slug, version=opened.version + 100)
    assert stale.value.status == 412
    pay = client.payday(client_api.PaydayQuestion(vp=5, winner=True, rating=-1, other_rating=3))
    assert pay.amount == 8
    with pytest.raises(transport.Problem) as unknown:
        client_api.Client(transport.Transport(live_server.url, "mfl_wrong")).me()
    assert unknown.value.status == 401


def test_a_program_runs_a_round_of_an_event(client_api, catalogue, live_server):
    transport = importlib.import_module("malifaux_leagues.transport")
    secret = operations.make_token(person("mara"), name="Organiser", scopes=["play", "organise"])[1]
    client = client_api.Client(transport.Transport(live_server.url, secret))
    starts = (timezone.localtime() + dt.timedelta(days=1)).strftime("%Y-%m-%dT10:00")
    event = client.announce_event(client_api.NewEvent(name="By a program", starts_at=starts)).slug
    names = ("Ilse", "Tobin", "Greta", "Rook")
    added = tuple(client_api.AddedPlayer(name=name) for name in names)
    client.add_event_players(event, client_api.AddedPlayers(players=added))
    client.check_all_in(event)
    client.begin_event(event)
    paired = client.pair_round(event)
    client.publish_round(event, paired.number)
    assert client.event_certificate(event, paired.number), "the proof comes along"
    for game in client.event_round(event, paired.number).games:
        result = client_api.EventResult(vp_a=6, vp_b=2)
        assert client.enter_result(event, game.id, paired.number, result).said
    table = client.event_standings(event).items
    assert [row.wins for row in table] == [1, 1, 0, 0]
    with pytest.raises(transport.Problem) as open_still:
        client.finish_event("no-such-event")
    assert open_still.value.status == 404
