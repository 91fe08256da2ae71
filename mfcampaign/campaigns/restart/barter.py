"""The Barter flips of a new Arsenal, stepped by answers as an aftermath is (SL-ANEW-04 to -07)."""

from __future__ import annotations

from typing import Any

import msgspec

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.models import Campaign, Entry, NewStart, NewStartDecision, Week
from mfcampaign.campaigns.restart import operations as restart
from mfcampaign.campaigns.restart import queries as restart_page
from mfcampaign.campaigns.restart.replay import answers, context, flip_key, view
from mfcampaign.campaigns.week import fate
from mfcampaign.catalog import queries as catalog
from mfcampaign.dispatch import operations as dispatch
from rules.campaign.aftermath.asks import (
    LOCK,
    AftermathView,
    Answer,
    Ask,
    Note,
    UpgradeBought,
)
from rules.campaign.aftermath.procedure import cards_for, fate_answer
from rules.campaign.restart import RestartReplay, restart_context
from rules.fate.cards import Card
from rules.fate.league import card_of
from rules.refusal import Refusal

FLIP = "anew.flip"
State = NewStart.State


def begin(entry: Entry, actor: Actor, *, flips: str = "fate") -> NewStart:
    """Make the flips now, with the models and the Scrip there are; then none is hired until they are done."""
    if flips not in ("fate", "entered"):
        raise Refusal("Flips come from the portal or from your own table.")
    with operation(entry.campaign, actor, kind="anew.flips_begun") as act:
        new_start = _locked(entry, act.row)
        if new_start.state != State.SHOPPING:
            raise Refusal("The Barter flips have begun already, or the Arsenal is not founded yet.")
        owned = loading.arsenal(new_start.entry)
        new_start.charts = act.row.charts
        campaign_upgrades = new_start.entry.upgrades.owned().filter(kind__in=["equipment", "skill"])
        facts: dict[str, Any] = msgspec.to_builtins(
            restart_context(
                owned,
                catalog.charts(act.row.charts_id),
                new_start.flips_due,
                tuple(campaign_upgrades.values_list("slug", flat=True)),
                act.row.rules,
            )
        )
        del facts["charts"]
        new_start.context, new_start.state, new_start.flips = facts, State.FLIPPING, flips
        new_start.save(update_fields=["context", "charts", "state", "flips"])
        act.say(
            f"{new_start.entry.label} makes {new_start.flips_due} Barter flips for the new Arsenal.",
            entry=entry.pk,
        )
        _go_on(new_start, view(new_start), act)
    return new_start


def choose(
    entry: Entry,
    actor: Person | None,
    ordinal: int,
    option: str,
    *,
    bearer: int | None = None,
    annihilate: str = "",
) -> AftermathView:
    """The player's answer to question ``ordinal``; the same answer twice is one answer."""
    answer = Answer(kind="choose", option=option, bearer=bearer, annihilate=annihilate)
    return _step(entry, actor, ordinal, answer, source="player", who="player")


def enter_card(entry: Entry, actor: Person | None, ordinal: int, code: str) -> AftermathView:
    """A card flipped at the player's own table, written ``10r``, ``RJ``."""
    try:
        card = Card.parse(code)
    except ValueError as error:
        raise Refusal(str(error), fix="Write the value and the suit's first letter, or BJ, RJ.") from None
    new_start = restart_page.restart_under_way(entry)
    if new_start is None or new_start.flips != "entered":
        raise Refusal("The portal draws these cards.")
    answer = Answer(kind="card", card=card, source="entered")
    return _step(entry, actor, ordinal, answer, source="entered", who="fate")


def draw(new_start: int, ordinal: int) -> dict[str, Any]:
    """A worker draws the card of question ``ordinal``: the same one however often it is asked."""
    row = NewStart.objects.select_related("entry__user", "entry__campaign").get(pk=new_start)
    if row.decisions.filter(ordinal=ordinal).exists():
        return {"drawn": ordinal, "again": True}
    current = view(row).ask
    if current is None or current.ordinal != ordinal or current.who != "fate":
        raise Refusal("These flips have moved on; this card is not wanted any more.")
    answer = fate_answer(current, _fated(row, current))
    _step(row.entry, None, ordinal, answer, source="fate", who="fate")
    return {"drawn": ordinal, "again": False}


def _fated(new_start: NewStart, ask: Ask) -> tuple[Card, ...]:
    """By the fate of the week it is drawn in, whose seed is still sealed."""
    week = Week.objects.filter(campaign=new_start.entry.campaign).order_by("-number").first()
    if week is None or week.state == Week.State.CLOSED:
        raise Refusal("No week is open whose fate could draw this card.")
    week.campaign = new_start.entry.campaign
    shuffle = fate.restart_deck(week, new_start.keyed_as, new_start.roster).shuffle(ask.shuffle)
    return cards_for(ask, [card_of(face) for face in shuffle.cards])


