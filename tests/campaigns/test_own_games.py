"""Whoever organises a league and plays in it decides none of their own games: every act of an organiser has
an answer to that here, and so has every kind of ruling. An act without one fails."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any, get_args

import msgspec
import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.api.endpoint import ON_PAGES, REGISTERED, Endpoint
from mfcampaign.audit.models import Act
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns import access, own_games
from mfcampaign.campaigns.aftermath import countersign_queries as countersigned
from mfcampaign.campaigns.aftermath import countersigning, replay
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Game, GameSide, Report, Week
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.organiser.views import ORGANISER_ACTIONS
from mfcampaign.campaigns.pairing import plan, stand_ins
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings import requests
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.campaigns.week import operations as weeks
from rules.refusal import Refusal
from tests.campaigns.conftest import League, person
from tests.campaigns.rulings.scenes import result_of, with_vp
from tests.campaigns.rulings.test_enter import entered

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


class Scene(Struct, frozen=True):
    """A running league in which player 0 organises, too: their open ``game``, both sides, another table."""

    league: League
    game: Game
    own: GameSide
    foe: GameSide
    other: Game

    @property
    def organiser(self) -> Any:
        return self.own.entry.user

    @property
    def decided(self) -> dict[Any, Any]:
        """What decides the own games now."""
        campaign = self.league.campaign
        return own_games.what_decides(campaign, own_games.own(campaign, self.organiser.pk))


def scene_of(league: League) -> Scene:
    player = league.players[0]
    if not league.campaign.organisers.filter(user=player).exists():
        opening.add_organiser(league.campaign, league.organiser, player)
    game = next(each for each in league.games() if each.sides.filter(entry__user=player).exists())
    own, foe = sorted(play.sides(game), key=lambda side: side.entry.user_id != player.pk)
    other = next(each for each in league.games() if each.pk != game.pk)
    return Scene(league, game, own, foe, other)


@pytest.fixture(scope="module")
def running(lived: Any) -> Callable[[], League]:
    return lived(lambda league: None, players=6)


@pytest.fixture
def scene(running: Any) -> Scene:
    """Nobody has handed in a Crew."""
    return scene_of(running())


def crews_in(scene: Scene) -> None:
    for side in (scene.own, scene.foe):
        play.submit_crew(side)


def reported(scene: Scene) -> None:
    """The organiser reports what suits them."""
    crews_in(scene)
    result = choices.result(play.sides(scene.game))
    results.report(scene.own, scene.organiser, result)


def disputed(scene: Scene) -> None:
    reported(scene)
    results.object_to(scene.foe, scene.foe.entry.user, "It was not so.")


def in_aftermath(scene: Scene) -> None:
    reported(scene)
    results.confirm(scene.foe, scene.foe.entry.user)
    play.let_draw(scene.game)
    play.settle()


def begun_here(scene: Scene) -> None:
    crews_in(scene)
    seat = access.player_seat(access.seat(scene.organiser, scene.league.campaign.slug, 1, scene.game.table))
    league_play.begin(seat, scene.organiser, "record")


def cards_objected(scene: Scene) -> None:
    reported(scene)
    results.confirm(scene.foe, scene.foe.entry.user)
    row = play.aftermaths(scene.game)[scene.own.seat]
    aftermath.flip_source(row, scene.organiser, "entered")
    row.refresh_from_db()
    ask = replay.view(row).ask
    assert ask is not None
    aftermath.enter_cards(row, scene.organiser, ask.ordinal, ["13r", "12c", "11m", "10t"][: ask.cards])
    card = countersigned.of_game(scene.game).first()
    countersigning.object_to(scene.foe, scene.foe.entry.user, card.pk, "No.")


def soon() -> str:
    return (timezone.now() + dt.timedelta(seconds=30)).isoformat()


def later() -> str:
    return (timezone.now() + dt.timedelta(days=60)).isoformat()


REASON = "Because it suits me."
Body = Callable[[Scene], dict[str, Any]]


class Refused(Struct, frozen=True):
    """Tried on a game of the organiser's own, at that stage, it is refused."""

    body: Body = lambda scene: {}
    stage: Callable[[Scene], None] = lambda scene: None
    says: str = "another organiser rules on it"


