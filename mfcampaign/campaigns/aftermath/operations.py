"""The Aftermath of one side: begin, answer question by question, finish (ledger section 4.4).

``session`` replays and asks. This module adds what belongs to an Aftermath alone: who may answer, the answers
that the portal gives itself, and the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.audit.queries import Act
from mfcampaign.campaigns import loading, reactions
from mfcampaign.campaigns.aftermath import countersigning, effects
from mfcampaign.campaigns.aftermath.deadlines import due_at, late
from mfcampaign.campaigns.aftermath.facts import arsenal_now, context_of
from mfcampaign.campaigns.aftermath.replay import view
from mfcampaign.campaigns.aftermath.session import ProcedureSession, step
from mfcampaign.campaigns.game.steps import expect_going_on
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Aftermath,
    AftermathDecision,
    Campaign,
    Entry,
    Game,
    GameSide,
    RestartDecision,
    Week,
)
from mfcampaign.campaigns.week import fate
from rules.campaign.aftermath.asks import LOCK, AftermathView, Answer, AnyEffect, Ask
from rules.campaign.aftermath.procedure import default_answer, fate_answer
from rules.fate.cards import Card
from rules.fate.league import FateDeck
from rules.game.results.result import EncounterResult
from rules.refusal import Refusal


class AftermathSession(ProcedureSession[Aftermath]):
    """One side's aftermath in work."""

    kind = "aftermath"
    another_question = "The Aftermath is at another question."

    @property
    def entry(self) -> Entry:
        return self.row.side.entry

    @property
    def league(self) -> Campaign:
        return _campaign(self.row)

    @property
    def facts(self) -> dict[str, Any]:
        return {"entry": self.entry.pk, "encounter": self.row.side.game_id}

    def stored(self, decision: AftermathDecision | RestartDecision) -> None:
        if isinstance(decision, AftermathDecision) and decision.source == "entered":
            countersigning.ask(decision, self.row.side.game.week.rules)

    def write(self, act: ActInProgress[Campaign]) -> list[str]:
        self.row.side.game.week.campaign = act.row
        return super().write(act)

    def apply(self, effect: AnyEffect, number: int, act: Act) -> None:
        effects.apply(self.row, effect, number, act)

    def deck(self, ask: Ask) -> FateDeck:
        return fate.owed_deck(self.row.side, ask.run) if ask.run else fate.aftermath_deck(self.row.side)

    def portal_answer(self, ask: Ask) -> Answer:
        """At Payday Scrip earned this week so far and the purse; the Arsenal where flips are owed."""
        if ask.kind == "lock":
            return Answer(kind="choose", option=LOCK)
        side = self.row.side
        if ask.kind == "owed_flips":
            return arsenal_now(side)
        return Answer(
            kind="facts",
            earned_this_week=balances.earned_in_week(side.entry, side.game.week.number),
            scrip=balances.balance(side.entry) - balances.owed(side.entry),
        )

    def close(self, act: ActInProgress[Campaign] | None) -> None:
        _lock(self.row)


FLIP = f"{AftermathSession.kind}.flip"


# -- beginning ------------------------------------------------------------------------------------


def begin(sides: Iterable[GameSide], result: EncounterResult) -> None:
    """Open both sides' aftermaths. A player who still has one open finishes that first."""
    # Both are there before either opens: one may be done at once, and the game goes on for the other.
    for aftermath in [_of(side) for side in sides]:
        _open_if_free(aftermath, result)


def _of(side: GameSide) -> Aftermath:
    aftermath = Aftermath.objects.filter(side=side).first() or Aftermath.objects.create(
        side=side, charts_id=side.game.week.campaign.charts_id, flips=_usual_source(side.entry)
    )
    aftermath.side = side
    return aftermath


def _usual_source(entry: Entry) -> str:
    """As the player had it last time. Who never said it is asked before the hand is drawn: empty."""
    earlier = Aftermath.objects.filter(side__entry=entry).exclude(flips="").order_by("-pk")
    return earlier.values_list("flips", flat=True).first() or ""


def _open_if_free(aftermath: Aftermath, result: EncounterResult | None) -> None:
    """``None``: it began before, and goes on from the facts it has."""
    busy = Aftermath.objects.filter(side__entry=aftermath.side.entry_id, state=Aftermath.State.OPEN)
    if busy.exists():
        return
    if result is not None:
        aftermath.context = context_of(aftermath.side, result)
    aftermath.state = Aftermath.State.OPEN
    aftermath.opened_at = timezone.now()
    aftermath.save(update_fields=["context", "state", "opened_at"])
    AftermathSession(aftermath).go_on()


# -- steps ------------------------------------------------------------------------------------------


