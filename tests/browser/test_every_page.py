"""axe and the narrow window on every page of the demo league, as its player and its organiser.

The addresses come from the permission table, so a new page is looked at without being named here. Each
landing looks at a sample of the pages (``sample``), ``make soak`` at every one.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.models import Game
from mfcampaign.campaigns.opening import operations, templates
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.requests import Give
from mfcampaign.campaigns.scripted import demo
from mfcampaign.catalog import operations as drafts
from mfcampaign.catalog.models import Pack
from mfcampaign.crews import operations as crews
from mfcampaign.notices.mail_messages import SALT
from mfcampaign.notices.models import Delivery, Webhook
from mfcampaign.notices.operations import detection
from mfcampaign.play.operations import creation
from mfcampaign.play.operations.watching import let_watch
from mfcampaign.setups.operations import draw
from rules.game.setup.drawn import Wanted
from tests import data_sets
from tests.browser.actions import sign_in
from tests.browser.checks import UNFIT_FOR_A_THUMB, aimed_at_nothing, faults_everywhere, problems
from tests.events.making import running_event
from tests.permissions.table import ROWS, Row
from tests.play.playing import SMALL, duel

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
Place = TypeVar("Place", str, tuple[str, str])
# Not pages: parts of one, plain text, a file, JSON, or addresses that only lead on.
NO_PAGE = frozenset(
    "healthz offline_pages api:openapi crews:text crews:share_text campaigns:charts_json campaigns:chart_csv "
    "account_reset_password_from_key account_confirm_email catalog:pack_remove notices:go campaigns:csv "
    "catalog:house_card_json "
    "notices:calendar setups:short campaigns:pairing_certificate play:now play:region play:spot play:rest "
    "play:terrain play:proof_json play:moment_picture play:follow play:watch_follow campaigns:follow "
    "events:follow events:certificate events:table events:file".split()
)


@pytest.fixture
def world(settings: Any) -> dict[str, Any]:
    settings.DISPATCH_IN_PROCESS = True
    data_sets.catalogue()
    return data_sets.world("every page", _places)


def _places() -> dict[str, Any]:
    """What addresses name, by the word of the table of permissions."""
    campaign = data_sets.demo_league()
    demo_game = demo.waiting_aftermath()
    assert demo_game is not None, "the demo leaves an aftermath open"
    game, user = demo_game.side.game, demo_game.side.entry.user
    crew = crews.create(user, faction="guild", leader="lady-justice", size=50)
    crews.add(crew, user, "guild-hound")
    organiser = campaign.organisers.get().user
    other = campaign.entries.exclude(pk=demo_game.side.entry_id).exclude(user=organiser).first()
    gift = Give(entry=other.pk, what="scrip", amount=2)
    ruling = ruling_operations.rule(campaign, organiser, gift, "The prize for the finest scenery.")
    template = templates.save_template(campaign, organiser, "Ours")
    own_charts = drafts.fork_charts(campaign.charts, campaign.pk, organiser, "Ours")
    rival = game.sides.exclude(pk=demo_game.side_id).get().entry.user
    waiting = creation.create(organiser, SMALL)
    played = duel(user, rival)
    for player in (user, rival):
        let_watch(played, player, "live")
    return {
        "play": played.public_id,
        "watched_play": played.watch_link,
        "seat_link": waiting.seats.get(user=None).invitation,
        **running_event(organiser),
        "slug": campaign.slug,
        "week": game.week.number,
        "table": game.table,
        "entry": demo_game.side.entry_id,
        "person": user.pk,
        "ruling": ruling.number,
        "charts": campaign.charts_id,
        "own_charts": own_charts.pk,
        "own_charts_in_use": campaign.charts_id,
        "beginning": "preset-gentle",
        "template": template.share_token,
        "chart": "barter",
        "row": 1,
        "invitation": operations.invite(campaign, campaign.organisers.get().user),
        "model": "guild-hound",
        "kind": "model",
        "printed_upgrade": "expert-marksman",
        "pack": Pack.objects.get(kept_at=None).pk,
        "crew": crew.public_id,
        "open_crew": crews.create(AnonymousUser(), faction="guild", leader="lady-justice").public_id,
        "share": crew.share_token,
        "encounter": draw(user, Wanted(season="gg4")).code,
        "older_encounter": draw(user, Wanted(edition="m1e", size=35, format="brawl")).code,
        "hook": _hook(campaign).pk,
        "arsenal_model": demo_game.side.entry.models.first().pk,
        "way_out": signing.dumps(user.pk, salt=SALT),
        "rule": "M3E-HIRE-12",
        "guest": "no-such-guest",
    }


def _hook(campaign: Any) -> Webhook:
    """A webhook with something in its log, and notices for everybody."""
    hook = Webhook.objects.create(campaign=campaign, name="Club", kind="signed", url="https://x.example")
    for state, status, error in (("delivered", 204, ""), ("failed", None, "ConnectionRefusedError")):
        Delivery.objects.create(
            webhook=hook,
            event_id=state,
            key=state,
            event="week.closed",
            sentence="Week 2 closed.",
            body={},
            state=state,
            status=status,
            error=error,
            attempts=1,
        )
    detection.detect(campaign.pk)
    return hook


def addresses(world: dict[str, Any], actor: str) -> list[str]:
    """Every page that ``actor`` may GET."""
    return [
        reverse(row.name, args=[world[name] for name in row.args])
        for row in ROWS
        if actor in row.may and row.method == "get" and row.name not in NO_PAGE and _filled(row, world)
    ]


def _filled(row: Row, world: dict[str, Any]) -> bool:
    return all(name in world for name in row.args)


def sample(pages: dict[Place, set[str]]) -> set[Place]:
    """A few of these pages (place to the templates that made it) that together show what all of them show:
    one page of each folder of templates, and each template that more than one page is made of."""
    counts = Counter(part for parts in pages.values() for part in parts)
    missing = {
        at: {part for part in parts if counts[part] > 1} | _folders(parts) for at, parts in pages.items()
    }
    chosen: set[Place] = set()
    while any(missing.values()):
        best = max(sorted(missing), key=lambda at: len(missing[at]))
        chosen.add(best)
        seen = missing[best]
        missing = {at: parts - seen for at, parts in missing.items()}
    return chosen


def _folders(templates: set[str]) -> set[str]:
    return {f"{name.rpartition('/')[0]}/" for name in templates}


def test_a_sample_shows_every_shared_part_and_every_folder() -> None:
    pages = {
        "/a/": {"base.html", "league/a.html", "league/parts/_row.html"},
        "/b/": {"base.html", "league/b.html"},
        "/c/": {"base.html", "league/c.html", "league/parts/_row.html", "crews/_card.html"},
        "/d/": {"base.html", "crews/d.html", "crews/_card.html"},
        "/e/": {"plain/e.html"},
    }
    assert sample(pages) == {"/c/", "/e/"}


def templates_of(who: str, paths: list[str]) -> dict[str, set[str]]:
    client = Client()
    client.force_login(get_user_model().objects.get(username=who))
    return {path: _made_of(client, path) for path in paths}


def _made_of(client: Client, path: str) -> set[str]:
    while "Location" in (answer := client.get(path)):
        path = answer["Location"]
    return {str(template.name) for template in answer.templates}


def test_what_htmx_aims_at_must_be_there(new_page):
    page = new_page()
    page.set_content('<a hx-target="#here">a</a><a hx-target="#gone">b</a><p id="here">p</p>')
    assert aimed_at_nothing(page) == ["#gone"]


def test_what_a_thumb_cannot_use_is_found(new_page):
    page = new_page()
    page.set_content(
        '<a href="/">a</a><input style="font-size: 15px; touch-action: manipulation">'
        "<button data-print hidden>Print</button>"
    )
    assert [fault.partition(":")[0] for fault in page.evaluate(UNFIT_FOR_A_THUMB)] == [
        "zooms at the second tap",
        "letters below 16 pixels",
        "prints nothing",
    ]


@pytest.mark.parametrize("thorough", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_no_page_has_a_fault(new_page, world, thorough):
    """What a passer-by sees too is looked at by tests.browser.test_public_pages."""
    open_to_all = set(addresses(world, "anonymous"))
    player = addresses(world, "player")
    organiser = [at for at in addresses(world, "organiser") if at not in player]
    looked_at = {
        who: ["/", *(at for at in own if at not in open_to_all)]
        for who, own in (("ashby", player), (demo.ORGANISER, organiser))
    }
    assert min(map(len, looked_at.values())) > 5
    if not thorough:
        made_of = {
            (who, at): parts for who, own in looked_at.items() for at, parts in templates_of(who, own).items()
        }
        chosen = sample(made_of)
        looked_at = {who: [at for at in own if (who, at) in chosen] for who, own in looked_at.items()}
        assert all(looked_at.values())
    faults: list[str] = []
    for who, own in looked_at.items():
        page = new_page(bypass_csp=True)
        sign_in(page, who, demo.PASSWORD)
        for at in own:
            faults += faults_everywhere(page, at)
        faults += [f"{who}: {problem}" for problem in problems(page) if "404" not in problem]
    assert not faults, "\n".join(faults)


def test_a_game_in_each_state_has_no_fault(new_page, world):
    """The third week of the demo holds a finished, a reported and an unfinished table."""
    page = new_page(bypass_csp=True)
    games = Game.objects.filter(week__number=3).order_by("table")
    states = set(games.values_list("state", flat=True))
    assert states >= {"aftermath", "closed", "reported", "scheduled"}
    faults: list[str] = []
    for game in {game.state: game for game in games}.values():
        user = game.sides.order_by("-seat").first().entry.user
        page.context.clear_cookies()
        sign_in(page, user.username, demo.PASSWORD)
        place = [world["slug"], 3, game.table]
        faults += faults_everywhere(page, reverse("campaigns:game", args=place))
        if game.state == "scheduled":
            faults += faults_everywhere(page, reverse("campaigns:crew", args=place))
    assert not faults, "\n".join(faults)