class Waits(Struct, frozen=True):
    """It is done for everybody else; the own game stays as it is, until the deadline that was known."""

    body: Body = lambda scene: {}
    stage: Callable[[Scene], None] = lambda scene: None


class Elsewhere(Struct, frozen=True):
    """It decides no game, and why."""

    why: str


Answer = Refused | Waits | Elsewhere
DRAWN = Elsewhere("charts are flipped on from the next week on, by everybody")
PEOPLE = Elsewhere("who may join or organise; the diary tells it")
BEFORE = Elsewhere("only before the first week, in which nobody has a game yet")


def places(scene: Scene) -> dict[str, Any]:
    """Two of another table, one of whom would exchange with the opponent."""
    side = scene.other.sides.order_by("seat").first()
    assert side is not None
    return {"one": scene.foe.entry_id, "other": side.entry_id, "reason": REASON}


def result(scene: Scene) -> dict[str, Any]:
    made = choices.result(play.sides(scene.game))
    return {"result": msgspec.to_builtins(made), "reason": REASON}


def answer_of_foe(scene: Scene) -> dict[str, Any]:
    ask = replay.view(play.aftermaths(scene.game)[scene.foe.seat]).ask
    assert ask is not None
    return {"ordinal": ask.ordinal, "option": ask.default}


def undrawn(scene: Scene) -> None:
    """Nobody has said who draws the cards of the Aftermath."""
    reported(scene)
    results.confirm(scene.foe, scene.foe.entry.user)


ACTS: dict[str, Answer] = {
    "rule_on_flips": Refused(
        lambda s: {"number": countersigned.of_game(s.game)[0].pk, "verdict": "stands", "reason": REASON},
        cards_objected,
    ),
    "upload_charts": DRAWN,
    "fork_charts": DRAWN,
    "use_charts": DRAWN,
    "put_chart": DRAWN,
    "add_chart_row": DRAWN,
    "change_chart_row": DRAWN,
    "remove_chart_row": DRAWN,
    "name_divisions": Elsewhere("how the tables of the divisions are called"),
    "place_in_division": Elsewhere("refused for oneself: see the test of divisions below"),
    "open_next_season": Elsewhere("another league"),
    "try_season": Elsewhere("another league, which tells nobody"),
    "play_on_sandbox": Elsewhere("only in a sandbox, where no game counts"),
    "delete_sandbox": Elsewhere("only a sandbox, where no game counts"),
    "order_forecast": Elsewhere("computes, and changes nothing"),
    "stop_forecast": Elsewhere("computes, and changes nothing"),
    "use_preset": BEFORE,
    "save_template": Elsewhere("for other leagues"),
    "invite": PEOPLE,
    "revoke_invitations": PEOPLE,
    "accept_join_request": PEOPLE,
    "decline_join_request": PEOPLE,
    "add_guest": PEOPLE,
    "renew_guest_link": Elsewhere("the guest is told, their old link ends, and the diary says who did it"),
    "add_organiser": PEOPLE,
    "remove_organiser": PEOPLE,
    "close_registration": BEFORE,
    "start_campaign": BEFORE,
    "hire_for": Elsewhere("hires are over when games are paired; tested below"),
    "lock_hires_for": Elsewhere("hires are over when games are paired; tested below"),
    "hand_in_for": Refused(lambda s: msgspec.to_builtins(choices.crew(s.foe))),
    "let_portal_draw_for": Refused(lambda s: {}, undrawn),
    "answer_aftermath_for": Refused(answer_of_foe, in_aftermath),
    "cancel_league": Elsewhere("ends every game alike, with a reason, and no result stands by it"),
    "retry_job": Elsewhere("the same work with the same cards"),
    "order_pairing_preferences": Elsewhere("for all players of the weeks to come alike"),
    "add_pair_rule": Refused(lambda s: {"kind": "forbidden", "one": s.own.entry_id, "other": s.foe.entry_id}),
    "remove_pair_rule": Elsewhere("refused for oneself: see the test of pair rules below"),
    "exchange_places": Refused(places),
    "pair_week_again": Refused(
        lambda s: {"entries": [s.own.entry_id, s.foe.entry_id, *_of(s.other)], "reason": REASON},
        lambda s: parted(s),
    ),
    "set_stand_in": Refused(
        lambda s: {"entry": s.foe.entry_id, "week": 1, "username": person("weak").username}
    ),
    "decide_playoff_match": Elsewhere("tested with the play-offs"),
    "make_ruling": Elsewhere("each kind of ruling has an answer of its own below"),
    "rule_result": Refused(result, disputed),
    "set_encounter_aside": Refused(lambda s: {"reason": REASON}, begun_here),
    "rule_forfeit": Refused(lambda s: {"seat": s.foe.seat, "reason": REASON}),
    "change_policies": Elsewhere("from the next week on: see the tests of settings below"),
    "use_pack": BEFORE,
    "give_points": Elsewhere("refused for oneself: tested with the points"),
    "take_points_back": Elsewhere("refused for oneself: tested with the points"),
    "set_team": Elsewhere("whose results are added up decides no game"),
    "announce_to_all": Elsewhere("a word to all"),
    "confirm_cost": Elsewhere("what was paid stays until a ruling, which has an answer below"),
    "change_league": Elsewhere("from the next week on: the open week keeps its deadlines and its season"),
    "adopt_figures": Elsewhere("from a week to come on, for everybody"),
    "export_league": Elsewhere("reads; a file that would show an opponent’s Crew is refused by itself"),
    "withdraw_league_import": Elsewhere("ends the league, and no result stands by it"),
    "close_hires": Refused(lambda s: {"reason": REASON}, lambda s: second_week(s), "others may still hire"),
    "games_due": Waits(lambda s: {"reason": REASON}, reported),
    "choose_event": Refused(lambda s: {"event": event_of(s), "reason": REASON}),
    "set_scenario": Refused(lambda s: {"deployment": other_deployment(s), "reason": REASON}),
    "flip_scenario_again": Refused(lambda s: {"seen": 1, "reason": REASON}),
    "enter_contest": Elsewhere("refused for oneself: tested with the Weekly Events"),
    "remind_players": Elsewhere("tells players what is due"),
    "add_webhook": Elsewhere("tells another service what everybody reads"),
}


