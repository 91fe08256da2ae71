"""A client made by a common generator, openapi-python-client, walks a league from its opening to a report."""

from __future__ import annotations

import datetime as dt
import importlib
import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.utils import timezone

from mfcampaign.api import operations
from mfcampaign.campaigns.models import Entry, Game
from mfcampaign.campaigns.scripted import choices, play
from tests.campaigns.conftest import person

PACKAGE = "generated_client"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the generated package. A warning of the generator is a part of the API left out."""
    home = tmp_path_factory.mktemp("generated")
    call_command("api_schema", json=str(home / "openapi.json"))
    config = home / "config.yml"
    config.write_text("post_hooks: []\n", encoding="utf-8")
    process = subprocess.run(
        [
            *(Path(sys.executable).with_name("openapi-python-client"), "generate", "--meta", "none"),
            *("--path", home / "openapi.json", "--config", config),
            *("--output-path", home / PACKAGE, "--fail-on-warning"),
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert process.returncode == 0, process.stdout + process.stderr
    sys.path.insert(0, str(home))
    yield home / PACKAGE
    sys.path.remove(str(home))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


class Caller:
    """The generated functions by their operation ids, called with one person's token."""

    def __init__(self, package: Path, portal: str, user: Any) -> None:
        self.places = {path.stem: path for path in package.glob("api/*/*.py")}
        self.package = package
        secret = operations.make_token(user, name="Program", scopes=["play", "organise"])[1]
        client = importlib.import_module(f"{PACKAGE}.client")
        self.client = client.AuthenticatedClient(portal, secret, raise_on_unexpected_status=True)
        self.acts = 0

    def __getattr__(self, operation_id: str) -> Any:
        path = self.places[operation_id]
        module = importlib.import_module(f"{PACKAGE}.api.{path.parent.name}.{operation_id}")

        def call(*places: Any, **options: Any) -> Any:
            if "idempotency_key" in inspect.signature(module.sync).parameters:
                self.acts += 1
                options.setdefault("idempotency_key", f"act-{self.acts}")
            answer = module.sync_detailed(*places, client=self.client, **options)
            return answer.parsed

        return call


@pytest.fixture
def caller(generated: Path, live_server: Any) -> Any:
    return lambda user: Caller(generated, live_server.url, user)


def test_a_generated_client_walks_a_league(caller, catalogue, settings):
    settings.DISPATCH_IN_PROCESS = True
    models = importlib.import_module(f"{PACKAGE}.models")
    mara, users = person("mara"), [person("ash"), person("bo")]
    organiser, players = caller(mara), [caller(user) for user in users]
    assert organiser.me().name == "mara"
    league = organiser.open_league(
        body=models.NewLeague(name="Generated", starts_on=timezone.localdate() - dt.timedelta(days=1))
    )
    token = organiser.invite(league.slug).url.rstrip("/").rpartition("/")[2]
    for user, player, faction in zip(users, players, ("guild", "arcanists"), strict=True):
        joined = player.join_league(body=models.LeagueInvitation(token=token, faction=faction))
        assert joined.said
        start = choices.start_list(Entry.objects.get(user=user))
        draft = models.ArsenalDraft(leader=start.leader, models=list(start.models), upgrade=start.upgrade)
        assert player.draft_arsenal(league.slug, body=draft).report.violations == []
        player.found_arsenal(league.slug)
    refused = players[0].start_campaign(league.slug)
    assert (type(refused), refused.status) == (models.ProblemDetails, 404), "players do not start a league"
    organiser.close_registration(league.slug)
    organiser.start_campaign(league.slug)
    league_page = players[0].league(league.slug)
    assert (league_page.name, league_page.state) == ("Generated", "running")

    game = Game.objects.get()
    place = (league.slug, 1, game.table)
    for user, player, side in zip(users, players, play.sides(game), strict=True):
        assert side.entry.user_id == user.pk
        crew = models.CampaignCrew.from_dict(msgspec.to_builtins(choices.crew(side)))
        player.hand_in_crew(*place, body=crew)
    result = models.EncounterResult.from_dict(msgspec.to_builtins(choices.result(play.sides(game))))
    reported = players[0].report_game(*place, body=models.NewReport(result=result))
    assert reported.said
    players[1].confirm_report(*place, body=models.ReportConfirmation(number=1))
    seen = organiser.league_game(*place)
    assert seen.report.result.seats[0].vp == result.seats[0].vp
    standings = organiser.standings(league.slug)
    assert {row.entry for row in standings} == set(Entry.objects.values_list("pk", flat=True))
