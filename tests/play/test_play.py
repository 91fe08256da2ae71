"""An Encounter kept as rows: resumed between any two decisions, retried, missed, taken back, ended."""

from __future__ import annotations

import msgspec
import pytest

from mfcampaign.play import access, loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation, playing
from mfcampaign.play.operations.log import AnsweredBefore, StaleVersion
from mfcampaign.play.queries import encounter_page
from rules.editions.m3e.play.play import StoredDecision as Answered
from rules.fate.shuffle import Stream, digest
from rules.game.log import chain, effective, fold
from rules.game.results.result import EncounterResult
from rules.refusal import Refusal
from tests.play.playing import against_bot, duel, go_on, lay_down, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def two():
    return person("mara"), person("jonas")


def stands(row: Encounter) -> None:
    """Rows, replay from the checkpoint, replay from the start and fold all tell the same."""
    row.refresh_from_db()
    short, whole = loading.play_of(row), loading.play_of(row, whole=True)
    events = [fact for _number, fact in loading.facts(row)]
    assert short.state == whole.state == fold(loading.first_state(row), events)
    assert short.hash == whole.hash == row.hash
    if not row.decisions.exclude(undone_by=None).exists():
        assert chain(events) == row.hash
    log = [
        Answered(d.seat, "take_back" if d.kind == "rewind" else d.kind, msgspec.json.decode(d.value))
        for d in row.decisions.exclude(kind__in=["ask_back", "decline_back"])
    ]
    assert effective(log) == whole.decisions


def test_an_encounter_goes_on_from_its_rows_alone_after_every_decision(two):
    row = duel(*two)
    done = 0
    while done < 90 and not row.over:
        done += go_on(row, dict(enumerate(two)), 6, seed=str(done))
        stands(row)
    assert row.version >= 60
    assert row.checkpoint, "an Activation has ended: there is a state to go on from"


def test_what_is_written_after_a_row_was_read_is_none_of_it(two):
    """A page of version 7 shows the question of version 7, though an eighth answer arrives meanwhile, or the
    seventh is taken back."""
    row = duel(*two)
    go_on(row, dict(enumerate(two)), 60)
    earlier = Encounter.objects.get(pk=row.pk)
    ask = loading.play_of(row).asks[0]
    value = ask.options.sample(Stream(digest("later")))
    playing.answer(row, two[ask.seat], ask.seat, value, kind=ask.kind, seen=row.version)
    assert (earlier.version, earlier.hash) != (row.version, row.hash)
    assert loading.play_of(earlier, as_read=True).hash == earlier.hash
    assert loading.play_of(earlier, as_read=True).asks[0] == ask
    later = Encounter.objects.get(pk=row.pk)
    playing.take_back(row, two[ask.seat], ask.seat, seen=row.version)
    if row.asked_back:
        playing.answer_take_back(row, two[1 - ask.seat], 1 - ask.seat, agreed=True, seen=row.version)
    assert loading.play_of(later, as_read=True).hash == later.hash
    stands(row)


@pytest.mark.parametrize("key", ["k1", "k" * 100], ids=["short", "longer than is kept"])
def test_a_retry_finds_its_first_answer_and_another_body_is_refused(two, key):
    row = duel(*two)
    ask = loading.play_of(row).asks[0]
    playing.answer(row, two[ask.seat], ask.seat, 3, kind="cut", seen=row.version, key=key)
    before = (row.version, row.hash)
    with pytest.raises(AnsweredBefore):
        playing.answer(row, two[ask.seat], ask.seat, 3, kind="cut", seen=0, key=key)
    with pytest.raises(Refusal, match="another answer"):
        playing.answer(row, two[ask.seat], ask.seat, 4, kind="cut", seen=0, key=key)
    row.refresh_from_db()
    assert (row.version, row.hash) == before
    assert row.decisions.count() == 1


def test_whoever_saw_an_older_state_is_refused_and_nothing_happens(two):
    row = duel(*two)
    go_on(row, dict(enumerate(two)), 3)
    ask = loading.play_of(row).asks[0]
    value = next(iter(ask.options.listed()))
    with pytest.raises(StaleVersion) as missed:
        playing.answer(row, two[ask.seat], ask.seat, value, kind=ask.kind, seen=row.version - 2)
    assert missed.value.seen == row.version - 2
    assert row.decisions.count() == 3


def test_nobody_answers_for_the_other_side_nor_what_is_not_offered(two):
    row = duel(*two)
    ask = loading.play_of(row).asks[0]
    with pytest.raises(Refusal, match="not your side"):
        playing.answer(row, two[1 - ask.seat], ask.seat, 0, kind="cut", seen=0)
    with pytest.raises(Refusal, match="not one of the answers"):
        playing.answer(row, two[ask.seat], ask.seat, 999, kind="cut", seen=0)
    with pytest.raises(Refusal, match="not asked anything"):
        playing.answer(row, two[1 - ask.seat], 1 - ask.seat, 0, kind="cut", seen=0)
    assert not row.decisions.exists()


def test_taking_back_is_free_until_a_card_was_seen_and_appends(two):
    row = duel(*two)
    ask = loading.play_of(row).asks[0]
    playing.answer(row, two[ask.seat], ask.seat, 3, kind="cut", seen=0)
    was = loading.play_of(row).state
    assert playing.take_back(row, two[ask.seat], ask.seat, seen=1)
    row.refresh_from_db()
    assert [d.kind for d in row.decisions.all()] == ["cut", "take_back"]
    assert row.decisions.get(number=1).undone_by == 2
    assert loading.play_of(row).asks[0].kind == "cut"
    assert loading.play_of(row).state != was
    stands(row)


