"""The aftermath's path through its page: choices with their consequences, cards, waiting, the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import operations, replay
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, ArsenalModel, ArsenalUpgrade, Game
from mfcampaign.campaigns.scripted import play
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Command
from rules.fate.cards import Card
from tests.campaigns.game_pages import (
    HTMX,
    asked,
    at,
    count_an_act,
    first_model,
    own_aftermath,
    report_fields,
    reveal,
    visitor,
)
from tests.markup import flat

pytestmark = pytest.mark.django_db(transaction=True)
Begin = Callable[..., Game]


@pytest.fixture
def game(league, in_process) -> Game:
    league.start()
    game_ = league.games()[0]
    reveal(game_)
    return game_


@pytest.fixture
def begin(game, monkeypatch) -> Begin:
    """``begin(seat_0="9r 3c 4r")``: report and confirm; the portal's decks give these cards in order."""

    def go(seat_0: str = "9r 3c 4r 6m", seat_1: str = "10m 5t 7t", **report: Any) -> Game:
        decks = {0: [Card.parse(c) for c in seat_0.split()], 1: [Card.parse(c) for c in seat_1.split()]}

        def fated(session: Aftermath, ask: Any) -> tuple[Card, ...]:
            deck = decks[session.side.seat]
            return tuple(deck.pop(0) for _ in range(ask.cards))

        monkeypatch.setattr(operations.AftermathSession, "draw", lambda session, ask: fated(session.row, ask))
        first, second = play.sides(game)
        assert (
            visitor(first.entry.user).post(at(game, "report"), report_fields(game, **report)).status_code
            == 303
        )
        them = visitor(second.entry.user)
        assert them.post(at(game, "act:confirm_report"), {"number": 1}).status_code == 303
        game.refresh_from_db()
        play.let_draw(game)
        return game

    return go


def answer(client: Any, game: Game, option: str, **extra: Any) -> Any:
    ordinal = client.get(at(game, "aftermath")).context["view"].ask.ordinal
    return client.post(at(game, "act:choose"), {"ordinal": ordinal, "option": option, **extra})


@pytest.mark.rule("SL-AFTER-01", "SL-AFTER-07", "SL-AFTER-08")
def test_the_whole_path_from_the_hand_to_the_end(league, begin):
    game = begin()
    me = visitor(play.sides(game)[0].entry.user)
    page = me.get(at(game, "aftermath"))
    body = page.content.decode()
    step = page.context["view"]
    assert step.ask.kind == "barter_cheat"
    assert [card.code for card in step.hand] == ["9r", "3c"]
    assert 'aria-label="9 of Rams"' in body
    assert 'aria-label="4 of Rams"' in body
    assert "if you do nothing" in body
    assert "the portal takes: Keep the 4 of Rams" in flat(body)
    assert '<li aria-current="step">Barter</li>' in flat(body)
    assert "What this Barter may still bring" in body
    assert "hx-trigger" not in body.split('id="aftermath"')[1].split(">")[0], "nothing to wait for"

    keep = {"ordinal": step.ask.ordinal, "option": "keep"}
    assert me.post(at(game, "act:choose"), keep)["Location"] == at(game, "aftermath")
    assert me.post(at(game, "act:choose"), keep).status_code == 303, "a double tap is one answer"
    other = me.post(at(game, "act:choose"), keep | {"option": "9r"}, follow=True)
    assert "answered already" in other.content.decode()

    if asked(own_aftermath(game)).kind == "barter_buy":
        answer(me, game, "pass")
    step = me.get(at(game, "aftermath")).context["view"]
    assert (step.ask.kind, step.ask.card.code) == ("injury_cheat", "6m")
    assert step.model == game.reveal["seats"][0]["members"][0]["name"]
    cheat = next(choice for choice in step.choices if choice.option.key == "9r")
    assert cheat.follows, "the price of each choice is told beforehand"
    answer(me, game, "9r")
    aftermath = own_aftermath(game)
    sentences = [effect.sentence for effect in replay.view(aftermath).effects]
    happened = " ".join(sentences)
    for line in cheat.follows:  # what an Injury does is told behind its name
        assert line in sentences or line.partition(":")[0] in happened, "and it is what then happens"
    assert aftermath.state == Aftermath.State.LOCKED

    done = me.get(at(game, "aftermath")).content.decode()
    assert "Your Aftermath is done" in done
    assert "cheated with the 9 of Rams" in done
    play.finish(game)
    game.refresh_from_db()
    assert game.state == Game.State.CLOSED
    closed = me.get(at(game)).content.decode()
    assert "Gains and losses" in closed
    assert "SL-PAY-01" in closed
    league.check()