def choose(
    aftermath: Aftermath,
    actor: Person | None,
    ordinal: int,
    option: str,
    *,
    bearer: int | None = None,
    annihilate: str = "",
    words: str = "",
) -> AftermathView:
    """The player's answer to question ``ordinal``; the same answer twice is one answer."""
    answer = Answer(kind="choose", option=option, bearer=bearer, annihilate=annihilate, words=words)
    return _step(aftermath, actor, ordinal, answer, source="player", who="player")


def enter_cards(aftermath: Aftermath, actor: Person | None, ordinal: int, codes: list[str]) -> AftermathView:
    """Cards flipped at the player's own table, written ``10r``, ``RJ``."""
    try:
        cards = [Card.parse(code) for code in codes]
    except ValueError as error:
        raise Refusal(str(error), fix="Write the value and the suit's first letter, or BJ, RJ.") from None
    _expect_begun(aftermath, _campaign(aftermath))
    current = view(aftermath).ask
    if current is None or current.ordinal != ordinal or current.who != "fate":
        raise Refusal("This flip has been made already.")
    if aftermath.flips != "entered" or current.run:
        raise Refusal("The portal draws this card.", fix="Say first that you flip at the table.")
    answer = fate_answer(current, cards, source="entered")
    return _step(aftermath, actor, ordinal, answer, source="entered", who="fate")


def flip_source(aftermath: Aftermath, actor: Actor, source: str) -> None:
    """Choose the source of further flips: the portal's sealed fate, or the player at the table."""
    if source not in ("fate", "entered"):
        raise Refusal("Flips come from the portal or from your own table.")
    with operation(_campaign(aftermath), actor, kind="aftermath.flip_source") as act:
        fresh = Aftermath.objects.select_for_update().get(pk=aftermath.pk)
        if fresh.state != Aftermath.State.OPEN or fresh.flips == source:
            raise Refusal("The flips come from there already, or the Aftermath is done.")
        fresh.side = aftermath.side
        _expect_begun(fresh, act.row)
        session = AftermathSession(fresh)
        current = session.now.ask
        drawing = fresh.flips == "fate" and current is not None and current.who == "fate"
        if drawing and source == "entered":
            raise Refusal("The portal is drawing this very card.", fix="Switch once it has fallen.")
        fresh.flips = source
        fresh.save(update_fields=["flips"])
        label = aftermath.side.entry.label
        how = f"{label} lets the portal draw" if source == "fate" else f"{label} flips at the table"
        act.say(f"{how} from now on.", entry=aftermath.side.entry_id)
        session.go_on()


def draw(aftermath_id: int, ordinal: int) -> dict[str, Any]:
    """A worker draws the card(s) of question ``ordinal``: the same ones however often it is asked.

    The cards themselves stay out of the command's result: a hand is its owner's alone.
    """
    drawn = AftermathDecision.objects.filter(aftermath=OuterRef("pk"), ordinal=ordinal)
    rows = Aftermath.objects.select_related("side__entry__user", "side__game__week__campaign")
    aftermath = rows.annotate(drawn=Exists(drawn)).get(pk=aftermath_id)
    if aftermath.drawn:
        return {"drawn": ordinal, "again": True}
    _step(aftermath, None, ordinal, _fate_answer, source="fate", who="fate")
    return {"drawn": ordinal, "again": False}


def _fate_answer(session: AftermathSession, ask: Ask) -> Answer:
    return fate_answer(ask, session.draw(ask))


def finish_by_default(game: Game, *, early: bool = False) -> None:
    """Every open question of an Aftermath whose time is up gets its default answer (ledger 4.4);
    ``early``: of those that still have time too."""
    for aftermath in Aftermath.objects.filter(side__game=game, state=Aftermath.State.OPEN).select_related(
        "side__entry__user", "side__game__week__campaign"
    ):
        if early or due_at(aftermath) <= timezone.now():
            _finish(aftermath)


def finish_late(aftermath_id: int) -> bool:
    """The hours of one that began after the deadline are over (A-39). False when it was done meanwhile."""
    with transaction.atomic():
        # Nobody answers, and nothing is ruled, between the first question and the last.
        leagues = Campaign.objects.select_for_update(of=("self",))
        leagues.filter(weeks__games__sides__aftermath=aftermath_id).first()
        aftermath = late(timezone.now()).filter(pk=aftermath_id).first()
        if aftermath is None or due_at(aftermath) > timezone.now():
            return False
        _finish(aftermath)
    return True


def finish_owed(campaign: Campaign, **to: Any) -> None:
    """The season ends: flips that rulings made up for, and Aftermaths of games that were entered after their
    week, as far as nobody has decided on them, by default."""
    owed = Aftermath.objects.filter(
        Q(side__game__state=Game.State.CLOSED)
        | Q(side__game__state=Game.State.AFTERMATH, side__game__week__state=Week.State.CLOSED),
        side__game__week__campaign=campaign,
        state=Aftermath.State.OPEN,
        **to,
    ).select_related("side__entry__user", "side__game__week__campaign")
    while (aftermath := owed.first()) is not None:
        _finish(aftermath)