@pytest.mark.rule("M3E-TURN-12")
def test_a_single_answer_that_both_know_is_given_and_going_back_past_it_stays_free(two):
    row = duel(*two)
    row.refresh_from_db()
    given = None
    while not row.over and row.version < 600:
        ask = loading.play_of(row).asks[0]
        assert not (ask.kind == "activate" and len(ask.options.choices) == 1), "both know who is left"
        value = ask.options.sample(Stream(digest("single", str(row.version))))
        playing.answer(row, two[ask.seat], ask.seat, value, kind=ask.kind, seen=row.version)
        row.refresh_from_db()
        stands(row)
        last = row.decisions.order_by("-number")[:2]
        if [d.kind for d in last] == ["activate", "action"] and last[0].seat != last[1].seat:
            given = last[0]
            break
    assert given is not None
    assert given.actor is None
    page = encounter_page.load(access.visit(two[1 - given.seat], row.public_id))
    assert page.back == 2
    own = encounter_page.load(access.visit(two[given.seat], row.public_id))
    assert own.back != 1, "one's own last answer is another"
    assert playing.take_back(row, two[1 - given.seat], 1 - given.seat, steps=2, seen=row.version)
    row.refresh_from_db()
    assert [ask.seat for ask in loading.play_of(row).asks] == [1 - given.seat]
    stands(row)


def test_past_a_card_the_other_is_asked_and_the_unseen_cards_lie_anew(two):
    row = duel(*two)
    people = dict(enumerate(two))
    while not any(fact.informs for _n, fact in loading.facts(row)):
        go_on(row, people, 1)
    seat = row.decisions.last().seat
    before = loading.play_of(row, whole=True)
    assert not playing.take_back(row, two[seat], seat, seen=row.version)
    row.refresh_from_db()
    assert loading.play_of(row).state == before.state, "asking changes nothing"
    with pytest.raises(Refusal, match="Nobody asks you"):
        playing.answer_take_back(row, two[seat], seat, agreed=True, seen=row.version)
    playing.answer_take_back(row, two[1 - seat], 1 - seat, agreed=False, seen=row.version)
    assert row.asked_back == {}
    playing.take_back(row, two[seat], seat, seen=row.version)
    playing.answer_take_back(row, two[1 - seat], 1 - seat, agreed=True, seen=row.version)
    assert row.decisions.last().kind == "rewind"
    after = loading.play_of(row, whole=True)
    assert len(after.decisions) == len(before.decisions)  # one taken back, the rewind in its place
    assert after.state.crews[0].shuffles == before.state.crews[0].shuffles + 1
    stands(row)
    go_on(row, people, 8)
    stands(row)


@pytest.mark.slow
def test_a_whole_encounter_against_a_bot_ends_in_a_result(two):
    row = against_bot(two[0], bot="random")
    while not row.over:
        assert go_on(row, {0: two[0]}, 400), "the Encounter goes on"
    assert row.state == Encounter.State.OVER
    result = msgspec.convert(row.result, EncounterResult)
    state = loading.play_of(row).state
    assert [seat.vp for seat in result.seats] == [state.vp(0), state.vp(1)]
    assert row.decisions.filter(actor=None).exists(), "the bot's answers stand beside the player's"
    stands(row)


@pytest.mark.parametrize("bot", ["level-2", "level-3"])
def test_a_bot_of_each_level_answers_and_its_rows_stand(two, bot):
    row = against_bot(two[0], bot=bot)
    go_on(row, {0: two[0]}, 12)
    row.refresh_from_db()
    assert row.decisions.filter(actor=None).exists()
    stands(row)


def test_giving_up_ends_it_without_a_result(two):
    row = duel(*two)
    playing.give_up(row, two[1], 1)
    assert (row.state, row.result) == (Encounter.State.LEFT, None)
    with pytest.raises(Refusal):
        playing.answer(row, two[1], 1, 0, kind="cut", seen=row.version)


def test_the_roots_are_published_with_the_shuffles_they_bind(two):
    row = duel(*two)
    assert row.decks.count() == 1
    assert row.decks.get().decision == 0, "before the first answer, so before the first draw"
    go_on(row, dict(enumerate(two)), 2)
    assert row.decks.count() == 2


def test_nobody_opens_before_everyone_laid_down_and_only_what_was_laid_down(two):
    from rules.fate.shuffle import client_commitment
    from tests.play.playing import SMALL, part

    row = creation.create(two[0], SMALL, opponent="known", other=two[1])
    mine = client_commitment(row.fate_name, "A", part(row, 0)).hex()
    creation.commit(row, two[0], 0, mine)
    with pytest.raises(Refusal, match="not laid down yet"):
        creation.open_part(row, two[0], 0, part(row, 0).hex())
    with pytest.raises(Refusal, match="laid down already"):
        creation.commit(row, two[0], 0, "0" * 64)
    creation.commit(row, two[1], 1, client_commitment(row.fate_name, "B", part(row, 1)).hex())
    with pytest.raises(Refusal, match="not the part"):
        creation.open_part(row, two[1], 1, part(row, 0).hex())
    assert row.state == Encounter.State.GATHERING
    old = bytes(row.server_seed).hex()
    creation.renew(row, two[1], 1)
    assert row.void_rounds[0]["server_seed"] == old
    assert bytes(row.server_seed).hex() != old
    lay_down(row, dict(enumerate(two)))
    assert row.state == Encounter.State.PLAYING
