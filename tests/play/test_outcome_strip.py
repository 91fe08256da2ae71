"""The strip beside the board comes with an answer and with what follows; it holds what happened since the
visitor's last answer."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace

from mfcampaign.play import loading
from mfcampaign.play.access import Visit
from mfcampaign.play.operations import playing
from mfcampaign.play.queries import encounter_page
from mfcampaign.play.queries.outcome_strip import MOST, strip_of
from mfcampaign.play.queries.questions import question_of
from mfcampaign.play.queries.spots import touched
from rules import duel_of_two
from rules.game.narration import Names
from rules.game.procedure.asks import Ask
from rules.game.simulation.invariants import disguised
from rules.game.table_access.spots import Box, Spots
from tests.play.league_game import browser
from tests.play.playing import against_bot, duel, go_on, person

pytestmark = pytest.mark.django_db
LISTED = 'aria-label="Who does what to whom"'
LINE = re.compile(r'<li class="(outcome-[^"]*)" data-first="(\d+)" data-last="(\d+)"')


def page_of(row, seat):
    return encounter_page.load(Visit(row, tuple(row.seats.order_by("seat")), (seat,)))


def answer(client, row, seat, **more):
    play = loading.play_of(row)
    ask = play.ask_for(seat)
    value = next(iter(ask.options.listed()))
    sent = {"seat": seat, "kind": ask.kind, "seen": row.version, "key": f"k{row.version}", "choice": value}
    return client.post(f"{row.get_absolute_url()}answer/", sent, headers={"HX-Request": "true"})


def until(row, people, kind, seat):
    """Played on until that seat is asked that."""
    for step in range(300):
        ask = loading.play_of(row).ask_for(seat)
        if ask is not None and ask.kind == kind:
            return
        go_on(row, people, 1, f"told{step}")
        row.refresh_from_db()
    raise AssertionError(f"nobody asked: {kind}")


def test_an_answer_brings_the_strip_of_what_followed_it():
    mara = person("mara")
    row = against_bot(mara)
    until(row, {0: mara}, "activate", 0)
    text = answer(browser(mara), row, 0).content.decode()
    assert 'id="outcomes"' in text
    assert text.count('hx-swap-oob="true"') >= 3
    lines = LINE.findall(text)
    fresh = [kind for kind, _first, _last in lines if "outcome-before" not in kind]
    assert fresh, "the Activation that the answer began"
    assert "outcome-activation" in fresh[0]
    since = re.search(r"""hx-vals='{"since": (\d+)}'""", text)
    assert since is not None
    assert int(since[1]) == row.version


def test_the_strip_holds_all_since_ones_last_answer_while_the_other_side_goes_on():
    two = dict(enumerate((person("mara"), person("jonas"))))
    row = duel(*two.values())
    until(row, two, "activate", 0)
    ask = loading.play_of(row).ask_for(0)
    playing.answer(row, two[0], 0, next(iter(ask.options.listed())), kind=ask.kind, seen=row.version)
    row.refresh_from_db()
    since = row.version - 1
    client = browser(two[1])
    until(row, two, "activate", 1)
    play = loading.play_of(row)
    ask = play.ask_for(1)
    playing.answer(row, two[1], 1, next(iter(ask.options.listed())), kind=ask.kind, seen=row.version)
    row.refresh_from_db()
    client = browser(two[0])
    address = f"{row.get_absolute_url()}now/?seen=0&state={row.state}&q=-&since={since}"
    lines = LINE.findall(client.get(address).content.decode())
    fresh = [kind for kind, _first, _last in lines if "outcome-before" not in kind]
    assert sum("outcome-activation" in kind for kind in fresh) >= 2, "one's own, and the other's"
    assert any("side-1" in kind for kind in fresh)


def test_it_holds_the_other_sides_last_activation_and_not_everything():
    mara = person("mara")
    row = against_bot(mara)
    until(row, {0: mara}, "activate", 0)
    go_on(row, {0: mara}, 60)
    row.refresh_from_db()
    page = page_of(row, 0)
    assert 0 < len(page.strip) <= MOST
    theirs = [line for line in page.strip if line.kind == "activation" and line.side == "1"]
    assert theirs
    steps = {step.split("|")[0] for line in page.strip for step in line.play.split(";") if step}
    assert steps <= {"move", "aim", "rise", "gone"}


def test_the_strip_tells_nothing_that_the_seat_may_not_know():
    two = dict(enumerate((person("mara"), person("jonas"))))
    row = duel(*two.values())
    go_on(row, two, 60)
    row.refresh_from_db()
    state = loading.play_of(row).state
    assert any(crew.hand for crew in state.crews)
    for seat in (0, 1, None):
        heard = encounter_page.heard_last(row, seat, most=480)[::-1]
        said = strip_of(heard, state, 0, seat)
        assert said
        assert said == strip_of(heard, disguised(state, seat), 0, seat)


def test_what_is_laid_says_whom_it_touches_near_its_level():
    state = duel_of_two("touched").state
    one, two, three, four = (state.models[name] for name in ("a1", "a2", "b1", "b2"))
    for model, x, up in ((one, 10.0, 0.0), (two, 11.5, 0.0), (three, 11.5, 4.0), (four, 12.5, 0.0)):
        state = state.with_model(replace(model, where="table", x=x, y=10.0, elevation=up, mm=30.0))
    blast = Ask(kind="spot", seat=0, options=Spots((10, 10), Box(0, 0, 36, 36)), about=("a1",), mm=50.0)
    names = Names(state)
    assert touched(state, blast, 10.0, 10.0) == (names("a1"), names("a2"))
    assert touched(state, blast, 20.0, 20.0) == ()
    token = question_of(blast, state).mover
    assert token is not None
    assert (token.id, token.radius) == ("", 0.984)


def test_what_a_tap_means_is_said_and_one_answer_carries_it_out():
    """Who Activates, a Walk and its place, in one act."""
    mara = person("mara")
    row = against_bot(mara)
    client = browser(mara)
    address = f"{row.get_absolute_url()}pointed/"
    assert client.get(address, {"actor": "a1", "model": "b1"}).status_code == 204
    until(row, {0: mara}, "activate", 0)
    row.refresh_from_db()
    before = loading.play_of(row).state.models["a1"]
    tap = {"actor": "a1", "x": before.x + 1, "y": before.y + 1}
    (walk,) = client.get(address, tap).json()
    assert walk["value"].startswith("a1 then action Walk then destination ")
    sent = {"seat": 0, "kind": "activate", "seen": row.version, "key": "k", "choice": walk["value"]}
    assert client.post(f"{row.get_absolute_url()}answer/", sent).status_code == 302
    row.refresh_from_db()
    play = loading.play_of(row)
    moved = play.state.models["a1"]
    assert (moved.x, moved.y) == (pytest.approx(before.x + 1), pytest.approx(before.y + 1))
    assert play.ask_for(0).kind == "action"
    assert client.get(address, {"actor": "a1", "model": "nobody"}).status_code == 204


def test_a_list_that_was_opened_while_one_waits_is_there_when_one_is_asked():
    two = dict(enumerate((person("mara"), person("jonas"))))
    row = duel(*two.values())
    until(row, two, "activate", 0)
    client, address = browser(two[1]), row.get_absolute_url()
    page = client.get(address, {"list": "1"}).content.decode()
    assert "Waiting for" in page
    outside = re.sub(r"<form.*?</form>", "", page, flags=re.DOTALL)
    assert '<input type="hidden"' not in outside, "nothing sends it"
    asked_with = re.search(r"""hx-get="([^"]*/now/[^"]*)"\s+hx-vals='([^']*)'""", page)
    assert asked_with is not None
    until(row, two, "activate", 1)
    now = f"{unescape(asked_with[1])}&{urlencode(json.loads(asked_with[2]))}"
    assert LISTED in client.get(now).content.decode()
    assert LISTED not in client.get(address, {"list": "0"}).content.decode(), "the person closed it"
    assert LISTED not in client.get(now).content.decode()
