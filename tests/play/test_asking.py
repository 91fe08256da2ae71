"""Asked only what matters: the server answers the rest as decisions of nobody, and usual answers are kept."""

from __future__ import annotations

import json

import pytest
from django.http import QueryDict
from django.test import Client
from msgspec.structs import replace

from mfcampaign.play import access, loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import asking, playing
from mfcampaign.play.operations.log import StaleVersion
from mfcampaign.play.queries import encounter_page
from mfcampaign.play.queries.questions import Further, answer_of, choice_of, question_of
from rules.dialogue import Choice, OneOf, Several
from rules.editions.m3e.examples.encounters import skirmish
from rules.editions.m3e.scripts.selects import Models
from rules.editions.m3e.scripts.words import Ability, Move, Reaction
from rules.editions.m3e.simulation.tactics import Tactician
from rules.fate.shuffle import Stream, digest
from rules.game.asking import CHEATING_ELSE, abilities, left, unasked
from rules.game.log import effective
from rules.game.procedure.asks import NO, YES, Ask
from rules.game.table_access.spots import Box, Spots
from rules.refusal import Refusal
from tests.play.playing import against_bot, duel, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def mara():
    return person("mara")


def answered(row: Encounter, user, most: int = 150, until=lambda play, ask: False, **how):
    """The questions put to seat 0, each answered as a bot would, until one is found or the game is over."""
    asked = []
    for _ in range(most):
        row.refresh_from_db()
        if row.over:
            break
        play = loading.play_of(row)
        ask = play.ask_for(0)
        if until(play, ask):
            return asked, ask
        asked.append((play, ask))
        value = Tactician(Stream(digest("asked", str(row.version)))).answer(play, ask)
        playing.respond(row, user, 0, lambda _ask, value=value: value, kind=ask.kind, seen=row.version, **how)
    return asked, None


def given(row: Encounter):
    """The decisions for seat 0 of which nobody is the actor."""
    return loading.counting(row).filter(seat=0, actor=None)


def test_what_matters_is_asked_and_the_rest_stands_in_the_log(mara):
    row = against_bot(mara)
    asked, _ = answered(row, mara)
    assert len(asked) > 50
    for play, ask in asked:
        assert unasked(play, ask, {}, alone=True, everything=False) is None, ask
    kinds = set(given(row).values_list("kind", flat=True))
    assert "cut" in kinds
    assert kinds & {"cheat", "take"}
    play = loading.play_of(row, whole=True)
    assert play.hash == row.hash, "replayed with the decisions that nobody was asked for"
    assert effective(play.decisions) == play.decisions


def test_with_the_switch_off_everything_is_asked(mara):
    row = against_bot(mara)
    asking.ask(row, mara, 0, everything=True)
    asked, _ = answered(row, mara)
    assert "cheat" not in set(given(row).values_list("kind", flat=True))
    needless = [ask for play, ask in asked if play.needless(ask, alone=True) is not None]
    assert needless, "and there was something"
    asking.ask(row, mara, 0, everything=False)
    row.refresh_from_db()
    assert not row.seats.get(seat=0).asks_everything


def recurs(play, ask):
    return bool(ask and abilities(ask, play.recurring(ask)))