def _of(game: Game) -> list[int]:
    return list(game.sides.values_list("entry", flat=True))


def parted(scene: Scene) -> None:
    """Another organiser wants that these two never meet: paired again, they would not."""
    campaign = scene.league.campaign
    plan.rule_pair(campaign, scene.league.organiser, "forbidden", scene.own.entry_id, scene.foe.entry_id)


def second_week(scene: Scene) -> None:
    """New Hires are open; the organiser has hired, the others have not."""
    play.live_week(scene.league.week(1))
    weeks.reach_deadline(scene.league.week(1))
    week = scene.league.week(2)
    week.hires_close_at = timezone.now() + dt.timedelta(days=2)
    week.save(update_fields=["hires_close_at"])
    play.hire(
        week.parts.select_related("entry__user", "entry__campaign", "week__campaign").get(
            entry=scene.own.entry_id
        )
    )


def event_of(scene: Scene) -> str:
    from mfcampaign.campaigns import loading

    return loading.charts(scene.league.campaign).weekly_events[0].slug


def other_deployment(scene: Scene) -> str:
    return next(each for each in ("Corner", "Flank", "Standard") if each != scene.game.scenario["deployment"])


def organisers_acts() -> dict[str, Endpoint]:
    """Every act that a page or the API lets organisers of a league do, by name."""
    assert get_resolver().url_patterns, "which declares all acts"
    declared = [*REGISTERED.values(), *ON_PAGES.values()]
    doors = (access.organiser, access.organised_table, access.absent)
    return {each.name: each for each in declared if each.acts and each.access in doors}


def test_every_act_of_an_organiser_has_an_answer():
    acts = organisers_acts()
    assert len(acts) > 40, "they were looked for in the right place"
    assert set(acts) == set(ACTS), "an act of organisers without an answer to “a game of one’s own”"


TRIED = [name for name, answer in ACTS.items() if not isinstance(answer, Elsewhere)]


