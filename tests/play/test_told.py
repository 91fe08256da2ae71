"""The strip beside the board comes with an answer and with what follows; it holds what happened since the
visitor's last answer."""

from __future__ import annotations

import re

import pytest

from mfcampaign.play import loading
from mfcampaign.play.access import Visit
from mfcampaign.play.operations import playing
from mfcampaign.play.queries import encounter_page
from mfcampaign.play.queries.told import MOST, told_of
from rules.game.simulation.invariants import disguised
from tests.play.league_game import browser
from tests.play.playing import against_bot, duel, go_on, person

pytestmark = pytest.mark.django_db
LINE = re.compile(r'<li class="(told-[^"]*)" data-first="(\d+)" data-last="(\d+)"')


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
    assert 'id="told"' in text
    assert text.count('hx-swap-oob="true"') >= 3
    lines = LINE.findall(text)
    fresh = [kind for kind, _first, _last in lines if "told-before" not in kind]
    assert fresh, "the Activation that the answer began"
    assert "told-activation" in fresh[0]
    since = re.search(r"&amp;since=(\d+)", text)
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
    fresh = [kind for kind, _first, _last in lines if "told-before" not in kind]
    assert sum("told-activation" in kind for kind in fresh) >= 2, "one's own, and the other's"
    assert any("side-1" in kind for kind in fresh)


def test_it_holds_the_other_sides_last_activation_and_not_everything():
    mara = person("mara")
    row = against_bot(mara)
    until(row, {0: mara}, "activate", 0)
    go_on(row, {0: mara}, 60)
    row.refresh_from_db()
    page = page_of(row, 0)
    assert 0 < len(page.told) <= MOST
    theirs = [line for line in page.told if line.kind == "activation" and line.side == "1"]
    assert theirs
    steps = {step.split("|")[0] for line in page.told for step in line.play.split(";") if step}
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
        said = told_of(heard, state, 0, seat)
        assert said
        assert said == told_of(heard, disguised(state, seat), 0, seat)
