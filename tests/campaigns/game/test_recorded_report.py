"""A recorded game on its way to the report: what is owed is asked, what was changed by hand is marked, and
the other player joins the record."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlencode

import msgspec
import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.league.next_actions import next_actions
from mfcampaign.campaigns.loading import result as stored
from mfcampaign.campaigns.models import Aftermath, ArsenalBounty, Report
from mfcampaign.campaigns.scripted import play as scripted_play
from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import outbox, recording
from mfcampaign.play.operations.waiting import WaitingEntry, Written
from mfcampaign.play.queries.so_far import so_far
from rules.game.results.comparing import differences
from rules.game.results.result import EncounterResult
from rules.refusal import Refusal
from tests.campaigns.conftest import catalogue, figures, make_league  # noqa: F401  fixtures
from tests.campaigns.game_pages import at
from tests.play.league_game import address, browser, users
from tests.rules.game.recording.happenings import Told, entry_of, happenings

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["m3e", "m2e"])
def game(request, make_league):  # noqa: F811
    league = make_league(players=2, edition=request.param)
    league.found_all()
    league.start()
    game_ = league.games()[0]
    for side in scripted_play.sides(game_):
        scripted_play.submit_crew(side)
    game_.refresh_from_db()
    return game_


def begun(game) -> Encounter:
    assert browser(users(game)[0]).post(address(game), {"mode": "record"}).status_code == 302
    return Encounter.objects.get(origin=league_play.origin_key(game))


def enter(row: Encounter, user, *entries: dict) -> None:
    row.refresh_from_db()
    recording.enter(row, user, list(entries), seen=row.version)


def over(game, *entries: dict) -> Encounter:
    """A record that is over after two Turns, by the first player."""
    row = begun(game)
    turns = [{"do": "turn", "turn": 1}, {"do": "turn", "turn": 2}]
    enter(row, users(game)[0], *turns, *entries, {"do": "over"})
    return row


def model_of(game, name: str) -> int:
    return loading.setup_of(Encounter.objects.get()).arsenal_ids()[name]


def page(game, user, name: str = "game") -> str:
    return " ".join(browser(user).get(at(game, name)).content.decode().split())


def sent(form) -> dict:
    """What a browser sends of the form as it is shown."""
    shown = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in shown.items() if value is not None}


@pytest.mark.rule("SL-FINISH-01", "SL-FINISH-03", "SL-INJURY-01")
def test_a_kill_whose_flip_was_never_entered_is_asked_before_the_report(game):
    row = over(game, {"do": "slay", "model": "b2", "by": "a1"})
    one, two = users(game)
    name = loading.setup_of(row).first_state().models["b2"].name
    with pytest.raises(Refusal, match=f"The Finished Off flip of {name} is still owed"):
        league_play.report(row, one)
    assert "Settle it in the report" in " ".join(
        browser(one).get(row.get_absolute_url()).content.decode().split()
    )
    asked = browser(one).post(address(game) + "report/")
    assert asked.headers["Location"] == at(game, "report")
    answer = browser(one).get(at(game, "report"))
    text = " ".join(answer.content.decode().split())
    assert f"Still owed: the Finished Off flip of {name}" in text
    assert "Otherwise than the record" not in text, "what is owed is asked, not listed as changed"
    form = answer.context["form"]
    victim = model_of(game, "b2")
    assert (form[f"s1-fate-{victim}"].value(), form[f"s1-killer-{victim}"].value()) == (
        "flip",
        model_of(game, "a1"),
    )
    unanswered = browser(one).post(at(game, "report"), sent(form))
    assert unanswered.status_code == 422
    assert f"{name}: write the card" in unanswered.content.decode()
    assert not Report.objects.exists()

    answered = sent(form) | {f"s1-card-{victim}": "9r"}
    assert browser(one).post(at(game, "report"), answered).status_code == 303
    for user in (one, two):
        text = page(game, user)
        assert "1 line changed by hand" in text
        assert "in the record: killed by" in text
        assert "its Finished Off flip still owed" in text
    told = browser(two).get(f"/api/v1{at(game)}".replace("/week/", "/weeks/")).json()
    assert [line.partition(":")[0] for line in told["report"]["changed"]] == [name]
    assert browser(two).post(at(game, "act:confirm_report"), {"number": 1}).status_code == 303
    owed = Aftermath.objects.get(side__game=game, side__seat=1).context["owed"]
    assert owed == [victim], "its Injury is flipped in the Aftermath"


@pytest.mark.rule("SL-FINISH-01")
def test_a_flip_that_is_entered_makes_the_report_that_of_the_record(game):
    row = over(game, {"do": "slay", "model": "b2", "by": "a1"})
    one, two = users(game)
    flip = {"do": "finished_off", "model": "b2", "card": "9r"}
    waiting = WaitingEntry
    phone = [
        waiting("entry-one", "phone", 1, row.public_id, row.version, Written("report")),
    ]
    refused = outbox.take_all(one, phone)
    assert [(answer.is_, "still owed" in answer.sentence) for answer in refused] == [("refused", True)]
    enter(row, one, flip)
    row.refresh_from_db()
    phone = [waiting("entry-two", "phone", 2, row.public_id, row.version, Written("report"))]
    assert [answer.is_ for answer in outbox.take_all(one, phone)] == ["done"]
    assert "nothing was changed by hand" in page(game, two)
    assert stored(Report.objects.get()) == so_far(row).result
    # The form as it is filled in says the same as the record: it confirms.
    game.reports.update(by_entry=game.sides.get(seat=1).entry)
    form = browser(one).get(at(game, "report")).context["form"]
    assert browser(one).post(at(game, "report"), sent(form)).status_code == 303
    game.refresh_from_db()
    assert game.state in ("aftermath", "closed"), "both reported the same"


PORTIONS = [
    {"id": "p0", "goal": "Kill.", "repeat": 9, "needs": "kill hired"},
    {"id": "p1", "goal": "Win.", "needs": "win"},
    {"id": "p2", "goal": "Dance.", "repeat": 9},
    {"id": "p3", "goal": "Lose nobody.", "needs": "nothing lost"},
]


class Phones:
    """Two phones beside one table: what is tapped without signal waits, and arrives in turns."""

    def __init__(self, game, row: Encounter, told: Told) -> None:
        self.people, self.row, self.told, self.sent = users(game), row, told, 0
        self.waiting: list[list[tuple[WaitingEntry, dict]]] = [[], []]

    def tap(self, seat: int, entry: dict) -> None:
        """On one phone; what no form of a phone has is entered at once."""
        if any(isinstance(value, list | bool) for value in entry.values()):
            try:
                enter(self.row, self.people[seat], entry)
            except Refusal:
                return
            self.told.hear(entry)
            return
        self.sent += 1
        fields = {name: value for name, value in entry.items() if value != ""}
        base = self.waiting[seat][0][0].base if self.waiting[seat] else self.row.version
        self.waiting[seat].append(
            (
                WaitingEntry(
                    f"entry-{self.sent:05}",
                    f"phone-{seat}",
                    self.sent,
                    self.row.public_id,
                    base,
                    Written("enter", urlencode(fields)),
                ),
                entry,
            )
        )

    def signal(self, seat: int) -> None:
        """What waits arrives, twice, as after an answer that was lost; a conflict or refusal is dropped."""
        while self.waiting[seat]:
            sent = [each for each, _ in self.waiting[seat]]
            answers = outbox.take_all(self.people[seat], sent)
            for answer, (_, entry) in zip(answers, self.waiting[seat], strict=False):
                if answer.is_ == "done":
                    self.told.hear(entry)
            assert {answer.is_ for answer in outbox.take_all(self.people[seat], sent[:1])} <= {
                *("repeat", "same", "conflict", "refused")
            }
            self.waiting[seat] = self.waiting[seat][len(answers) :]
        self.row.refresh_from_db()


@pytest.mark.both
@pytest.mark.rule("SL-FINISH-01", "SL-FINISH-06", "SL-FINISH-07", "SL-SUMMON-04", "SL-BOUNTY-05")
@settings(
    max_examples=6,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(happened=happenings, offline=st.lists(st.booleans(), min_size=45, max_size=45), by_form=st.booleans())
def test_whatever_is_recorded_with_and_without_signal_is_reported(game, happened, offline, by_form):
    with transaction.atomic():
        _report_of_a_random_record(game, happened, offline, by_form=by_form)
        transaction.set_rollback(True)


def _report_of_a_random_record(game, happened, offline, *, by_form: bool) -> None:
    for side in game.sides.select_related("entry"):
        ArsenalBounty.objects.create(
            entry=side.entry, slug="hunt", name="Hunt", portions=PORTIONS, price=4, bought_week=1
        )
    row = begun(game)
    schemes = [scheme["name"] for scheme in game.scenario["schemes"]]
    chosen = [{"do": "schemes", "seat": seat, "schemes": schemes[seat : seat + 2]} for seat in (0, 1)]
    for player, own in zip(users(game), chosen, strict=True):
        enter(row, player, own)
    enter(row, users(game)[0], {"do": "turn", "turn": 1})
    row.refresh_from_db()
    setup = loading.setup_of(row)
    told = Told.before(setup.first_state())
    told.turn = 1
    phones, card = Phones(game, row, told), setup.crews[0].models[-1].card
    for happening, waits in zip(happened, offline, strict=False):
        entry = entry_of(loading.record_of(row).state, happening, card)
        if entry is not None and entry["do"] != "use_up":
            phones.tap(happening[1], entry)
            if not waits:
                phones.signal(happening[1])
    for seat in (0, 1):
        phones.signal(seat)
    enter(row, users(game)[0], {"do": "over"})
    row.refresh_from_db()

    note(f"entered: {loading.record_of(row).entries}")
    one, ids, found = users(game)[0], setup.arsenal_ids(), so_far(row)
    both = [(seat, each) for seat in found.result.seats for each in (*seat.casualties, *seat.successors)]
    owed = [each for _, each in both if each.owed]
    if by_form or owed or found.down:
        if owed:
            with pytest.raises(Refusal, match="still owed"):
                league_play.report(row, one)
        form = browser(one).get(at(game, "report")).context["form"]
        fields = sent(form)
        for name, value in fields.items():
            if value in ("flip", "buried", "sacrificed") and not fields[name.replace("fate", "card")]:
                fields[name.replace("fate", "card")] = "9r" if value != "sacrificed" else ""
        answer = browser(one).post(at(game, "report"), fields)
        assert answer.status_code == 303, answer.context["form"].errors
    else:
        league_play.report(row, one)
    result = stored(Report.objects.get(game=game))
    for seat, own in enumerate(result.seats):
        fell = {each.model_id for each in own.casualties}
        fell |= {each.originals for each in own.successors if each.killed}
        assert fell == {
            ids[name] if name in ids else tuple(sorted(ids[each] for each in told.stands[name]))
            for name, how in told.fallen().items()
            if told.seats[name] == seat and (name in ids or how != "sacrificed" or not exempt(game))
        }
        assert own.vp == sum(points for (who, _), points in told.points.items() if who == seat)
        assert sum(own.strategy_vp) == told.points[seat, game.scenario["strategy"]]
        assert own.withdrew_turn == told.left.get(seat)
        recorded = found.result.seats[seat]
        assert sorted(own.bounty_ticks) == sorted(recorded.bounty_ticks)
        assert not Counter(own.bounty_ticks) - told.ticks[seat]
        cards = {each.model_id: (each.flip, each.cheated_from) for each in own.casualties}
        cards |= {each.originals: (each.flip, each.cheated_from) for each in own.successors}
        for name, (_, flip, cheated) in told.flips.items():
            key = ids.get(name) or tuple(sorted(ids[each] for each in told.stands.get(name, ())))
            assert cards.get(key, (flip or None, cheated or None)) == (flip or None, cheated or None)
    assert result.ended_turn == told.turn
    if not owed:
        assert not differences(found.result, result, by_turn=False)


def exempt(game) -> bool:
    """Whether a sacrifice owes no flip in this league."""
    return game.week.rules.finish_trigger == "killed"


def test_what_is_changed_by_hand_is_marked_line_by_line_for_both(game):
    schemes = [scheme["name"] for scheme in game.scenario["schemes"]]
    row = over(
        game,
        {"do": "schemes", "seat": 0, "schemes": schemes[:2]},
        {"do": "score", "seat": 0, "source": game.scenario["strategy"], "step": "strategy"},
        {"do": "score", "seat": 0, "source": schemes[0], "step": "end"},
        {"do": "slay", "model": "b1"},
        {"do": "finished_off", "model": "b1", "card": "9r"},
    )
    one, two = users(game)
    result = so_far(row).result
    survivor = result.seats[1].casualties[0]
    hand = msgspec.structs.replace(
        result,
        seats=(
            msgspec.structs.replace(result.seats[0], strategy_vp=(), vp=1),
            msgspec.structs.replace(result.seats[1], casualties=()),
        ),
    )
    api = f"/api/v1{at(game)}report/".replace("/week/", "/weeks/")
    body = {"result": msgspec.to_builtins(hand)}
    once = {"Idempotency-Key": "one-report"}
    answer = browser(one).post(api, body, content_type="application/json", headers=once)
    assert answer.status_code == 201, answer.content
    for user in (one, two):
        text = page(game, user)
        assert "2 lines changed by hand" in text
        assert text.count("changed by hand</span>") == 2
        assert "in the record: 1 VP, Turn 2" in text
        assert "survived" in text, "who is no more among the fallen is named"
        assert "in the record: killed, Finished Off (9 of Rams)" in text
    assert survivor.model_id == model_of(game, "b1")
    assert "2 lines changed by hand" in page(game, two, "object")


def test_while_one_records_the_others_main_button_is_to_join(game):
    one, two = users(game)
    assert "Join the record" not in page(game, two)
    row = begun(game)
    enter(row, one, {"do": "turn", "turn": 1})
    text = page(game, two)
    main = f'<a class="button button-main" href="{row.get_absolute_url()}">Join the record'
    assert main in text
    assert "Continue the record" in page(game, one)
    for user in (one, two):
        assert "Play it here" not in page(game, user)
        assert f'<li aria-current="page">Table {game.table}</li>' in page(game, user)
        assert text.count("button-main") == 1
        (action,) = next_actions(user)
        word = "Continue" if user == one else "Join"
        assert action.url == row.get_absolute_url()
        assert action.sentence.startswith(f"{word} the record of your game against")
    assert "Report it as it stands" in text, "a record that was left alone bars no report"
    enter(row, one, {"do": "over"})
    assert "The game is over: report the result" in page(game, two)
    (action,) = next_actions(two)
    assert action.url == at(game, "report")


def test_a_record_that_goes_on_fills_the_form_without_hidden_schemes(game):
    one, two = users(game)
    row = begun(game)
    schemes = [scheme["name"] for scheme in game.scenario["schemes"]]
    turns = [{"do": "turn", "turn": 1}, {"do": "turn", "turn": 2}]
    enter(row, one, *turns, {"do": "schemes", "seat": 0, "schemes": schemes[:2]})
    enter(row, one, {"do": "reveal", "seat": 0, "scheme": schemes[1]}, {"do": "slay", "model": "a2"})
    form = browser(two).get(at(game, "report")).context["form"]
    assert [form[f"s0-scheme-{n}"].value() for n in (0, 1)] == [schemes[1], None]
    assert form[f"s0-fate-{model_of(game, 'a2')}"].value() == "flip"
    assert "It is still going on" in page(game, two, "report")


def test_models_without_health_that_nobody_marked_are_asked_about(game):
    row = begun(game)
    one, _two = users(game)
    model = row and loading.record_of(row).state.models["b2"]
    if not model.most:
        enter(row, one, {"do": "health", "model": "b2", "amount": 5})
    enter(row, one, {"do": "turn", "turn": 1}, {"do": "hurt", "model": "b2", "amount": 20}, {"do": "over"})
    with pytest.raises(Refusal, match="no Health left"):
        league_play.report(row, one)
    assert "Without Health in the record, and not marked killed" in page(game, one, "report")


def test_what_was_stored_before_flips_were_asked_for_is_not_taken_as_it_is(game):
    """The stored result of an older record says that nobody fell."""
    row = over(game, {"do": "slay", "model": "b2"})
    old = msgspec.convert(row.result, EncounterResult)
    seats = tuple(msgspec.structs.replace(seat, casualties=()) for seat in old.seats)
    row.result = msgspec.to_builtins(msgspec.structs.replace(old, seats=seats))
    row.save(update_fields=["result"])
    with pytest.raises(Refusal, match="still owed"):
        league_play.report(row, users(game)[0])