def _rich(game: Game, scrip: int = 60) -> Any:
    entry = play.sides(game)[0].entry
    ledger.pay(entry, scrip, reason="ruling", natural_key="test/rich", memo="a test")
    return entry


def _skill_offer(game: Game) -> tuple[Any, str]:
    """A Skill of the Barter chart without conditions, and a card that offers it."""
    charts = loading.charts(game.week.campaign)
    for row in charts.barter:
        upgrade = charts.upgrade(row.upgrade)
        if upgrade.category == "skill" and not upgrade.restricted and row.values:
            return upgrade, f"{row.values[0]}t"
    raise AssertionError("the house charts offer no Skill")


@pytest.mark.rule("SL-BARTER-05", "SL-UPG-03", "SL-UPG-05", "SL-UPG-10")
def test_a_skill_is_bought_for_a_bearer_who_gives_one_up(game, begin):
    entry = _rich(game)
    upgrade, card = _skill_offer(game)
    charts = loading.charts(game.week.campaign)
    old = next(u for u in charts.upgrades if u.category == "skill" and u.slug != upgrade.slug)
    member = next(m for m in game.reveal["seats"][0]["members"] if m["station"] in ("Minion", "Enforcer"))
    ArsenalUpgrade.objects.create(
        entry=entry,
        kind="skill",
        slug=old.slug,
        name=old.name,
        bearer_id=member["id"],
        gained_week=1,
        gained_how="barter",
    )
    begin(seat_0=f"9r 3c {card} 6m")
    me = visitor(entry.user)
    answer(me, game, "keep")
    step = me.get(at(game, "aftermath")).context["view"]
    assert step.ask.kind == "barter_buy"
    choice = next(c for c in step.choices if c.option.key == upgrade.slug)
    full = [(value, words) for value, words in choice.bearers if value == f"{member['id']}:{old.slug}"]
    if not full:
        pytest.fail(
            f"{member['name']} is at its limit, yet not offered to give {old.name} up: {choice.bearers}"
        )
    assert full[0][1] == f"{member['name']}, giving up {old.name}"

    nobody = answer(me, game, upgrade.slug, bearer="")
    assert nobody.status_code == 409
    assert "SL-UPG-05" in nobody.content.decode()
    assert asked(own_aftermath(game)).kind == "barter_buy", "a refused purchase changes nothing"
    assert answer(me, game, upgrade.slug, bearer="1;drop").status_code == 409

    before = balances.balance(entry)
    answer(me, game, upgrade.slug, bearer=full[0][0])
    assert balances.balance(entry) == before - choice.option.price
    carried = ArsenalUpgrade.objects.filter(bearer_id=member["id"], annihilated_week=None, kind="skill")
    assert [skill.slug for skill in carried] == [upgrade.slug]


