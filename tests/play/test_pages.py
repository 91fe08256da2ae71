"""What people see at the table: the question on top, nobody's hand but their own, what they missed."""

from __future__ import annotations

import gzip
import json
import re
from itertools import islice
from typing import Any

import pytest
from django.test import Client
from msgspec.structs import replace

from mfcampaign.play import access, loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing
from mfcampaign.play.queries import encounter_page
from mfcampaign.play.queries.questions import question_of
from mfcampaign.web.static import bare
from rules.dialogue import Number, Several
from rules.editions.m3e.examples.encounters import skirmish, skirmish_among_terrain
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.play.setup.agreed import PRACTICE
from rules.editions.m3e.simulation.bots import Greedy
from rules.fate.shuffle import Stream, digest
from rules.game.pictures.board import unseen_words
from rules.game.procedure.asks import Ask
from rules.game.setup.setup import EncounterSetup
from rules.game.table_access.exact_moves import MoveTargets
from rules.game.table_access.spots import grid, is_place
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import barbed_wire
from tests.play.playing import SMALL, against_bot, duel, go_on, lay_down, part, person, set_up
from tests.project.test_guards import ROOT

pytestmark = pytest.mark.django_db


@pytest.fixture
def two():
    return person("mara"), person("jonas")


def browser(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def at_activation(row: Encounter, people) -> None:
    for _ in range(60):
        go_on(row, people, 1)
        row.refresh_from_db()
        if row.checkpoint and loading.play_of(row).state.crews[0].hand:
            return


def test_the_asked_sees_the_question_and_the_other_whom_the_encounter_waits_for(two):
    row = duel(*two)
    ask = loading.play_of(row).asks[0]
    text = browser(two[ask.seat]).get(row.get_absolute_url()).content.decode()
    other = browser(two[1 - ask.seat]).get(row.get_absolute_url()).content.decode()
    assert "A number from 0 to 53" in text
    assert "A number from 0 to 53" not in other
    assert f"Waiting for {two[ask.seat]}" in other


def test_no_page_shows_a_hand_to_the_other(two):
    row = duel(*two)
    at_activation(row, dict(enumerate(two)))
    crews = loading.play_of(row).state.crews
    hands = [[card.spoken for card in crew.hand] for crew in crews]
    assert hands[0]
    assert hands[1]
    for seat in (0, 1):
        client = browser(two[seat])
        for page in ("", "replay/", "proof/", "proof.json", "now/?seen=0&state=playing"):
            text = client.get(row.get_absolute_url() + page).content.decode()
            other = crews[1 - seat].name
            hidden = [card for card in hands[1 - seat] if f"{other} draws the {card}" in text]
            assert not hidden, page
        own = client.get(row.get_absolute_url()).content.decode()
        assert all(f'aria-label="{card}"' in own for card in hands[seat])
        secret = [card for card in hands[1 - seat] if card not in hands[seat]]
        conflict = [c.spoken for crew in loading.play_of(row).state.crews for c in crew.conflict]
        assert not [c for c in secret if f'aria-label="{c}"' in own and c not in conflict]


def test_strangers_learn_nothing_until_it_is_over(two):
    row = duel(*two)
    stranger = browser(person("stranger"))
    assert stranger.get(row.get_absolute_url()).status_code == 404
    playing.give_up(row, two[0], 0)
    assert "given up" in stranger.get(row.get_absolute_url()).content.decode()


def test_an_answer_goes_by_a_plain_form_once_and_a_second_tap_does_nothing(two):
    row = duel(*two)
    ask = loading.play_of(row).asks[0]
    client = browser(two[ask.seat])
    sent = {"seat": ask.seat, "kind": "cut", "seen": 0, "key": "once", "number": "5"}
    for _ in range(2):
        answer = client.post(row.get_absolute_url() + "answer/", sent)
        assert answer.status_code == 302
    assert [d.value for d in row.decisions.all()] == ["5"]


def test_409_with_what_was_missed(two):
    row = duel(*two)
    people = dict(enumerate(two))
    go_on(row, people, 4)
    ask = loading.play_of(row).asks[0]
    stale = {"seat": ask.seat, "kind": ask.kind, "seen": 1, "key": "late"}
    answer = browser(two[ask.seat]).post(row.get_absolute_url() + "answer/", stale)
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "The Encounter went on meanwhile" in text
    assert "deck is cut" in text or "is shuffled" in text, "what happened since stands there in words"
    row.refresh_from_db()
    assert row.version == 4


def test_the_page_follows_and_leaves_the_open_question_alone(two):
    row = duel(*two)
    ask = loading.play_of(row).asks[0]
    client = browser(two[ask.seat])
    where = row.get_absolute_url() + "now/"
    assert client.get(f"{where}?seen=0&state=playing").status_code == 204
    other = browser(two[1 - ask.seat])
    client.post(
        row.get_absolute_url() + "answer/", {"seat": ask.seat, "kind": "cut", "seen": 0, "number": "0"}
    )
    text = other.get(f"{where}?seen=0&state=playing&q=-0").content.decode()
    assert 'id="encounter-now"' in text
    assert 'id="question"' in text, "the question is theirs now"
    digest = text.split("&amp;q=")[1].split('"')[0]
    again = other.get(f"{where}?seen=0&state=playing&q={digest}").content.decode()
    assert 'id="question"' not in again, "the same question keeps what is being typed"
    assert 'id="board"' in again, "the board follows all the same"


def test_whoever_has_the_link_sits_down_once(two):
    row = creation.create(two[0], SMALL)
    link = f"/play/join/{row.seats.get(user=None).invitation}/"
    text = browser(two[0]).get(row.get_absolute_url()).content.decode()
    assert link in text
    assert browser(two[1]).post(link).status_code == 302
    assert row.seats.get(seat=1).user == two[1]
    assert browser(person("late")).get(link).status_code == 404


def test_the_form_sent_again_finds_the_encounter_it_set_up_and_nobody_elses(two):
    form = browser(two[0]).get("/play/new/").content.decode()
    sent = {"crews": "two", "opponent": "greedy", "seat": "0"}
    sent["name"] = re.search(r'name="name" value="([^"]{12})"', form)[1]
    first, again = (set_up(browser(two[0]), **sent) for _ in range(2))
    assert first["Location"] == again["Location"] == Encounter.objects.get().get_absolute_url()
    other = set_up(browser(two[1]), **sent)
    assert other.status_code == 422
    assert "This form was not made for you." in other.content.decode()
    nameless = set_up(browser(two[1]), **sent | {"name": ""})
    assert nameless.status_code == 422
    assert "Load it again" in nameless.content.decode()
    assert Encounter.objects.count() == 1


def test_a_new_encounter_against_a_bot_starts_with_a_spoken_phrase(two):
    client = browser(two[0])
    response = set_up(client, crews="two", opponent="greedy", seat="0")
    row = Encounter.objects.get()
    assert response["Location"] == row.get_absolute_url()
    assert "The shuffles" in client.get(row.get_absolute_url()).content.decode()
    short = client.post(row.get_absolute_url() + "fate/", {"do": "speak", "seat": 0, "given": "too short"})
    assert short.status_code == 409
    phrase = "the crows of the quarter sing at dusk"
    client.post(row.get_absolute_url() + "fate/", {"do": "speak", "seat": 0, "given": phrase})
    row.refresh_from_db()
    assert row.state == "playing"
    assert 'aria-label="Your question"' in client.get(row.get_absolute_url()).content.decode()


def test_the_short_practice_flips_its_scenario_as_any_encounter_does(two):
    setup = PRACTICE["two"][1]()
    assert (setup.attacker, setup.strategy, setup.deployment, setup.pool) == (None, "", "", ())
    row = creation.create(two[0], setup, opponent="hot")
    lay_down(row, {0: two[0], 1: two[0]})
    assert loading.play_of(row).state.crews[0].name == "Frontier"
    page = browser(two[0]).get(row.get_absolute_url()).content.decode()
    assert "The scenario is not determined yet" in page
    assert "None" not in page


def test_the_last_page_says_how_it_ended(two):
    row = duel(*two)
    row.state = Encounter.State.OVER
    row.save()
    assert "A draw." in browser(two[0]).get(row.get_absolute_url()).content.decode()
    row.state = Encounter.State.LEFT
    row.save()
    assert "there is no result" in browser(two[0]).get(row.get_absolute_url()).content.decode()


def test_hot_seat_hides_the_question_behind_the_one_who_is_asked(two):
    row = creation.create(two[0], SMALL, opponent="hot")
    lay_down(row, {0: two[0], 1: two[0]})
    text = browser(two[0]).get(row.get_absolute_url()).content.decode()
    assert "Pass the device" in text
    closed = '<details class="next-turn">'
    for _ in range(12):
        row.refresh_from_db()
        (ask, *_more) = loading.play_of(row).asks
        field = {"Number": "number", "OneOf": "choice"}.get(type(ask.options).__name__, "choices")
        sent = {
            "seat": ask.seat,
            "kind": ask.kind,
            "seen": row.version,
            field: next(iter(ask.options.listed())),
        }
        at = f"{row.get_absolute_url()}answer/"
        parts = browser(two[0]).post(at, sent, headers={"HX-Request": "true"}).content.decode()
        (following, *_more) = loading.play_of(Encounter.objects.get(pk=row.pk)).asks
        assert (closed in parts) == ("Pass the device" in parts) == (following.seat != ask.seat)


def test_a_refusal_leaves_with_the_next_answer(two):
    row = duel(*two)
    (ask,) = loading.play_of(row).asks
    client, at = browser(two[ask.seat]), f"{row.get_absolute_url()}answer/"
    sent = {"seat": ask.seat, "kind": ask.kind, "seen": row.version}
    htmx = {"HX-Request": "true"}
    refused = client.post(at, {**sent, "number": "999"}, headers=htmx)
    assert refused.status_code == 409
    assert "That is not one of the answers." in refused.content.decode()
    assert 'id="encounter-now"' not in refused.content.decode(), "the page stays as it is"
    taken = client.post(at, {**sent, "number": "3"}, headers=htmx).content.decode()
    shown = re.search(r'<div id="messages"[^>]*hx-swap-oob="true">(.*?)</div>', taken, re.DOTALL)
    assert shown is not None
    assert not shown[1].strip()


def test_a_part_that_is_opened_once_more_says_nothing_of_settled_shuffles(two):
    row = creation.create(two[0], SMALL, opponent="hot")
    lay_down(row, {0: two[0], 1: two[0]})
    client = browser(two[0])
    opened = {"do": "open", "seat": 1, "given": part(row, 1).hex()}
    page = client.post(row.get_absolute_url() + "fate/", opened, follow=True).content.decode()
    assert "settled" not in page
    assert "Pass the device" in page


def test_every_kind_of_question_has_a_form_that_answers_it(two):
    """A whole Encounter through the forms: whatever is asked can be read off the page and posted."""
    from rules.fate.shuffle import Stream, digest

    row = against_bot(two[0], setup=SMALL)
    client, kinds = browser(two[0]), set()
    for number in range(120):
        row.refresh_from_db()
        if row.over:
            break
        encounter = loading.play_of(row)
        ask = encounter.asks[0]
        question = question_of(ask, encounter.state)
        assert len(set(question.about)) == len(question.about)
        assert not question.about or not question.text.startswith(f"{question.about[0]}: ")
        value = ask.options.sample(Stream(digest("forms", str(number))))
        sent = {"seat": 0, "kind": ask.kind, "seen": row.version, "key": f"k{number}"}
        sent |= {
            "one": lambda v=value: {"choice": v},
            "several": lambda v=value: {"choices": v},
            "ordered": lambda v=value: {f"position-{n}": key for n, key in enumerate(v, 1)},
            "number": lambda v=value: {"number": str(v)},
            "spot": lambda v=value: {"x": str(v[0]), "y": str(v[1])},
            "commands": dict,
        }[question.control]()
        answer = client.post(row.get_absolute_url() + "answer/", sent)
        assert answer.status_code == 302, (ask, sent, answer.content.decode()[:3000])
        kinds.add(question.control)
    assert {"one", "spot"} <= kinds


def test_the_replay_steps_by_decision_and_by_activation(two):
    row = duel(*two)
    at_activation(row, dict(enumerate(two)))
    go_on(row, dict(enumerate(two)), 12)
    row.refresh_from_db()
    client = browser(two[0])
    last = client.get(row.get_absolute_url() + "replay/").content.decode()
    assert f"Moment {row.version} of {row.version}" in last
    first = client.get(row.get_absolute_url() + "replay/?at=1").content.decode()
    assert 'href="?at=2"' in first
    assert "Activates" in last
    tokens, table = (client.get(row.get_absolute_url() + page).content.decode() for page in ("replay/", ""))
    named = re.compile(r'token-name"[^>]*>([^<]+)|standing-mark[^>]*>([^<]+)')
    assert sorted(set(named.findall(tokens))) == sorted(set(named.findall(table))), "as on the play page"
    row.refresh_from_db()
    text = client.get(row.get_absolute_url() + "replay/?at=0").content.decode()
    assert "is shuffled (54 cards)" in text


def test_whom_an_action_may_target_begins_with_the_other_side(two):
    """And what a heading asks is said once."""
    row = against_bot(two[0])
    encounter, bot = loading.play_of(row), Greedy(Stream(digest("targets")))
    whose: list[int] = []
    for _ in range(600):
        ask = encounter.asks[0]
        if ask.kind == "first":
            assert not re.search(r"\([ab]\d", ask.options.choices[1].label), "names, no keys"
        shown = question_of(ask, encounter.state)
        if ask.kind == "schemes":
            assert (shown.heading, shown.how_many) == ("Which Schemes?", "Choose 2")
            assert shown.text.startswith(encounter.state.strategy), "what the Strategy scores"
        if ask.kind == "deploy":
            assert (shown.heading, shown.text) == ("Where is it deployed?", ""), "named beside it"
            assert shown.named
        if ask.kind == "target":
            assert shown.heading == "Whom?"
            assert "whom?" not in shown.text.casefold()
            whose = [encounter.state.models[choice.value].seat for choice in shown.choices]
            if len(set(whose)) == 2:
                break
        encounter.answer(ask.seat, bot.answer(encounter, ask))
    assert whose == sorted(whose, key=lambda seat: seat == ask.seat)
    assert len(set(whose)) == 2


def test_a_preview_names_the_place_to_answer_with_where_something_stops_the_move(two):
    row = against_bot(two[0], setup=skirmish_among_terrain("spot 1"))
    bot, aims = Greedy(Stream(digest("spot 1"))), []
    for _ in range(300):
        encounter = loading.play_of(row)
        ask = encounter.asks[0]
        options = ask.options
        if isinstance(options, MoveTargets) and options.straight:
            near = [grid(x + 0.04, y - 0.03) for x, y in islice(options.listed(), 8)]
            aims = [aim for aim in near if options.contains(aim) and options.end(aim).x != aim[0]]
            if aims:
                break
        playing.answer(row, two[0], 0, bot.answer(encounter, ask), kind=ask.kind, seen=row.version)
        row.refresh_from_db()
    x, y = aims[0]
    shown = browser(two[0]).get(row.get_absolute_url() + "spot/", {"x": x, "y": y}).json()
    assert shown["legal"]
    assert shown["means"] == [x, y]
    assert [shown["x"], shown["y"]] != [x, y], "it stops before"


@pytest.mark.rule("M3E-ACT-18", "M3E-LOS-02")
def test_who_is_in_range_but_out_of_sight_is_named_where_a_target_is_chosen(two):
    row = against_bot(two[0], setup=skirmish_among_terrain("sight 1"))
    bot, unseen = Greedy(Stream(digest("sight 1"))), ()
    for _ in range(300):
        play = playing_of(row)
        if play.over or (unseen := unseen_words(play.table, play.state, play.asks[0])):
            break
        ask = play.asks[0]
        playing.answer(row, two[0], 0, bot.answer(play, ask), kind=ask.kind, seen=row.version)
    page = " ".join(browser(two[0]).get(row.get_absolute_url()).content.decode().split())
    assert unseen
    assert f"In range, but out of sight: {', '.join(unseen)}." in page


AFTERWARDS = "1 damage once the Action is resolved"


@pytest.mark.rule("M3E-TRAIT-08")
def test_a_preview_and_the_list_of_places_name_the_hazardous_terrain_on_the_way(two):
    wire = barbed_wire("wire", rectangle(0, 0, 36, 36))
    row = against_bot(two[0], setup=replace(skirmish_among_terrain("hazard"), terrain=(wire,)))
    bot = Greedy(Stream(digest("hazard")))
    while (ask := (play := playing_of(row)).asks[0]).kind != "destination":
        playing.answer(row, two[0], 0, bot.answer(play, ask), kind=ask.kind, seen=row.version)
    client = browser(two[0])
    x, y = next(place for place in ask.options.listed() if is_place(place))
    shown = client.get(row.get_absolute_url() + "spot/", {"x": x, "y": y}).json()
    assert shown["hazards"] == [{"name": "wire", "effect": AFTERWARDS, "rule": "M3E-TRAIT-08"}]
    page = client.get(row.get_absolute_url()).content.decode()
    assert ", meets Hazardous wire" in page, "without a script too"


def test_of_two_taps_that_cross_the_first_counts_and_the_page_after_it_is_shown(two, monkeypatch):
    row = duel(*two)
    (ask,) = loading.play_of(row).asks
    user, seen = two[ask.seat], row.version
    client, at = browser(user), row.get_absolute_url()
    first, other = islice(ask.options.listed(), 2)
    sent = {"seat": ask.seat, "kind": ask.kind, "seen": seen, "key": "one"}
    field = "number" if isinstance(ask.options, Number) else "choice"
    early = access.own_visit(user, row.public_id)
    client.post(f"{at}answer/", sent | {field: first})
    monkeypatch.setattr(access, "own_visit", lambda *_: early)
    page = client.post(f"{at}answer/", sent | {field: other}, headers={"HX-Request": "true"}).content.decode()
    row.refresh_from_db()
    assert row.decisions.filter(key="one").get().value == json.dumps(first)
    assert f"seen={row.version}&" in page
    assert "Your first answer had arrived and stands" in page


def test_reading_the_table_costs_the_same_however_long_it_was_played(two, django_assert_num_queries):
    row = duel(*two)
    client = browser(two[0])
    go_on(row, dict(enumerate(two)), 3)
    client.get(row.get_absolute_url())
    with django_assert_num_queries(10):
        client.get(row.get_absolute_url())
    go_on(row, dict(enumerate(two)), 20)
    with django_assert_num_queries(10):
        client.get(row.get_absolute_url())


def laid_out(strategy: str, *pool: str) -> EncounterSetup:
    """The practice Crews where all is asked of the first: the Attacker splits and chooses the zone."""
    setup = replace(skirmish("tests"), attacker=0, strategy=strategy, deployment="Corner")
    return replace(setup, pool=pool) if pool else setup


ALL_ASKED = ("Vendetta", "Claim Jump", "Outflank", "Breakthrough", "Power Ritual")


@pytest.mark.parametrize(
    "setup",
    [skirmish("tests"), laid_out("Plant Explosives", *ALL_ASKED), laid_out("Turf War", *ALL_ASKED)],
    ids=["by fate", "tokens are placed", "turf war"],
)
def test_a_stranger_reaches_the_first_activation_in_ten_answers(two, setup):
    """By the forms of the page: a Crew is deployed in one answer, five Tokens are placed in one, as the page
    proposes; what has one answer is not asked, nor whether a bot's deck is cut."""
    row = creation.create(two[0], setup, opponent="level-2")
    client, answers = browser(two[0]), 0
    spoken = {"do": "speak", "seat": 0, "given": "a phrase of my very own choice"}
    page = client.post(row.get_absolute_url() + "fate/", spoken)
    assert page.status_code == 302
    while not (play := playing_of(row)).state.activating and (ask := play.ask_for(0)).kind != "activate":
        sent = {"seat": 0, "kind": ask.kind, "seen": row.version, "key": f"first {answers}"}
        sent |= _proposed(client, row) if ask.more else _filled(play, ask)
        page = client.post(row.get_absolute_url() + "answer/", sent)
        assert page.status_code == 302, page.content.decode()[:2000]
        answers += 1
        row.refresh_from_db()
    kinds = list(loading.counting(row).filter(seat=0).values_list("kind", flat=True))
    ties = max(0, kinds.count("cheat") - 1)
    assert answers - ties <= 10, kinds
    own = [model for model in play.state.models.values() if model.seat == 0]
    assert own
    assert all(model.on_table for model in own)


def test_a_turn_against_the_bot_asks_a_hundred_times_at_most(two):
    """Six seconds for each answer make it ten minutes; the answers are those a bot would give."""
    row = against_bot(two[0])
    bot, asked = Greedy(Stream(digest("a Turn"))), 0
    while (play := playing_of(row)).state.turn < 2:
        ask = play.asks[0]
        asked += play.state.turn
        playing.answer(row, two[0], 0, bot.answer(play, ask), kind=ask.kind, seen=row.version)
    assert 0 < asked <= 100


def playing_of(row: Encounter) -> Play:
    row.refresh_from_db()
    return loading.play_of(row)


def _proposed(client: Client, row: Encounter) -> dict[str, Any]:
    """What the page sends when nothing is changed."""
    page = client.get(row.get_absolute_url()).content.decode()
    return {"series": "1", "choices": re.findall(r'name="choices"\s+value="(\w+)" checked', page)}


def test_more_than_a_series_has_is_refused(two):
    """Without a script nothing stops a sixth cross: five Tokens are placed in one answer, not the first five
    of six."""
    row = creation.create(two[0], laid_out("Plant Explosives"), opponent="level-2")
    lay_down(row, {0: two[0]})
    while (ask := (play := playing_of(row)).ask_for(0)) is not None and not ask.more:
        playing.answer(row, two[0], 0, next(iter(ask.options.listed())), kind=ask.kind, seen=row.version)
    client = browser(two[0])
    proposed = _proposed(client, row)
    assert len(proposed["choices"]) == ask.more + 1 == 5
    sixth = next(one.key for one in ask.options.choices if one.key not in proposed["choices"])
    sent = {"seat": 0, "kind": ask.kind, "seen": row.version, "key": "six"}
    page = client.post(
        row.get_absolute_url() + "answer/",
        sent | proposed | {"choices": [*proposed["choices"], sixth]},
        follow=True,
    )
    assert "That is 6 chosen" in page.content.decode()
    assert playing_of(row).state == play.state


def _filled(play: Play, ask: Ask) -> dict[str, Any]:
    """What a person would send: the Crew at once, else some answer."""
    if ask.kind == "deploy":
        tokens = question_of(ask, play.state).deploys
        places = iter(list(ask.options.listed()))
        return {"placements": json.dumps({token.id: next(places) for token in tokens})}
    value = next(iter(ask.options.listed()))
    if isinstance(ask.options, Several):
        return {"choices": next(v for v in ask.options.listed() if len(v) >= ask.options.least)}
    return {"number": str(value)} if isinstance(ask.options, Number) else {"choice": value}


def test_each_line_of_the_log_says_which_models_it_is_about_and_of_what_kind_it_is(two):
    row = against_bot(two[0])
    go_on(row, {0: two[0]}, 60)
    state = loading.play_of(row).state
    lines = encounter_page.last_lines(row, 0, state)
    assert {line.about[-1] for line in lines} <= encounter_page.KINDS.keys()
    told = [line for line in lines if len(line.about) > 1]
    assert told
    named = [line for line in told if state.models[line.about[0]].name in line.words]
    assert len(named) > len(told) / 2, "most are sentences about that model"
    text = browser(two[0]).get(row.get_absolute_url()).content.decode()
    assert f'data-about="{" ".join(told[0].about)}"' in text
    assert re.search(rf'<option value="{told[0].about[0]}">', text)


STATIC = re.compile(r'(?:src|href)="/static/([^"#]+)\.(css|mjs|js|svg)["#]')
IMPORTED = re.compile(r'from "\./([^"]+)"')


def test_the_page_of_an_encounter_is_light_without_its_fonts(two):
    """The page, its styles, pictures and scripts with all they import, as production serves them: over the
    line, of which the aim is 200 kB, and unpacked. The outbox is loaded where something waits."""
    row = against_bot(two[0])
    go_on(row, {0: two[0]}, 60)
    page = browser(two[0]).get(row.get_absolute_url()).content
    files = {f"{name}.{kind}" for name, kind in STATIC.findall(page.decode())}
    scripts = [name for name in files if name.endswith((".mjs", ".js"))]
    while scripts:
        wanted = {f"js/{name}" for name in IMPORTED.findall((ROOT / "static" / scripts.pop()).read_text())}
        scripts += wanted - files
        files |= wanted
    assert {"js/portal.js", "js/board.mjs", "css/tokens.css", "icons/sprite.svg"} <= files
    assert "js/outbox.mjs" not in files
    parts = [page, *(bare(name, (ROOT / "static" / name).read_bytes()) for name in files)]
    sent, unpacked = sum(len(gzip.compress(part)) for part in parts), sum(map(len, parts))
    assert sent <= 75_000, sent
    assert unpacked <= 262_000, unpacked


def test_what_production_leaves_out_of_scripts_and_style_sheets_changes_nothing():
    """Comments and the spaces between lines go: no text of ours may hold either."""
    for script in (ROOT / "static" / "js").iterdir():
        lines = script.read_text().splitlines()
        assert not [line for line in lines if line.count("`") % 2], f"{script}: a text over lines"
        code = [line.strip() for line in lines if line.strip() and not line.strip().startswith("//")]
        assert bare(script.name, script.read_bytes()).decode().splitlines() == code
    for sheet in (ROOT / "static" / "css").iterdir():
        words = re.findall(r'"([^"]*)"', re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL))
        assert not [word for word in words if set(word) & set("{};\n")], sheet
        assert len(bare(sheet.name, sheet.read_bytes())) < sheet.stat().st_size