def _locked(entry: Entry, campaign: Campaign) -> NewStart:
    if campaign.state != Campaign.State.RUNNING:
        raise Refusal("This league is not under way; its Arsenals stay as they are.")
    new_start = (
        NewStart.objects.select_for_update(of=("self",))
        .filter(entry=entry, state__in=restart_page.UNFINISHED)
        .select_related("entry__user")
        .first()
    )
    if new_start is None:
        raise Refusal("No new Arsenal of yours has Barter flips to make.", rule="SL-ANEW-04")
    new_start.entry.campaign = campaign
    return new_start


def _step(
    entry: Entry, actor: Person | None, ordinal: int, answer: Answer, *, source: str, who: str
) -> AftermathView:
    """Add one answer, write what follows, ask on. A repeated equal answer changes nothing."""
    with operation(entry.campaign, actor, kind=f"anew.{source}") as act:
        earlier = NewStartDecision.objects.filter(
            new_start__entry=entry, new_start__roster=entry.roster, ordinal=ordinal
        ).first()
        if earlier is not None:
            if earlier.answer == msgspec.to_builtins(answer):
                return view(earlier.new_start)
            raise Refusal("This question has been answered already.", rule="SL-AFTER-08")
        new_start = _locked(entry, act.row)
        if new_start.state != State.FLIPPING:
            raise Refusal("The Barter flips have not begun yet.", rule="SL-ANEW-04")
        before = view(new_start)
        if before.ask is None or before.ask.ordinal != ordinal or before.ask.who != who:
            raise Refusal("The Barter is at another question.", fix="Look at the page again.")
        after = _answer(act, new_start, before, answer, source, actor)
        return _go_on(new_start, after, act)


def _answer(
    act: ActInProgress[Campaign],
    new_start: NewStart,
    before: AftermathView,
    answer: Answer,
    source: str,
    actor: Person | None,
) -> AftermathView:
    """Store one answer once the core has accepted it, and write what is new."""
    assert before.ask is not None, "finished flips ask nothing"
    after = RestartReplay.run(context(new_start), [*answers(new_start), answer])
    NewStartDecision.objects.create(
        new_start=new_start,
        ordinal=before.ask.ordinal,
        kind=before.ask.kind,
        answer=msgspec.to_builtins(answer),
        source=source,
        actor=actor if getattr(actor, "is_authenticated", False) else None,
    )
    new = after.effects[new_start.applied :]
    for number, effect in enumerate(new, start=new_start.applied):
        if isinstance(effect, UpgradeBought):
            _bought(new_start, effect, number, act)
    new_start.applied = len(after.effects)
    new_start.save(update_fields=["applied"])
    sentences = [effect.sentence for effect in new if not isinstance(effect, Note)]
    if sentences:
        act.say(f"{new_start.entry.label}: {' '.join(sentences)}", entry=new_start.entry_id)
    return after


def _bought(new_start: NewStart, effect: UpgradeBought, number: int, act: ActInProgress[Campaign]) -> None:
    week = new_start.plays_from or new_start.begun_week
    ledger.charge(
        new_start.entry,
        effect.price,
        reason="barter",
        natural_key=f"anew:{new_start.pk}/effect:{number}",
        week=week,
        act=act.act,
        memo=effect.name,
    )
    arsenal.add_campaign_upgrade(
        new_start.entry,
        effect.slug,
        week=week,
        how="barter",
        bearer_id=effect.bearer_id,
        ss_cost=effect.ss_cost,
    )


def _go_on(new_start: NewStart, now: AftermathView, act: ActInProgress[Campaign]) -> AftermathView:
    """Close what is done, order the card that fate owes, or wait for the player."""
    if now.ask is not None and now.ask.who == "system":
        now = _answer(act, new_start, now, Answer(kind="choose", option=LOCK), "portal", None)
    if now.ask is None:
        restart.done(new_start)
        act.say(
            f"{act.act.sentence} {new_start.entry.label}'s new Arsenal is ready to play from week "
            f"{new_start.plays_from} on.".strip(),
            entry=new_start.entry_id,
        )
        return now
    new_start.waiting_for, new_start.asks, new_start.asks_ordinal = now.ask.who, now.ask.kind, now.ask.ordinal
    if now.ask.who == "fate" and new_start.flips == "entered":
        new_start.waiting_for = "player"
    new_start.save(update_fields=["waiting_for", "asks", "asks_ordinal"])
    if new_start.waiting_for == "fate":
        dispatch.submit(
            FLIP,
            flip_key(new_start, now.ask.ordinal),
            {"new_start": new_start.pk, "ordinal": now.ask.ordinal},
            campaign_id=new_start.entry.campaign_id,
            subject=f"{new_start.entry.label}: Barter flip of a new Arsenal",
        )
    return now
