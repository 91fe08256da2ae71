"""A real table recorded from the phone, to the same result as play, and into the league's report."""

from __future__ import annotations

import re

import msgspec
import pytest
from django.http import Http404, QueryDict
from django.test import Client
from django.urls import reverse

from mfcampaign.accounts.past import past_of
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.models import ArsenalModel, Report
from mfcampaign.campaigns.scripted import play as scripted_play
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import between_games, creation, outbox, recording
from mfcampaign.play.operations.log import StaleVersion
from mfcampaign.play.operations.waiting import WaitingEntry, Written
from mfcampaign.play.operations.watching import let_watch
from mfcampaign.play.queries.record_page import entries_of
from mfcampaign.play.watching import watching
from rules.campaign.arsenal import OwnedUpgrade
from rules.editions.m3e.arsenal.cards import ScriptedCards
from rules.editions.m3e.examples.encounters import skirmish
from rules.editions.m3e.play.scoring.registry import RULES_OF
from rules.editions.m3e.played import PLAYED
from rules.game.league.terms import Award, OpenPortion, SideTerms
from rules.game.narration import Names
from rules.game.results.result import EncounterResult
from rules.refusal import Refusal
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401  fixtures
from tests.play.playing import against_bot, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(make_league):  # noqa: F811
    """A game of a league, both Crews revealed."""
    league = make_league(players=2)
    league.found_all()
    league.start()
    game_ = league.games()[0]
    for side in scripted_play.sides(game_):
        scripted_play.submit_crew(side)
    game_.refresh_from_db()
    return game_


@pytest.fixture
def at(game):
    """The address by which its players come to the record."""
    return f"/leagues/{game.week.campaign.slug}/week/{game.week.number}/games/{game.table}/play/"