@pytest.mark.parametrize("name", TRIED)
def test_an_act_on_a_game_of_ones_own(scene, client, name):
    """By the API, as the page does it; what decides the game is the same afterwards."""
    answer, endpoint = ACTS[name], organisers_acts()[name]
    assert isinstance(answer, Refused | Waits)
    answer.stage(scene)
    body = answer.body(scene)
    before, last = scene.decided, Act.objects.latest("pk").pk
    client.force_login(scene.organiser)
    names = {
        "slug": scene.league.campaign.slug,
        "week": 1,
        "table": scene.game.table,
        "entry": scene.foe.entry_id,
    }
    path = endpoint.path
    for kind, place in (("slug", "slug"), ("int", "week"), ("int", "table"), ("int", "entry")):
        path = path.replace(f"<{kind}:{place}>", str(names[place]))
    said = client.generic(
        endpoint.method.upper(),
        f"/api/v1/{path}",
        msgspec.json.encode(body),
        content_type="application/json",
        headers={"idempotency-key": name},
    )
    text = said.content.decode()
    if isinstance(answer, Refused):
        assert said.status_code == 409, text
        assert answer.says in text
    else:
        assert said.status_code == 200, text
    assert scene.decided == before
    kinds = Act.objects.filter(pk__gt=last, actor=scene.organiser).values_list("kind", flat=True)
    assert not [kind for kind in kinds if kind.startswith(own_games.OF_PLAYERS)], "the guard looks at it"
    opposite_is_possible(scene, endpoint, path, body)


def opposite_is_possible(scene: Scene, endpoint: Endpoint, path: str, body: dict[str, Any]) -> None:
    """Another organiser may: the refusal is about the person, not about the act."""
    from django.test import Client

    helper = Client()
    helper.force_login(scene.league.organiser)
    said = helper.generic(
        endpoint.method.upper(),
        f"/api/v1/{path}",
        msgspec.json.encode(body),
        content_type="application/json",
        headers={"idempotency-key": "another"},
    )
    assert said.status_code in (200, 201), said.content.decode()


# -- rulings -----------------------------------------------------------------------------------------


def corrected(scene: Scene) -> requests.AnyRequest:
    return requests.CorrectResult(encounter=scene.game.pk, result=with_vp(result_of(scene.game), 4, 0))


def model_of(side: GameSide) -> int:
    return int(
        side.entry.models.owned().filter(is_leader=False).order_by("pk").values_list("pk", flat=True)[0]
    )


def undo_of_void(scene: Scene) -> requests.AnyRequest:
    ruling = ruling_operations.rule(
        scene.league.campaign, scene.league.organiser, requests.VoidGame(encounter=scene.game.pk), "So."
    )
    return requests.Undo(ruling=ruling.number)