def test_an_answer_for_every_time_is_kept_shown_and_taken_off(mara):
    row = against_bot(mara)
    _, ask = answered(row, mara, until=recurs)
    assert ask is not None
    client = Client()
    client.force_login(mara)
    assert "Every time in this Encounter" in client.get(row.get_absolute_url()).content.decode()
    play = loading.play_of(row)
    names = {one.name for one in abilities(ask, play.recurring(ask))}
    sent = {"seat": 0, "kind": ask.kind, "seen": row.version, "key": "k"}
    leaves = json.dumps(left(abilities(ask, play.recurring(ask))[0], ask))
    assert client.post(f"{row.get_absolute_url()}answer/", sent | {"each_time": leaves}).status_code == 302
    seat = row.seats.get(seat=0)
    assert seat.habits == dict.fromkeys(names, "no")
    name = min(names)
    page = client.get(row.get_absolute_url()).content.decode()
    assert "Ask again" in page
    asked, _ = answered(row, mara)
    assert asked
    for play, ask in asked:
        assert not names >= {one.name for one in abilities(ask, play.recurring(ask))} or not recurs(play, ask)
    row.refresh_from_db()
    if not row.over:
        form = {"seat": 0, "ask_again": name}
        assert client.post(f"{row.get_absolute_url()}asking/", form).status_code == 302
        assert name not in row.seats.get(seat=0).habits
        with pytest.raises(Refusal, match="asked about already"):
            asking.ask_again(row, mara, 0, name)


def test_what_is_settled_beforehand_is_not_asked(mara):
    row = against_bot(mara)
    client = Client()
    client.force_login(mara)
    assert answered(row, mara, until=lambda play, ask: ask.kind == "cheat")[1] is not None
    form = {"seat": 0, "leave": [CHEATING_ELSE]}
    assert client.post(f"{row.get_absolute_url()}asking/", form).status_code == 302
    page = client.get(row.get_absolute_url()).content.decode()
    assert f"{CHEATING_ELSE}: the flip stands" in page
    row.refresh_from_db()
    first, *later = answered(row, mara)[0]
    assert first[1].kind == "cheat", "the open question stays"
    names = [play.recurring(ask).name for play, ask in later if ask.kind == "cheat"]
    assert CHEATING_ELSE not in names
    with pytest.raises(Refusal, match="cannot be settled"):
        asking.leave(row, mara, 0, ["Lure"])


def test_one_form_says_the_schemes_with_what_they_want_and_the_zone_with_the_group(mara):
    pool = ("Assassinate", "Claim Jump", "Take Prisoner", "Vendetta", "Deliver a Message")
    row = against_bot(mara, replace(skirmish("beside"), attacker=0, pool=pool))
    client, address = Client(), row.get_absolute_url()
    client.force_login(mara)
    play = loading.play_of(row)
    ask = play.ask_for(0)
    assert ask.kind == "schemes"
    assert 'name="beside"' in client.get(address).content.decode()
    wants = {one.of: one.answers[-1][0] for one in play.beside(ask) if one.ask.kind == "secret"}
    assert set(wants) == {"Claim Jump:", "Take Prisoner:", "Vendetta:"}
    beside = [json.dumps(["secret", of, value]) for of, value in wants.items()]
    chosen = {"choices": ["Take Prisoner", "Vendetta"], "beside": beside}
    form = {"seat": 0, "kind": "schemes", "seen": row.version, "key": "k"}
    assert client.post(f"{address}answer/", form | chosen).status_code == 302
    row.refresh_from_db()
    play = loading.play_of(row)
    noted = {f"{held.name}:": held.secret for held in play.state.crews[0].schemes}
    assert noted["Take Prisoner:"] == dict([wants["Take Prisoner:"].split("=")])
    assert set(noted["Vendetta:"]) == {"friend", "enemy"}
    assert play.ask_for(0).kind == "zone"
    form = {"seat": 0, "kind": "zone", "seen": row.version, "key": "z", "choice": "south"}
    together = json.dumps(["group", "", []])
    assert client.post(f"{address}answer/", form | {"beside": together}).status_code == 302
    row.refresh_from_db()
    assert loading.play_of(row).ask_for(0).kind == "deploy"
    asking.ask(row, mara, 0, everything=True)
    seen = row.version
    unread = form | {"beside": "3", "seen": seen, "key": "y"}
    refused = client.post(f"{address}answer/", unread, headers={"HX-Request": "true"})
    assert (refused.status_code, "That is no answer." in refused.content.decode()) == (409, True)
    row.refresh_from_db()
    assert row.version == seen


