"""The aftermath of one side, stepped by answers (ledger section 4.4).

The stored answers are the authority: each step replays them through the core, adds one, writes the
effects that are new, and asks on. Facts of the portal are answered at once; cards of fate by a
command that the workers execute; choices by the player, or by default when their time is up.
"""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils import timezone

from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import (
    Aftermath,
    AftermathDecision,
    Campaign,
    Encounter,
    Entry,
)
from mfcampaign.campaigns.operations import countersigning, debts, effects, fate, ledger
from mfcampaign.campaigns.operations.aftermath_time import due_at, late
from mfcampaign.campaigns.operations.facts import context, context_of
from mfcampaign.dispatch import operations as dispatch
from rules.core.campaign.aftermath import Replay, cards_for, default_answer, fate_answer
from rules.core.campaign.asks import (
    LOCK,
    AftermathView,
    Answer,
    Ask,
    HandDrawn,
    Note,
)
from rules.core.fate.cards import Card
from rules.core.fate.league import card_of
from rules.core.game.result import EncounterResult
from rules.core.refusal import Refusal

FLIP = "aftermath.flip"


# -- beginning ------------------------------------------------------------------------------------


def begin(game: Encounter, result: EncounterResult) -> None:
    """Open both sides' aftermaths. A player who still has one open finishes that first."""
    for side in game.sides.select_related("entry__user"):
        side.encounter = game
        made = Aftermath.objects.filter(side=side).first() or Aftermath.objects.create(
            side=side, charts_id=game.week.campaign.charts_id, flips=_usual_source(side.entry)
        )
        made.side = side
        _open_if_free(made, result)


def _usual_source(entry: Entry) -> str:
    """As the player had it last time. Who never said it is asked before the hand is drawn: empty."""
    said = Aftermath.objects.filter(side__entry=entry).exclude(flips="").order_by("-pk")
    return said.values_list("flips", flat=True).first() or ""


def _open_if_free(made: Aftermath, result: EncounterResult) -> None:
    busy = Aftermath.objects.filter(side__entry=made.side.entry_id, state=Aftermath.State.OPEN)
    if busy.exists():
        return
    made.context = context_of(made.side, result)
    made.state = Aftermath.State.OPEN
    made.opened_at = timezone.now()
    made.save(update_fields=["context", "state", "opened_at"])
    _go_on(made, view(made))


def view(made: Aftermath) -> AftermathView:
    """Where this aftermath stands: the replay of its stored answers."""
    return Replay.run(context(made), answers(made))


def answers(made: Aftermath) -> list[Answer]:
    return [msgspec.convert(d.answer, Answer) for d in made.decisions.order_by("ordinal")]


# -- steps ------------------------------------------------------------------------------------------


def choose(
    made: Aftermath,
    actor: Any,
    ordinal: int,
    option: str,
    *,
    bearer: int | None = None,
    annihilate: str = "",
) -> AftermathView:
    """The player's answer to question ``ordinal``; the same answer twice is one answer."""
    answer = Answer(kind="choose", option=option, bearer=bearer, annihilate=annihilate)
    return _step(made, actor, ordinal, answer, source="player", who="player")


def enter_cards(made: Aftermath, actor: Any, ordinal: int, codes: list[str]) -> AftermathView:
    """Cards flipped at the player's own table, written ``10r``, ``RJ``."""
    try:
        cards = [Card.parse(code) for code in codes]
    except ValueError as error:
        raise Refusal(str(error), mend="Write the value and the suit's first letter, or BJ, RJ.") from None
    _expect_begun(made)
    current = view(made).ask
    if current is None or current.ordinal != ordinal or current.who != "fate":
        raise Refusal("This flip has been made already.")
    if made.flips != "entered":
        raise Refusal("The portal draws this card.", mend="Say first that you flip at the table.")
    answer = fate_answer(current, cards, source="entered")
    return _step(made, actor, ordinal, answer, source="entered", who="fate")


def flip_source(made: Aftermath, actor: Any, source: str) -> None:
    """Who flips from now on: the portal's sealed fate, or the player at the table."""
    if source not in ("fate", "entered"):
        raise Refusal("Flips come from the portal or from your own table.")
    with operation(_campaign(made), actor, kind="aftermath.flip_source") as act:
        fresh = Aftermath.objects.select_for_update().get(pk=made.pk)
        if fresh.state != Aftermath.State.OPEN or fresh.flips == source:
            raise Refusal("The flips come from there already, or the aftermath is done.")
        current = view(fresh).ask
        drawing = fresh.flips == "fate" and current is not None and current.who == "fate"
        if drawing and source == "entered":
            raise Refusal("The portal is drawing this very card.", mend="Switch once it has fallen.")
        fresh.flips = source
        fresh.save(update_fields=["flips"])
        who = "the portal's fate" if source == "fate" else "the player's own deck"
        act.say(f"{made.side.entry.label} now flips from {who}.", entry=made.side.entry_id)
        _go_on(fresh, view(fresh))