def test_what_follows_any_choice_is_told_once_and_not_of_each(game, begin):
    """What the next phases bring anyway is no consequence of keeping, cheating, buying or passing."""
    _rich(game)
    _, card = _skill_offer(game)
    begin(seat_0=f"9r 3c {card} 6m")
    me = visitor(play.sides(game)[0].entry.user)
    answer(me, game, "keep")
    page = me.get(at(game, "aftermath"))
    step = page.context["view"]
    assert step.ask.kind == "barter_buy"
    passed = next(choice for choice in step.choices if choice.option.key == "pass")
    if sum(c.option.legal and not c.option.bearers for c in step.choices) > 1:
        assert passed.follows == ()
        assert page.content.decode().count("Whatever you choose:") == bool(step.alike)
    bought = [choice for choice in step.choices if choice.option.price is not None and choice.option.legal]
    assert bought
    assert not any("buys" in sentence for choice in bought for sentence in choice.follows)
    alike = set(step.alike)
    before = {effect.sentence for effect in replay.view(own_aftermath(game)).effects}
    answer(me, game, "pass")
    after = {effect.sentence for effect in replay.view(own_aftermath(game)).effects}
    assert alike <= after - before, "and it does follow"


@pytest.mark.rule("SL-LEADER-03")
def test_a_new_leader_is_chosen_among_the_henchmen(game, begin):
    entry = play.sides(game)[0].entry
    leader = entry.models.get(is_leader=True)
    for name in ("Heir the First", "Heir the Second"):
        ArsenalModel.objects.create(entry=entry, slug="", name=name, station="Henchman", cost=5, hired_week=1)
    row = next(r for r in loading.charts(game.week.campaign).injury_chart if r.result == "annihilate")
    deadly = "BJ" if row.joker == "black" else f"{row.values[0]}{row.suits[0][0]}"
    model = first_model(game, 0)
    fallen = {f"s0-fate-{model}": "", f"s0-card-{model}": "", f"s0-fate-{leader.pk}": "finished"}
    begin(seat_0=f"9r 3c 4r {deadly}", **fallen)
    me = visitor(entry.user)
    for _ in range(4):
        ask = me.get(at(game, "aftermath")).context["view"].ask
        if ask.kind == "choose_leader":
            break
        answer(me, game, ask.default)
    page = me.get(at(game, "aftermath"))
    choices = page.context["view"].choices
    assert {"Heir the First", "Heir the Second"} <= {c.option.label for c in choices}
    assert next(c for c in choices if c.option.label == "Heir the Second").follows == (
        "Heir the Second leads now.",
    )
    answer(me, game, next(c.option.key for c in choices if c.option.label == "Heir the Second"))
    assert entry.models.get(is_leader=True).name == "Heir the Second"
    assert "leads now" in me.get(at(game, "aftermath")).content.decode()


@pytest.mark.rule("SL-AFTER-02")
def test_cards_flipped_at_the_table_are_entered_and_wrong_ones_kept_to_be_mended(begin):
    game = begin()
    me = visitor(play.sides(game)[0].entry.user)
    assert me.post(at(game, "act:flip_source"), {"source": "entered"}).status_code == 303
    assert me.post(at(game, "act:flip_source"), {"source": "entered"}).status_code == 303, "twice is once"
    bad = me.post(at(game, "act:flip_source"), {"source": "nowhere"}, follow=True)
    assert "“Source” is none of the choices" in bad.content.decode()
    while asked(own_aftermath(game)).who != "fate":
        answer(me, game, asked(own_aftermath(game)).default)

    page = me.get(at(game, "aftermath"))
    ordinal = page.context["view"].ask.ordinal
    assert "Confirm</button>" in page.content.decode()
    half = me.post(at(game, "aftermath_enter"), {"ordinal": ordinal, "value-0": "12", "suit-0": ""})
    assert half.status_code == 422
    assert "Which suit?" in half.content.decode()
    assert '<option value="12" selected>' in half.content.decode()
    drawn = me.post(at(game, "aftermath_enter"), {"ordinal": ordinal, "value-0": "9", "suit-0": "r"})
    assert drawn.status_code == 422
    assert "no longer in the deck" in drawn.content.decode()
    assert 'value="r" checked' in drawn.content.decode()
    entered = me.post(at(game, "aftermath_enter"), {"ordinal": ordinal, "value-0": "13", "suit-0": "t"})
    assert entered.status_code == 303
    flip = replay.view(own_aftermath(game)).flips[-1]
    assert (flip.card.code, flip.source) == ("13t", "entered")
    assert "entered from the table" in flat(me.get(at(game, "aftermath")).content.decode())
    again = me.post(at(game, "aftermath_enter"), {"ordinal": ordinal, "value-0": "13", "suit-0": "t"})
    assert again.status_code == 409, "the flip is made"
    assert len([f for f in replay.view(own_aftermath(game)).flips if f.kind == "injury"]) == 1