Request = Callable[[Scene], requests.AnyRequest]
Ruled = tuple[Callable[[Scene], None], Request]
RULINGS: dict[type, list[Ruled] | Elsewhere] = {
    requests.CorrectResult: [(in_aftermath, corrected)],
    requests.EnterResult: [(lambda s: None, lambda s: entered(s.game))],
    requests.VoidGame: [
        (crews_in, lambda s: requests.VoidGame(encounter=s.game.pk)),
        (in_aftermath, lambda s: requests.VoidGame(encounter=s.game.pk)),
    ],
    requests.ReopenResult: [(in_aftermath, lambda s: requests.ReopenResult(encounter=s.game.pk))],
    requests.ReopenAnswer: Elsewhere("its Aftermath is one of the own game: as ReopenResult"),
    requests.ReopenHires: [
        (second_week, lambda s: requests.ReopenHires(entry=s.own.entry_id)),
    ],
    requests.Give: [
        (crews_in, lambda s: requests.Give(entry=s.own.entry_id, what="scrip", amount=3)),
    ],
    requests.GiveAward: Elsewhere("as Give"),
    requests.Take: [
        (lambda s: None, lambda s: requests.Take(entry=s.foe.entry_id, what="model", row=model_of(s.foe))),
    ],
    requests.Lead: [
        (lambda s: None, lambda s: requests.Lead(entry=s.foe.entry_id, model=model_of(s.foe))),
    ],
    requests.CorrectRow: [
        (
            lambda s: None,
            lambda s: requests.CorrectRow(
                entry=s.foe.entry_id, what="model", row=model_of(s.foe), name="Weak", cost=30
            ),
        ),
    ],
    requests.TickBounty: Elsewhere(
        "of the own Bounty: it belongs to the person, as Give; of others’, no game"
    ),
    requests.ReplacePlayer: [
        (
            lambda s: None,
            lambda s: requests.ReplacePlayer(entry=s.foe.entry_id, username=person("friend").username),
        ),
    ],
    requests.SetPlaying: [
        (lambda s: None, lambda s: requests.SetPlaying(entry=s.foe.entry_id, playing=False)),
    ],
    requests.Extend: [
        (lambda s: None, lambda s: requests.Extend(entry=s.foe.entry_id, until=later())),
        (lambda s: None, lambda s: requests.Extend(entry=s.own.entry_id, until=later())),
    ],
    requests.MoveDeadline: [
        (
            lambda s: None,
            lambda s: requests.MoveDeadline(week=1, what="games", until=later(), chosen=("later",)),
        ),
    ],
    requests.CorrectLeader: Elsewhere("where Leaders are built: tests/campaigns/rising/test_rulings.py"),
    requests.SettleCost: Elsewhere("refused for one’s own Arsenal as CorrectRow is"),
    requests.Holiday: [
        (lambda s: None, lambda s: requests.Holiday(week=1, what="games", days=7)),
    ],
    requests.Forgive: Elsewhere("what somebody owes the bank decides no game; for oneself it is as Give"),
    requests.Undo: [(crews_in, undo_of_void)],
}


def test_every_kind_of_ruling_has_an_answer():
    assert set(get_args(requests.AnyRequest)) == set(RULINGS)


@pytest.mark.parametrize(
    ("kind", "number"),
    [(kind, n) for kind, tried in RULINGS.items() if isinstance(tried, list) for n in range(len(tried))],
)
def test_a_ruling_on_a_game_of_ones_own(scene, kind, number):
    tried = RULINGS[kind]
    assert isinstance(tried, list)
    stage, made = tried[number]
    stage(scene)
    request = made(scene)
    assert type(request) is kind
    before = scene.decided
    for act in (
        lambda: ruling_operations.preview(scene.league.campaign, scene.organiser, request),
        lambda: ruling_operations.rule(scene.league.campaign, scene.organiser, request, REASON),
    ):
        with pytest.raises(Refusal, match="another organiser rules on it"):
            act()
    assert scene.decided == before
    ruling_operations.rule(scene.league.campaign, scene.league.organiser, request, "A neutral word.")


def test_without_the_guard_the_same_ruling_is_made(scene, monkeypatch):
    """The proof can fail: it is the guard that refuses."""
    monkeypatch.setattr("mfcampaign.audit.operations._watched", {})
    request = requests.Extend(entry=scene.foe.entry_id, until=later())
    before = scene.decided
    ruling_operations.rule(scene.league.campaign, scene.organiser, request, REASON)
    assert scene.decided != before


def test_what_a_player_does_at_their_own_table_is_not_asked(scene):
    in_aftermath(scene)
    assert Game.objects.get(pk=scene.game.pk).state == Game.State.AFTERMATH


def test_an_organiser_rules_on_all_other_games(scene):
    request = requests.VoidGame(encounter=scene.other.pk)
    ruling = ruling_operations.rule(scene.league.campaign, scene.organiser, request, "Nobody came.")
    assert ruling.by == scene.organiser
    assert str(scene.organiser) in Act.objects.get(kind="league.ruling").sentence


# -- the deadline that was known ---------------------------------------------------------------------