def draw(aftermath_id: int, ordinal: int) -> dict[str, Any]:
    """A worker draws the card(s) of question ``ordinal``: the same ones however often it is asked.

    The cards themselves stay out of the command's result: a hand is its owner's alone.
    """
    made = Aftermath.objects.select_related("side__entry__user", "side__encounter__week__campaign").get(
        pk=aftermath_id
    )
    stored = made.decisions.filter(ordinal=ordinal).first()
    if stored is not None:
        return {"drawn": ordinal, "again": True}
    current = view(made).ask
    if current is None or current.ordinal != ordinal or current.who != "fate":
        raise Refusal("The aftermath has moved on; this card is not wanted any more.")
    answer = fate_answer(current, _fated(made, current))
    _step(made, None, ordinal, answer, source="fate", who="fate")
    return {"drawn": ordinal, "again": False}


def _fated(made: Aftermath, ask: Ask) -> tuple[Card, ...]:
    shuffle = fate.aftermath_deck(made.side).shuffle(ask.shuffle)
    return cards_for(ask, [card_of(face) for face in shuffle.cards])


def finish_by_default(game: Encounter, *, early: bool = False) -> None:
    """Every open question of an Aftermath whose time is up gets its default answer (ledger 4.4);
    ``early``: of those that still have time too."""
    for made in Aftermath.objects.filter(side__encounter=game, state=Aftermath.State.OPEN).select_related(
        "side__entry__user", "side__encounter__week__campaign"
    ):
        if early or due_at(made) <= timezone.now():
            _finish(made)


def finish_late(aftermath_id: int) -> bool:
    """The hours of one that began after the deadline are over (A-39). False when it was done meanwhile."""
    made = late(timezone.now()).filter(pk=aftermath_id).first()
    if made is None or due_at(made) > timezone.now():
        return False
    _finish(made)
    return True


def _finish(made: Aftermath) -> None:
    while (current := view(made).ask) is not None:
        if current.who == "fate":
            answer = fate_answer(current, _fated(made, current))
            _step(made, None, current.ordinal, answer, source="fate", who="fate")
        else:
            _step(made, None, current.ordinal, default_answer(current), source="timeout", who="player")
        made.refresh_from_db()


def _step(
    made: Aftermath, actor: Any, ordinal: int, answer: Answer, *, source: str, who: str
) -> AftermathView:
    """Add one answer, write what follows, ask on. A repeated equal answer changes nothing."""
    with operation(_campaign(made), actor, kind=f"aftermath.{source}") as act:
        fresh = Aftermath.objects.select_for_update().get(pk=made.pk)
        fresh.side = made.side
        _expect_begun(fresh)
        stored = fresh.decisions.filter(ordinal=ordinal).first()
        if stored is not None:
            if stored.answer == msgspec.to_builtins(answer):
                return view(fresh)
            raise Refusal("This question has been answered already.", rule="SL-AFTER-08")
        before = view(fresh)
        if before.ask is None or before.ask.ordinal != ordinal or before.ask.who != who:
            raise Refusal("The aftermath is at another question.", mend="Look at the page again.")
        after = _answer(act, fresh, before, answer, source, actor)
        sentences = _write(act, fresh, after)
        act.say(" ".join(sentences), entry=made.side.entry_id, encounter=made.side.encounter_id)
        return _go_on(fresh, after, act)


def _expect_begun(made: Aftermath) -> None:
    """One that waits for an earlier aftermath has no facts yet, and asks nothing."""
    if made.state == Aftermath.State.QUEUED:
        raise Refusal("This aftermath waits for an earlier one.", mend="Finish that one first.")
    if _campaign(made).state == Campaign.State.CANCELLED:
        raise Refusal("This league was cancelled; its aftermaths stay as they are.")
    if Encounter.objects.filter(pk=made.side.encounter_id, state=Encounter.State.VOID).exists():
        raise Refusal("This game was voided; its aftermath stays as it was.")


def _answer(
    act: ActInProgress[Campaign],
    made: Aftermath,
    before: AftermathView,
    answer: Answer,
    source: str,
    actor: Any,
) -> AftermathView:
    """Store one answer once the core has accepted it."""
    assert before.ask is not None, "a finished aftermath asks nothing"
    after = Replay.run(context(made), [*answers(made), answer])
    decision = AftermathDecision.objects.create(
        aftermath=made,
        ordinal=before.ask.ordinal,
        kind=before.ask.kind,
        answer=msgspec.to_builtins(answer),
        source=source,
        actor=actor if getattr(actor, "is_authenticated", False) else None,
    )
    if source == "entered":
        countersigning.ask(decision, made.side.encounter.week.rules)
    return after