def browser(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def begun(game, at) -> Encounter:
    own = game.sides.get(seat=0).entry.user
    assert "Start recording" in browser(own).get(at).content.decode()
    browser(own).post(at)
    return Encounter.objects.get(origin=league_play.origin_key(game))


def tap(client, row, value, **more):
    row.refresh_from_db()
    return client.post(row.get_absolute_url() + "enter/", {"tap": value, "seen": row.version, **more})


def test_from_the_first_tap_to_the_report_in_the_league(game, at):
    row = begun(game, at)
    one, two = (game.sides.get(seat=seat).entry.user for seat in (0, 1))
    mine, theirs = browser(one), browser(two)
    assert theirs.get(at).status_code == 302, "one record for both"
    tap(mine, row, "turn:1")
    tap(theirs, row, "hurt:b1:2")
    page = mine.get(row.get_absolute_url()).content.decode()
    assert "Turn 1" in page
    assert "suffers 2 damage" in page
    tap(mine, row, "turn:2")
    row.refresh_from_db()
    strategy = loading.record_of(row).state.strategy
    sent = {"do": "score", "seat": 0, "source": strategy, "step": "strategy", "seen": row.version}
    mine.post(row.get_absolute_url() + "enter/", sent)
    tap(mine, row, "slay:b2")
    assert "Finished Off flip of" in theirs.get(row.get_absolute_url()).content.decode()
    row.refresh_from_db()
    fall = {"do": "finished_off", "model": "b2", "card": "9r", "how": "killed", "seen": row.version}
    theirs.post(row.get_absolute_url() + "enter/", fall)
    tap(mine, row, "over")
    row.refresh_from_db()
    result = msgspec.convert(row.result, EncounterResult)
    assert (row.state, result.ended_turn) == ("over", 2)
    assert result.seats[0].strategy_vp == (0, 1)
    (casualty,) = result.seats[1].casualties
    assert casualty.finished_off
    assert casualty.model_id == loading.setup_of(row).arsenal_ids()["b2"]
    mine.post(at + "report/")
    assert Report.objects.get(game=game).result["seats"][0]["strategy_vp"] == [0, 1]
    theirs.post(at + "report/")
    game.refresh_from_db()
    assert game.state == "aftermath", "both sent the same: it stands, and the aftermath begins"


def test_an_entry_is_taken_back_and_stays_in_the_log(game, at):
    row = begun(game, at)
    one = game.sides.get(seat=0).entry.user
    client = browser(one)
    tap(client, row, "turn:1")
    tap(client, row, "hurt:a1:1")
    hurt = loading.record_of(row).state.models["a1"]
    row.refresh_from_db()
    client.post(row.get_absolute_url() + "undo/", {"seen": row.version})
    row.refresh_from_db()
    back = loading.record_of(row).state.models["a1"]
    assert back.health == hurt.health + 1
    assert [d.undone_by is not None for d in row.decisions.all()][-3:] == [False, True, False]


def test_two_phones_do_not_overwrite_each_other_and_nonsense_is_refused(game, at):
    row = begun(game, at)
    one, two = (game.sides.get(seat=seat).entry.user for seat in (0, 1))
    seen = row.version
    recording.enter(row, one, [{"do": "turn", "turn": 1}], seen=seen)
    with pytest.raises(StaleVersion):
        recording.enter(row, two, [{"do": "turn", "turn": 1}], seen=seen)
    answer = browser(two).post(row.get_absolute_url() + "enter/", {"tap": "turn:1", "seen": seen})
    assert answer.status_code == 409
    assert "Turn 1 begins" in answer.content.decode()
    with pytest.raises(Refusal, match="cannot follow"):
        recording.enter(row, one, [{"do": "turn", "turn": 5}], seen=row.version)
    entry = {"do": "finished_off", "model": "a1", "card": "9r"}
    with pytest.raises(Refusal, match="still standing"):
        recording.enter(row, one, [entry], seen=row.version)


def test_hidden_schemes_are_their_owners_alone(game, at):
    row = begun(game, at)
    one, two = (game.sides.get(seat=seat).entry.user for seat in (0, 1))
    pool = loading.record_of(row).state.pool
    row.refresh_from_db()
    entry = {"do": "schemes", "seat": 0, "schemes": [pool[0], pool[1]]}
    recording.enter(row, one, [entry], seen=row.version)
    assert f"{pool[0]} (hidden)" in browser(one).get(row.get_absolute_url()).content.decode()
    other = browser(two).get(row.get_absolute_url()).content.decode()
    assert "Schemes chosen" in other
    assert f"chooses {pool[0]}" not in other
    assert f"+1 VP {pool[0]}" not in other


def test_what_the_other_side_hides_nobody_else_enters_or_compares(game, at):
    """Not on the page, not by a device that guesses: the answer is the same whatever they hold."""
    row = begun(game, at)
    one, two = (game.sides.get(seat=seat).entry.user for seat in (0, 1))
    browser(two).get(at)
    pool = loading.record_of(row).state.pool
    row.refresh_from_db()
    guessed = {"do": "schemes", "seat": 1, "schemes": [pool[0], pool[1]]}
    with pytest.raises(Refusal, match="other side’s to say"):
        recording.enter(row, one, [guessed], seen=row.version)
    base = row.version
    recording.enter(row, two, [guessed], seen=row.version)
    answers = []
    for number, names in enumerate((pool[:2], pool[2:4])):
        form = f"do=schemes&seat=1&schemes={names[0]}&schemes={names[1]}"
        waiting = WaitingEntry(
            f"device.{number}.0", "device", number, row.public_id, base, Written("enter", form)
        )
        answer = outbox.take(one, waiting)
        answers.append((answer.is_, answer.sentence, answer.theirs))
    assert answers[0] == answers[1]
    assert answers[0][:2] == ("refused", "That is the other side’s to say.")
    assert not [name for name in pool if name in str(answers)]
    entry = {"do": "reveal", "seat": 1, "scheme": pool[0]}
    with pytest.raises(Refusal, match="other side’s to say"):
        recording.enter(row, one, [entry], seen=row.version)


def test_a_model_has_one_name_in_the_arsenal_the_record_and_the_report(make_league):  # noqa: F811
    league = make_league(players=2)
    league.found_all()
    for entry in league.campaign.entries.all():
        ArsenalModel.objects.filter(pk=entry.models.filter(is_leader=False).first().pk).update(nickname="Rex")
    league.start()
    game = league.games()[0]
    for side in scripted_play.sides(game):
        scripted_play.submit_crew(side)
    game.refresh_from_db()
    at = f"/leagues/{league.campaign.slug}/week/{game.week.number}/games/{game.table}/"
    row = begun(game, f"{at}play/")
    setup, state = loading.setup_of(row), loading.record_of(row).state
    members = [member for seat in game.reveal["seats"] for member in seat["members"]]
    by_arsenal = {member["id"]: member["name"] for member in members}
    names = {number: Names(state)(model) for model, number in setup.arsenal_ids().items()}
    alone = [number for number, name in by_arsenal.items() if [*by_arsenal.values()].count(name) == 1]
    assert {number: names[number] for number in alone} == {number: by_arsenal[number] for number in alone}
    assert [name for name in names.values() if name.startswith("Rex (")]
    client = browser(game.sides.get(seat=0).entry.user)
    record = client.get(row.get_absolute_url()).content.decode()
    report = client.get(f"{at}report/").content.decode()
    for number in alone:
        assert names[number] in record
        assert names[number] in report


def test_the_overview_that_both_hold_up_names_no_hidden_scheme(game, at):
    row = begun(game, at)
    one = game.sides.get(seat=0).entry.user
    pool = loading.record_of(row).state.pool
    row.refresh_from_db()
    entry = {"do": "schemes", "seat": 0, "schemes": [pool[0], pool[1]]}
    recording.enter(row, one, [entry], seen=row.version)
    page = browser(one).get(row.get_absolute_url()).content.decode()
    overview = page.partition('id="overview"')[2].partition("</dialog>")[0]
    assert "VP" in overview
    assert not [name for name in pool if name in overview]


def test_a_friendly_game_counts_among_ones_games_if_one_wishes(client):
    mara, jonas = person("mara"), person("jonas")
    row = creation.create(mara, skirmish("counted"), opponent="known", other=jonas, mode="record")
    client.force_login(mara)
    count = reverse("act:count_play_in_history", args=[row.public_id])
    assert "not over" in client.post(count, {"counted": "on"}, follow=True).content.decode()
    recording.enter(row, mara, [{"do": "turn", "turn": 1}, {"do": "turn", "turn": 2}], seen=row.version)
    scored = {"do": "score", "seat": 0, "source": "Reckoning", "step": "strategy"}
    recording.enter(row, mara, [scored, {"do": "over"}], seen=row.version)
    assert past_of(mara, mara.pk).games == ()
    assert "Count it among my games" in client.get(row.get_absolute_url()).content.decode()
    page = client.post(count, {"counted": "on"}, follow=True).content.decode()
    assert "It counts among your games" in page
    (game_,) = past_of(mara, mara.pk).games
    assert (game_.opponent, game_.vp, game_.vp_against, game_.won) == ("jonas", 1, 0, True)
    assert game_.path == row.get_absolute_url()
    assert past_of(jonas, jonas.pk).games == (), "each decides for oneself"
    client.post(count, {})
    assert past_of(mara, mara.pk).games == ()


def test_games_of_a_league_and_against_bots_are_not_counted_as_friendly(game, at):
    row = begun(game, at)
    one = game.sides.get(seat=0).entry.user
    with pytest.raises(Refusal, match="among your games anyway"):
        between_games.count_in_history(row, one, True)
    mara = person("mara")
    with pytest.raises(Refusal, match="practice"):
        between_games.count_in_history(against_bot(mara), mara, True)


@pytest.mark.rule("SL-WITHDRAW-01", "SL-WITHDRAW-04", "SL-BOUNTY-05", "SL-FINISH-05")
def test_withdrawal_ticks_killers_and_cheated_cards_are_on_the_page(game, at):
    row = begun(game, at)
    one = game.sides.get(seat=0).entry.user
    hunt = SideTerms(
        bounty="hunt",
        bounty_name="The Hunt",
        portions=(OpenPortion(id="kill-one", goal="Kill one", left=1),),
        awards=(Award(1, "Hold the middle", 2),),
    )
    setup = loading.setup_of(row)
    terms = msgspec.structs.replace(
        setup.terms,
        sides=(hunt, setup.terms.sides[1]),
        event="Market Day",
        effect="On the table: four stalls.",
    )
    retort = ScriptedCards().upgrade(
        OwnedUpgrade(id=9, slug="retribution", name="Retribution", kind="equipment"), "Strikes back."
    )
    first = setup.crews[0].models[0]
    bearer = msgspec.structs.replace(first, upgrades=(*first.upgrades, retort.slug))
    crew = msgspec.structs.replace(setup.crews[0], models=(bearer, *setup.crews[0].models[1:]))
    changed = msgspec.structs.replace(
        setup, terms=terms, crews=(crew, setup.crews[1]), upgrades=setup.upgrades | {retort.slug: retort}
    )
    row.setup = msgspec.json.encode(changed).decode()
    row.save(update_fields=["setup"])
    client = browser(one)
    tap(client, row, "turn:1")
    page = client.get(row.get_absolute_url()).content.decode()
    assert "On the table: four stalls." in page
    assert "It was hurt" not in page
    tap(client, row, "hurt:a1:1")
    page = client.get(row.get_absolute_url()).content.decode()
    assert "It was hurt" in page, "what it bears is said when its moment comes"
    assert "Strategic Withdrawal" in page
    assert "Kill one" in page
    row.refresh_from_db()
    slain = {"do": "slay", "model": "b2", "by": "a1", "seen": row.version}
    client.post(row.get_absolute_url() + "enter/", slain)
    row.refresh_from_db()
    fall = {"do": "finished_off", "model": "b2", "card": "2c", "cheated_from": "9r", "how": "killed"}
    client.post(row.get_absolute_url() + "enter/", {**fall, "seen": row.version})
    tap(client, row, "tick:0:kill-one")
    tap(client, row, "award:0:1")
    tap(client, row, "withdraw:1")
    page = client.get(row.get_absolute_url()).content.decode()
    assert "withdrew in Turn 1" in page
    assert "Nothing more can be ticked" in page
    assert page.count("Finished Off flip of") == 0, "who withdrew owes no flip"
    tap(client, row, "over")
    row.refresh_from_db()
    result = msgspec.convert(row.result, EncounterResult)
    ids = setup.arsenal_ids()
    (fell,) = result.seats[1].casualties
    assert (fell.flip, fell.cheated_from, fell.killed_by) == ("2c", "9r", ids["a1"])
    assert (result.seats[0].bounty_ticks, result.seats[0].event_scrip) == (("kill-one",), 2)
    assert result.seats[1].withdrew_turn == 1
    page = client.get(row.get_absolute_url()).content.decode()
    assert f"{setup.crews[0].name} wins" in " ".join(page.split()), "who withdrew early has lost a 0–0"
    assert "An early Strategic Withdrawal leaves that Crew without VP." in page


def test_a_card_is_picked_by_two_taps_a_joker_by_one():
    def picked(**post):
        data = QueryDict(mutable=True)
        data.update({"do": "card", "seat": "0", **post})
        return entries_of(data, PLAYED)[0]["card"]

    assert picked(**{"card-value": "10", "card-suit": "r"}) == "10r"
    assert picked(**{"card-value": "BJ", "card-suit": "m"}) == "BJ"
    assert picked(card="3c") == "3c"
    assert picked(**{"card-suit": "r"}) == "", "the core says that this is no card"


def test_a_summoned_model_is_written_down_from_those_the_crews_may_bring(client):
    mara = person("mara")
    row = creation.create(mara, skirmish("summons"), mode="record")
    client.force_login(mara)
    page = client.get(row.get_absolute_url()).content.decode()
    assert "A model was Summoned" in page
    assert '<option value="rasputina">' not in page, "nobody Summons a Leader"
    slug = page.partition('id="summon-card"')[2].partition('<option value="')[2].partition('"')[0]
    sent = {"do": "summon", "seat": "1", "card": slug, "seen": row.version}
    assert client.post(row.get_absolute_url() + "enter/", sent).status_code == 302
    *_, new = loading.record_of(row).state.models.values()
    assert (new.card, new.seat, new.where) == (slug, 1, "table")


def test_strategy_and_schemes_are_read_beside_the_cards(game, at):
    row = begun(game, at)
    page = browser(game.sides.get(seat=0).entry.user).get(row.get_absolute_url() + "cards/").content.decode()
    state = loading.record_of(row).state
    for name in (state.strategy, *state.pool):
        assert f"<summary>{name}</summary>" in page
        assert RULES_OF[name][0] in page


def test_home_leads_to_the_tracker_and_not_past_it(game, at):
    row = begun(game, at)
    client = browser(game.sides.get(seat=0).entry.user)
    page = client.get("/").content.decode()
    assert "Continue the record of your game against" in page
    assert f'href="{row.get_absolute_url()}"' in page
    assert f'href="{at.removesuffix("play/")}report/"' not in page


def test_a_record_is_watched_by_link_without_its_hidden_schemes(client):
    mara, jonas = person("mara"), person("jonas")
    row = creation.create(mara, skirmish("watched"), opponent="known", other=jonas, mode="record")
    with pytest.raises(Http404):
        watching(mara, "")
    let_watch(row, mara, "live")
    assert row.watch_link == ""
    let_watch(row, jonas, "live")
    recording.enter(
        row, mara, [{"do": "schemes", "seat": 0, "schemes": ["Outflank", "Vendetta"]}], seen=row.version
    )
    recording.enter(
        row, mara, [{"do": "turn", "turn": 1}, {"do": "hurt", "model": "b1", "amount": 2}], seen=row.version
    )
    page = client.get(f"/play/watch/{row.watch_link}/").content.decode()
    assert "suffers 2 damage" in page
    assert "Outflank" not in page
    assert "in hand" not in page, "their cards are on their table"
    let_watch(row, jonas, "")
    assert client.get(f"/play/watch/{row.watch_link or 'none'}/").status_code == 404


@pytest.mark.rule("M3E-TURN-21", "M3E-SCHEME-02")
def test_what_cannot_score_now_is_said_before_and_offered_for_later(game, at):
    """By the record's own check; a page kept on Turn 1 writes the VP of later Turns down."""
    row = begun(game, at)
    one = browser(game.sides.get(seat=0).entry.user)
    strategy = loading.record_of(row).state.strategy

    def buttons() -> list[tuple[bool, bool]]:
        """Of each side's Strategy: whether it may be written down for later, whether it is disabled."""
        page = one.get(row.get_absolute_url()).content.decode()
        button = rf'( data-later)? name="step"\s+value="strategy"( disabled)?>\+1 VP {re.escape(strategy)}<'
        return [(bool(later), bool(disabled)) for later, disabled in re.findall(button, page)]

    tap(one, row, "turn:1")
    assert buttons() == [(True, True), (True, True)], "record.mjs lets it be written down while entries wait"
    page = one.get(row.get_absolute_url()).content.decode()
    assert page.count("Nothing scores on Turn 1.") == 2
    tap(one, row, "turn:2")
    assert buttons() == [(False, False), (False, False)]
    tap(one, row, f"score:0:{strategy}:strategy")
    assert buttons() == [(True, True), (False, False)]
    assert f"{strategy} has scored this Turn." in one.get(row.get_absolute_url()).content.decode()
    for turn in (3, 4, 5):
        tap(one, row, f"turn:{turn}")
        tap(one, row, f"score:0:{strategy}:strategy")
    assert buttons() == [(False, True), (False, False)], (
        "on the last Turn, or with all it can score, never more"
    )