@reactions.arsenal_given_up.register
def finish_owed_to(entry: Entry) -> None:
    """The same of an Arsenal that is given up: what they bring is lost with it (A-29)."""
    finish_owed(entry.campaign, side__entry=entry)


def _finish(aftermath: Aftermath) -> None:
    """Every open question by default. Call it under the league's lock."""
    now = view(aftermath)
    while (ask := now.ask) is not None:
        if ask.who == "fate":
            now = _step(aftermath, None, ask.ordinal, _fate_answer, source="fate", who="fate")
        else:
            now = _step(aftermath, None, ask.ordinal, default_answer(ask), source="timeout", who="player")


def _step(
    aftermath: Aftermath,
    actor: Person | None,
    ordinal: int,
    answer: Answer | Callable[[AftermathSession, Ask], Answer],
    *,
    source: str,
    who: str,
) -> AftermathView:
    def opened(league: Campaign) -> AftermathSession:
        fresh = _locked(aftermath)
        _expect_begun(fresh, league)
        return AftermathSession(fresh)

    return step(
        _campaign(aftermath),
        actor,
        ordinal,
        answer,
        open_session=opened,
        kind=AftermathSession.kind,
        source=source,
        who=who,
    )


def _locked(aftermath: Aftermath) -> Aftermath:
    """The row under its lock; its side is the one that was fetched, its game's state is fresh."""
    rows = Aftermath.objects.select_for_update(of=("self",)).annotate(game=F("side__game__state"))
    fresh = rows.get(pk=aftermath.pk)
    fresh.side = aftermath.side
    fresh.side.game.state = fresh.game
    return fresh


def _expect_begun(aftermath: Aftermath, league: Campaign) -> None:
    """One that waits for an earlier aftermath has no facts yet, and asks nothing."""
    if aftermath.state == Aftermath.State.QUEUED:
        raise Refusal("This Aftermath waits for an earlier one.", fix="Finish that one first.")
    expect_going_on(league)
    if aftermath.side.game.state == Game.State.VOID:
        raise Refusal("This game was voided; its Aftermath stays as it was.")


def reopen(aftermath: Aftermath) -> None:
    """A ruling changed what is made up for after this aftermath: go on to it, or be done with it. Another
    one of the player's that is open comes first."""
    if aftermath.state == Aftermath.State.OPEN:
        return
    unanswered = view(aftermath).ask is not None
    aftermath.state = Aftermath.State.QUEUED if unanswered else Aftermath.State.LOCKED
    aftermath.locked_at = None if unanswered else aftermath.locked_at or timezone.now()
    aftermath.save(update_fields=["state", "locked_at"])
    if unanswered:
        _open_if_free(aftermath, None)


def resume(aftermath: Aftermath) -> AftermathView:
    """Ask on after a ruling changed what this aftermath goes by. Part of the ruling's act."""
    return AftermathSession(aftermath).go_on()


def _lock(aftermath: Aftermath) -> None:
    """The last step: lock, let the player's next aftermath begin, close the game when both are done."""
    aftermath.state = Aftermath.State.LOCKED
    aftermath.locked_at = timezone.now()
    aftermath.waiting_for = aftermath.asks = ""
    aftermath.save(update_fields=["applied", "state", "locked_at", "waiting_for", "asks"])
    open_next(aftermath)
    if aftermath.side.game.state == Game.State.CLOSED:
        return
    others = Aftermath.objects.filter(side__game=aftermath.side.game_id)
    if not others.exclude(state=Aftermath.State.LOCKED).exists():
        from mfcampaign.campaigns.game import operations as game_operations

        game_operations.close(aftermath.side.game)


def open_next(aftermath: Aftermath) -> None:
    """This one is over: the same player's next aftermath, which waited for it, begins."""
    waiting = (
        Aftermath.objects.filter(
            side__entry=aftermath.side.entry_id,
            state=Aftermath.State.QUEUED,
            side__game__state__in=[Game.State.AFTERMATH, Game.State.CLOSED],
        )
        .select_related("side__entry__user", "side__game__week__campaign")
        .order_by("pk")
        .first()
    )
    if waiting is not None and waiting.context:
        _open_if_free(waiting, None)
    elif waiting is not None:
        report = waiting.side.game.reports.filter(state__in=["confirmed", "ruled"]).latest("number")
        _open_if_free(waiting, loading.result(report))


def _campaign(aftermath: Aftermath) -> Campaign:
    return aftermath.side.game.week.campaign