def test_who_flipped_at_the_table_last_time_does_so_from_the_hand_on(begin, game, league):
    entry = play.sides(game)[0].entry
    assert operations._usual_source(entry) == "", "nobody has said it yet"
    begin()
    visitor(entry.user).post(at(game, "act:flip_source"), {"source": "entered"})
    assert operations._usual_source(entry) == "entered"


def test_waiting_looks_again_by_itself_and_stuck_says_so(league, begin, settings, monkeypatch):
    settings.DISPATCH_IN_PROCESS = False
    monkeypatch.setattr("mfcampaign.dispatch.wakeups.publish", lambda command: None)
    game = begin()
    me = visitor(play.sides(game)[0].entry.user)
    waiting = me.get(at(game, "aftermath"))
    body = waiting.content.decode()
    assert waiting.context["view"].waiting
    assert 'hx-trigger="every 1500ms"' in body
    assert "<noscript>" in body
    assert "state-waiting" in body
    part = me.get(at(game, "aftermath"), headers=HTMX)
    assert part.content.decode().lstrip().startswith('<div id="aftermath"')
    assert "HX-Request" in part["Vary"]

    command = Command.objects.get(natural_key=own_aftermath(game).flip_key(0))
    Command.objects.filter(pk=command.pk).update(status=Command.Status.STUCK)
    stuck = me.get(at(game, "aftermath")).content.decode()
    assert "state-stuck" in stuck
    assert "every 1500ms" not in stuck, "nothing comes by waiting"
    assert "Retry" in visitor(league.organiser).get(at(game, "aftermath")).content.decode()

    dispatch.retry(command.pk, league.organiser)
    settings.DISPATCH_IN_PROCESS = True
    dispatch.drain()
    drawn = me.get(at(game, "aftermath"))
    assert not drawn.context["view"].waiting
    assert [card.code for card in drawn.context["view"].hand] == ["9r", "3c"]


def test_a_second_game_waits_for_the_first_aftermath_on_its_page(begin):
    game = begin()
    aftermath = own_aftermath(game)
    Aftermath.objects.filter(pk=aftermath.pk).update(state=Aftermath.State.QUEUED, context={}, waiting_for="")
    aftermath.decisions.all().delete()
    me = visitor(aftermath.side.entry.user)
    assert "An earlier Aftermath comes first" in me.get(at(game, "aftermath")).content.decode()
    assert "Your Aftermath of an earlier game comes first" in me.get(at(game)).content.decode()
    for name, fields in {
        "aftermath_enter": {"ordinal": 0, "value-0": "RJ"},
        "act:choose": {"ordinal": 0, "option": "keep"},
        "act:flip_source": {"source": "entered"},
    }.items():
        assert me.post(at(game, name), fields).status_code == 409, name


def test_query_counts_of_the_aftermath_and_its_table(begin, django_assert_num_queries):
    game = begin()
    me = visitor(play.sides(game)[0].entry.user)
    me.get(at(game, "aftermath"))
    with django_assert_num_queries(6):
        me.get(at(game, "aftermath"))
    with django_assert_num_queries(6):
        me.get(at(game, "aftermath") + "?seat=1")
    count_an_act(game)
    with django_assert_num_queries(9):
        me.get(at(game))
    play.finish(game)
    with django_assert_num_queries(10):
        me.get(at(game))