def test_the_form_of_the_schemes_says_the_zone_and_the_group_too(mara):
    pool = ("Deliver a Message", "Breakthrough", "Outflank", "Detonate Charges", "Search the Ruins")
    row = against_bot(mara, replace(skirmish("zone"), attacker=0, pool=pool))
    client, address = Client(), row.get_absolute_url()
    client.force_login(mara)
    ask = loading.play_of(row).ask_for(0)
    assert ask.kind == "schemes"
    chosen = [choice.key for choice in ask.options.choices[: ask.options.least]]
    said = [json.dumps(["zone", "", "north"]), json.dumps(["group", "", []])]
    form = {"seat": 0, "kind": "schemes", "seen": row.version, "key": "k", "choices": chosen, "beside": said}
    assert client.post(f"{address}answer/", form).status_code == 302
    row.refresh_from_db()
    play = loading.play_of(row)
    assert play.state.crews[0].zone == "north"
    assert play.ask_for(0).kind == "deploy"


RUNS = Move(kind="move", inches=3, whom="self")
SENDS = Move(kind="move", inches=3, whom=Models(side="friendly", other=True, which="one"))


def asked_to_use(mara, *effects, optional=True):
    """An Encounter whose Master may use that when it Activates, at the question; the client and address."""
    setup = skirmish("joined")
    slug = next(hired.card for hired in setup.crews[0].models if hired.leader)
    ability = Ability(name="Hurry", parts=(Reaction("activation_begins", effects, optional=optional),))
    cards = {**setup.cards, slug: replace(setup.cards[slug], abilities=(ability,))}
    row = against_bot(mara, replace(setup, cards=cards))
    _, ask = answered(row, mara, until=lambda play, ask: ask.kind == "use")
    client = Client()
    client.force_login(mara)
    row.refresh_from_db()
    form = {"seat": 0, "kind": "use", "seen": row.version, "key": "u"}
    return row, ask, client, form


@pytest.mark.rule("M3E-ABIL-03")
def test_one_form_says_that_a_move_is_used_and_where_it_ends(mara):
    row, ask, client, form = asked_to_use(mara, RUNS)
    address = row.get_absolute_url()
    page = client.get(address).content.decode()
    assert 'name="through"' in page
    assert "Do not use it" in page
    assert 'data-control="spot"' in page
    play = loading.play_of(row)
    then = play.then(ask)
    place = list(then.ask.options.listed())[-1]
    where = json.dumps(place)
    spot = client.get(f"{address}spot/", {"x": place[0], "y": place[1]}) if len(place) == 2 else None
    assert spot is None or spot.json()["legal"]
    assert client.post(f"{address}answer/", form | {"through": then.key, "spot": where}).status_code == 302
    row.refresh_from_db()
    kinds = list(loading.counting(row).values_list("kind", flat=True))
    assert kinds[kinds.index("use") + 1] == "destination", "two decisions, as ever"
    model = loading.play_of(row).state.models[then.ask.about[0]]
    end = then.ask.options.end(place)
    assert (model.x, model.y) == pytest.approx((end.x, end.y))


@pytest.mark.rule("M3E-ABIL-03")
def test_the_same_form_leaves_it(mara):
    row, ask, client, form = asked_to_use(mara, RUNS)
    before = loading.play_of(row)
    sent = form | {"through": before.then(ask).key, "choice": "pass"}
    assert client.post(f"{row.get_absolute_url()}answer/", sent).status_code == 302
    row.refresh_from_db()
    after = loading.play_of(row)
    assert after.ask_for(0).kind == "action"
    assert {one.id: (one.x, one.y) for one in before.state.models.values()} == {
        one.id: (one.x, one.y) for one in after.state.models.values()
    }