def test_a_week_ended_early_waits_for_the_own_game(scene):
    """Issue: “Games are due” confirmed the organiser's own report at once."""
    reported(scene)
    week = scene.league.week(1)
    week.games_close_at = known = timezone.now() + dt.timedelta(days=2)
    week.save(update_fields=["games_close_at"])
    held = weeks.reach_deadline(week, scene.organiser, "The shop closes.")
    assert held == [f"table {scene.game.table} (reported)"]
    assert Game.objects.get(pk=scene.game.pk).state == Game.State.REPORTED
    assert Game.objects.get(pk=scene.other.pk).state == Game.State.FORFEITED, "the others are settled"
    parts = week.parts.filter(entry__in=(scene.own.entry_id, scene.foe.entry_id))
    assert {part.extended_until for part in parts} == {known}
    said = Act.objects.filter(kind="week.deadline").latest("pk")
    assert (said.actor, said.reason) == (scene.organiser, "The shop closes.")
    assert "keep the deadline that was known" in said.sentence
    results.object_to(scene.foe, scene.foe.entry.user, "There is time to object.")


def test_what_decides_is_read_in_as_many_queries_for_two_games_as_for_one(scene):
    begun_here(scene)
    campaign = scene.league.campaign
    one = own_games.own(campaign, scene.organiser.pk)
    sides = frozenset(scene.other.sides.values_list("pk", flat=True))
    two = replace(one, games=one.games | {scene.other.pk}, sides=one.sides | {min(sides)})
    counted = []
    for mine in (one, two):
        with CaptureQueriesContext(connection) as queries:
            decided = own_games.what_decides(campaign, mine)
        counted.append(len(queries))
        assert decided[own_games.What(scene.game.pk, "the Encounter")]
    assert counted[0] == counted[1]


def test_who_takes_time_from_others_says_why(scene):
    open_for_days(scene)
    with pytest.raises(Refusal, match="Before its time is up, table"):
        weeks.reach_deadline(scene.league.week(1), scene.league.organiser)


def test_who_closes_the_hires_while_others_may_hire_says_why(scene):
    second_week(scene)
    week, neutral = scene.league.week(2), scene.league.organiser
    Week.objects.filter(pk=week.pk).update(hires_close_at=timezone.now() + dt.timedelta(days=2))
    week.refresh_from_db()
    hiring = scene.foe.entry.label
    with pytest.raises(Refusal, match=f"Before its time is up, .*{hiring}.* may still hire"):
        weeks.close_hires(week, neutral, " ")
    weeks.close_hires(week, neutral, "All of them said so.")
    assert scene.league.week(2).state != Week.State.NEW_HIRES
    assert "(All of them said so.)" in Act.objects.filter(kind="week.hires_closed").latest("pk").sentence


def open_for_days(scene: Scene) -> None:
    Week.objects.filter(pk=scene.game.week_id).update(games_close_at=timezone.now() + dt.timedelta(days=2))


def test_a_deadline_moved_earlier_leaves_the_own_game_its_time(scene):
    open_for_days(scene)
    known = scene.league.week(1).games_close_at
    request = requests.MoveDeadline(week=1, what="games", until=soon(), chosen=("later",))
    shown = ruling_operations.preview(scene.league.campaign, scene.organiser, request)
    assert [change.sentence for change in shown.changes if "as was known" in change.sentence]
    ruling_operations.rule(scene.league.campaign, scene.organiser, request, "The shop closes.")
    assert own_games.deadlines([league_game(scene)])[scene.game.pk] == known
    assert (
        own_games.deadlines([Game.objects.select_related("week").get(pk=scene.other.pk)])[scene.other.pk]
        < known
    )


def league_game(scene: Scene) -> Game:
    return Game.objects.select_related("week__campaign").get(pk=scene.game.pk)


def test_a_report_is_due_when_it_was_told_whatever_becomes_of_settings_and_deadlines(scene):
    """Issue: ``report_timeout_h`` set to 1 and back confirmed the own report in 20 seconds."""
    open_for_days(scene)
    reported(scene)
    row = Report.objects.get(game=scene.game)
    due = row.due_at
    campaign = scene.league.campaign
    settings.change_policies(campaign, scene.organiser, campaign.policies | {"report_timeout_h": 1})
    request = requests.MoveDeadline(week=1, what="games", until=soon(), chosen=("later",))
    ruling_operations.rule(campaign, scene.league.organiser, request, "A neutral hurry.")
    row.refresh_from_db()
    assert row.due_at == due
    assert due <= timezone.now() + dt.timedelta(days=2)
    assert results.confirm_unanswered(league_game(scene), due=timezone.now()) is False
    assert results.confirm_unanswered(league_game(scene), due=due) is True