def _write(act: ActInProgress[Campaign], made: Aftermath, after: AftermathView) -> list[str]:
    """Write the effects that are new since the last step; what changed something is told."""
    new = after.effects[made.applied :]
    for number, effect in enumerate(new, start=made.applied):
        effects.apply(made, effect, number, act.act)
    made.applied = len(after.effects)
    made.save(update_fields=["applied"])
    told = [effect.sentence for effect in new if not isinstance(effect, (Note, HandDrawn))]
    return [f"{made.side.entry.label}: {' '.join(told)}"] if told else []


def resume(made: Aftermath) -> AftermathView:
    """Ask on after a ruling changed what this aftermath goes by. Part of the ruling's act."""
    return _go_on(made, view(made))


def _go_on(made: Aftermath, now: AftermathView, act: ActInProgress[Campaign] | None = None) -> AftermathView:
    """Answer what the portal knows, order the cards that fate owes, or wait for the player."""
    while now.ask is not None and now.ask.who == "system":
        facts = _portal_answer(made, now.ask)
        if act is None:
            with operation(_campaign(made), None, kind="aftermath.portal") as own:
                now = _answer(own, made, now, facts, "portal", None)
                own.say(" ".join(_write(own, made, now)), entry=made.side.entry_id)
        else:
            now = _answer(act, made, now, facts, "portal", None)
            told = [act.act.sentence, *_write(act, made, now)]
            act.say(" ".join(filter(None, told)), **act.act.facts)
    if now.ask is None:
        _lock(made)
        return now
    made.waiting_for, made.asks, made.asks_ordinal = now.ask.who, now.ask.kind, now.ask.ordinal
    if now.ask.who == "fate" and made.flips != "fate":
        made.waiting_for = "player"
    made.save(update_fields=["waiting_for", "asks", "asks_ordinal"])
    if made.waiting_for == "fate":
        _order_flip(made, now.ask)
    return now


def flip_key(made: Aftermath, ordinal: int) -> str:
    """The natural key of the command that draws question ``ordinal``."""
    side = made.side
    week = side.encounter.week
    return (
        f"campaign:{week.campaign_id}/entry:{side.entry_id}/week:{week.number}"
        f"/encounter:{side.encounter_id}/aftermath/{ordinal}"
    ) + (f"/again:{made.again}" if made.again else "")


def _order_flip(made: Aftermath, ask: Ask) -> None:
    side = made.side
    dispatch.submit(
        FLIP,
        flip_key(made, ask.ordinal),
        {"aftermath": made.pk, "ordinal": ask.ordinal},
        campaign_id=side.encounter.week.campaign_id,
        subject=f"{side.entry.label}: {ask.kind.replace('_', ' ')}",
    )


def _portal_answer(made: Aftermath, ask: Ask) -> Answer:
    """What only the portal knows at Payday: Scrip earned this week so far, and the purse."""
    if ask.kind == "lock":
        return Answer(kind="choose", option=LOCK)
    side = made.side
    return Answer(
        kind="facts",
        earned_this_week=ledger.earned_in_week(side.entry, side.encounter.week.number),
        scrip=ledger.balance(side.entry) - debts.owed(side.entry),
    )


def _lock(made: Aftermath) -> None:
    """The last step: lock, let the player's next aftermath begin, close the game when both are done."""
    made.state = Aftermath.State.LOCKED
    made.locked_at = timezone.now()
    made.waiting_for = made.asks = ""
    made.save(update_fields=["state", "locked_at", "waiting_for", "asks"])
    open_next(made)
    others = Aftermath.objects.filter(side__encounter=made.side.encounter_id)
    if not others.exclude(state=Aftermath.State.LOCKED).exists():
        from mfcampaign.campaigns.operations import encounter

        encounter.close(made.side.encounter)


def open_next(made: Aftermath) -> None:
    """This one is over: the same player's next aftermath, which waited for it, begins."""
    waiting = (
        Aftermath.objects.filter(
            side__entry=made.side.entry_id,
            state=Aftermath.State.QUEUED,
            side__encounter__state=Encounter.State.AFTERMATH,
        )
        .select_related("side__entry__user", "side__encounter__week__campaign")
        .order_by("pk")
        .first()
    )
    if waiting is not None:
        report = waiting.side.encounter.reports.filter(state__in=["confirmed", "ruled"]).latest("number")
        _open_if_free(waiting, loading.result(report))


def _campaign(made: Aftermath) -> Campaign:
    return made.side.encounter.week.campaign


__all__ = [
    "FLIP",
    "answers",
    "begin",
    "choose",
    "context",
    "draw",
    "enter_cards",
    "finish_by_default",
    "finish_late",
    "flip_key",
    "flip_source",
    "open_next",
    "resume",
    "view",
]