@pytest.mark.rule("M3E-ABIL-03")
def test_who_leaves_one_ability_is_asked_about_the_next(mara):
    may = replace(RUNS, optional=True)
    row, ask, client, form = asked_to_use(mara, may, may, optional=False)
    since = row.version
    then = loading.play_of(row).then(ask)
    sent = form | {"through": then.key, "choice": NO.key}
    assert client.post(f"{row.get_absolute_url()}answer/", sent).status_code == 302
    row.refresh_from_db()
    mine = loading.counting(row).filter(seat=0, number__gt=since)
    assert [one.kind for one in mine] == ["use"]
    assert loading.play_of(row).ask_for(0).kind == "use"


def test_who_passes_on_a_form_of_both_says_nothing_of_the_next_question():
    asked = Ask(kind="pass", seat=0, options=OneOf((YES, NO)))
    post = QueryDict("through=no&choice=yes&kind=pass")
    further = Further(post)
    further.begin(asked)
    assert answer_of(asked, post) == "yes"
    assert further(Ask(kind="use", seat=0, options=OneOf((YES, NO)))) is None


def test_a_place_that_is_not_offered_uses_nothing(mara):
    row, ask, client, form = asked_to_use(mara, RUNS)
    then = loading.play_of(row).then(ask)
    sent = form | {"through": then.key, "x": "90", "y": "90"}
    client.post(f"{row.get_absolute_url()}answer/", sent)
    version = row.version
    row.refresh_from_db()
    assert row.version == version
    assert loading.play_of(row).ask_for(0).kind == "use"


def test_using_it_every_time_asks_for_the_place_next(mara):
    row, ask, client, form = asked_to_use(mara, RUNS)
    then = loading.play_of(row).then(ask)
    first = json.dumps(next(iter(then.ask.options.listed())))
    sent = form | {"through": then.key, "spot": first, "each_time": json.dumps(then.key)}
    assert client.post(f"{row.get_absolute_url()}answer/", sent).status_code == 302
    row.refresh_from_db()
    assert row.seats.get(seat=0).habits == {"Hurry": "yes"}
    assert loading.play_of(row).ask_for(0).kind == "destination", "the first place of the list was not meant"


def test_whoever_is_asked_everything_is_asked_for_each_alone(mara):
    row, _, client, _ = asked_to_use(mara, RUNS)
    asking.ask(row, mara, 0, everything=True)
    page = client.get(row.get_absolute_url()).content.decode()
    assert 'name="through"' not in page
    assert 'data-control="one"' in page


@pytest.mark.rule("M3E-MOVE-01", "M3E-ACT-19")
def test_a_drag_in_the_form_says_the_model_and_its_place_and_that_it_is_used(mara):
    row, ask, client, form = asked_to_use(mara, SENDS)
    address = row.get_absolute_url()
    assert "data-pointed" in client.get(address).content.decode()
    play = loading.play_of(row)
    then = play.then(ask)
    mover = play.state.models[then.ask.options.choices[0].key]
    ahead = then.at
    ahead.answer(0, mover.id)
    places = (way for way in ahead.asks[0].options.listed() if way != [mover.x, mover.y])
    place = next(way for way in places if not isinstance(way[0], list))
    found = client.get(f"{address}pointed/", {"actor": mover.id, "x": place[0], "y": place[1]}).json()
    assert len(found) == 1
    sent = form | {"through": then.key, "choice": found[0]["value"]}
    assert client.post(f"{address}answer/", sent).status_code == 302
    row.refresh_from_db()
    moved = loading.play_of(row).state.models[mover.id]
    assert [moved.x, moved.y] == pytest.approx(place)