def test_the_standings_keep_their_order_once_the_campaign_has_begun(scene):
    """Issue: ``standings_order`` made the organiser first in one act."""
    campaign = scene.league.campaign
    before = [row.entry for row in league_page.standings(campaign)]
    changed = campaign.policies | {"standings_order": ["scrip", "arsenal"]}
    with pytest.raises(Refusal, match="keep their order"):
        settings.change_policies(campaign, scene.organiser, changed)
    assert [row.entry for row in league_page.standings(campaign)] == before


# -- the opponent agrees ------------------------------------------------------------------------------


def test_with_the_opponents_consent_it_is_done_and_the_diary_says_so(scene, client):
    client.force_login(scene.foe.entry.user)
    place = [scene.league.campaign.slug, 1, scene.game.table]
    page = client.get(reverse("campaigns:game", args=place)).content.decode()
    assert "Let them act as organiser on this game" in page
    client.post(reverse("act:consent_to_organiser", args=place), {"given": "on"})
    request = requests.MoveDeadline(week=1, what="games", until=later(), chosen=("later",))
    ruling_operations.rule(scene.league.campaign, scene.organiser, request, "Snow.")
    act = Act.objects.get(kind="league.ruling")
    assert act.sentence.endswith(f"{scene.foe.entry.label} agreed to that beforehand.")
    client.post(reverse("act:consent_to_organiser", args=place), {})
    with pytest.raises(Refusal, match="another organiser rules on it"):
        results.forfeit(scene.game, scene.organiser, scene.foe, "Did not come.")


def test_nobody_consents_for_the_other(scene):
    with pytest.raises(Refusal, match="does not organise"):
        game_operations.consent(scene.own, scene.organiser, True)


# -- what needs another scene ------------------------------------------------------------------------


def test_an_organiser_moves_others_between_divisions_and_not_themselves(make_league):
    from mfcampaign.campaigns.divisions import operations as divisions

    league = make_league(players=4, name="Divided")
    league.found_all()
    divisions.name_divisions(league.campaign, league.organiser, ["High", "Low"])
    league.start()
    opening.add_organiser(league.campaign, league.organiser, league.players[0])
    ranks = league.campaign.divisions.in_bulk(field_name="pk")
    for number, ruled in ((1, True), (0, False)):
        entry = league.entry(number)
        to = next(pk for pk in ranks if pk != entry.division_id)
        if ruled:
            divisions.place(league.campaign, league.players[0], entry.pk, to)
            continue
        with pytest.raises(Refusal, match="your division would change"):
            divisions.place(league.campaign, league.players[0], entry.pk, to)


def test_a_pair_rule_of_ones_own_is_another_organisers(scene):
    parted(scene)
    rule = scene.league.campaign.pair_rules.get()
    with pytest.raises(Refusal, match="whom you meet would change"):
        plan.lift_rule(rule, scene.organiser)
    plan.lift_rule(rule, scene.league.organiser)


def test_a_stand_in_is_named_by_the_player_and_not_by_the_organiser_they_meet(scene):
    with pytest.raises(Refusal, match="who plays the other side"):
        stand_ins.name_stand_in(scene.foe.entry, scene.organiser, 1, person("weak").username)
    stand_ins.name_stand_in(scene.foe.entry, scene.foe.entry.user, 1, "weak")


def test_acts_of_the_console_are_all_declared_or_rulings():
    """What the console does beside the declared acts goes through the same operations."""
    assert set(ORGANISER_ACTIONS) == {
        "invite",
        "guest",
        "guest-link",
        "retire",
        "deadline",
        "holiday",
        "award",
        "scenario",
    }


def test_the_guard_is_at_the_boundary_of_every_act(scene):
    """An act that nobody wrote yet is looked at as well."""
    with pytest.raises(Refusal, match="another organiser rules on it"), transaction.atomic():
        with operation(scene.league.campaign, scene.organiser, kind="league.some_new_act"):
            GameSide.objects.filter(pk=scene.foe.pk).update(crew_submitted_at=timezone.now())