@pytest.mark.rule("M3E-ACT-04")
def test_the_list_says_an_interact_with_what_it_does(mara):
    row = against_bot(mara)

    def interacts(play, ask):
        listed = play.listed(ask, ask.about[0]) if ask.kind == "action" else ()
        return [one for one in listed if one.answers[0] == ("action", "Interact")]

    _, ask = answered(row, mara, until=interacts)
    one, *_ = interacts(loading.play_of(row), ask)
    client = Client()
    client.force_login(mara)
    form = {"seat": 0, "kind": "action", "seen": row.version, "key": "i", "choice": choice_of(one.answers)}
    client.post(f"{row.get_absolute_url()}answer/", form)
    said = loading.counting(row).filter(number__gt=row.version, seat=0).order_by("number")
    assert [(each.kind, json.loads(each.value)) for each in said[:2]] == list(one.answers)


def test_one_of_a_list_is_one_press_and_two_are_boxes():
    held = tuple(Choice(code) for code in ("13m", "4c", "2t"))
    state = skirmish("list").first_state()
    one = Ask(seat=0, kind="cards", options=Several(held, 1, 1))
    two = Ask(seat=0, kind="cards", options=Several(held, 2, 2))
    assert question_of(one, state).control == "one"
    assert question_of(two, state).control == "several"
    assert answer_of(one, QueryDict("choice=4c")) == ["4c"]
    assert answer_of(two, QueryDict("choices=4c&choices=2t")) == ["4c", "2t"]


def test_a_drafted_deployment_outlives_what_comes_between():
    sent = QueryDict(mutable=True)
    sent["placements"] = json.dumps({"a1": [5, 5], "a2": [6, 6], "a3": [7, 7]})
    first = Further(sent)
    table = Spots((5, 5), Box(0, 0, 36, 36))
    places = {name: Ask(seat=0, kind="deploy", options=table, about=(name,)) for name in ("a1", "a2", "a3")}
    first.begin(places["a1"])
    assert first(places["a2"]) == [6, 6]
    between = Ask(seat=0, kind="use", options=OneOf((YES, NO)))
    assert first(between) is None
    sent = QueryDict(mutable=True)
    sent.update({"choice": "yes", "draft": first.draft})
    then = Further(sent)
    then.begin(between)
    assert then(replace(places["a3"], options=Spots((5, 5), Box(0, 0, 6, 6)))) is None, (
        "it fits there no more"
    )
    then = Further(sent)
    assert then(places["a3"]) == [7, 7]
    assert then.draft == ""


def test_nobody_else_changes_what_one_is_asked_and_a_form_stays_good(mara):
    jonas = person("jonas")
    row = duel(mara, jonas)
    with pytest.raises(Refusal, match="not your side"):
        asking.ask(row, jonas, 0, everything=True)
    play = loading.play_of(row)
    ask = play.asks[0]
    seen = row.version
    user = (mara, jonas)[ask.seat]
    asking.ask(row, user, ask.seat, everything=True)
    asking.ask(row, (mara, jonas)[1 - ask.seat], 1 - ask.seat, everything=True)
    playing.answer(row, user, ask.seat, 0, kind=ask.kind, seen=seen)
    with pytest.raises(StaleVersion):
        playing.answer(row, user, ask.seat, 0, kind=ask.kind, seen=seen)


def test_what_was_not_asked_is_taken_back_with_the_answer_before_it(mara):
    row = against_bot(mara)
    before = given(row).count()

    def found(play, _ask):
        return given(row).exclude(kind="cut").count() > 0 and len(play.decisions) > before

    for _ in range(40):  # what a card was turned for stays played: then a later one is tried
        answered(row, mara, until=found)
        row.refresh_from_db()
        before = len(loading.play_of(row).decisions)
        last = loading.counting(row).filter(seat=0).exclude(actor=None).order_by("-number").first()
        after = loading.counting(row).filter(number__gte=last.number).count()
        page = encounter_page.load(access.own_visit(mara, row.public_id))
        assert page.back == after
        try:
            assert playing.take_back(row, mara, 0, steps=after, seen=row.version)
        except Refusal:
            assert page.back_is == "refused", "and the page says so before"
            continue
        assert page.back_is == "free"
        break
    row.refresh_from_db()
    assert loading.play_of(row).ask_for(0).kind == last.kind
