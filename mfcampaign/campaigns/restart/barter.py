"""The Barter flips of a new Arsenal, stepped by answers as an aftermath is (SL-ANEW-04 to -07)."""

from __future__ import annotations

from typing import Any

import msgspec

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.models import Campaign, Entry, Restart, RestartDecision, Week
from mfcampaign.campaigns.restart import operations as restarting
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

FLIP = "restart.flip"
State = Restart.State


def begin(entry: Entry, actor: Actor, *, flips: str = "fate") -> Restart:
    """Make the flips now, with the models and the Scrip there are; then none is hired until they are done."""
    if flips not in ("fate", "entered"):
        raise Refusal("Flips come from the portal or from your own table.")
    with operation(entry.campaign, actor, kind="restart.flips_begun") as act:
        restart = _locked(entry, act.row)
        if restart.state != State.SHOPPING:
            raise Refusal("The Barter flips have begun already, or the Arsenal is not founded yet.")
        owned = loading.arsenal(restart.entry)
        restart.charts = act.row.charts
        campaign_upgrades = restart.entry.upgrades.owned().filter(kind__in=["equipment", "skill"])
        facts: dict[str, Any] = msgspec.to_builtins(
            restart_context(
                owned,
                catalog.charts(act.row.charts_id),
                restart.flips_due,
                tuple(campaign_upgrades.values_list("slug", flat=True)),
                act.row.rules,
            )
        )
        del facts["charts"]
        restart.context, restart.state, restart.flips = facts, State.FLIPPING, flips
        restart.save(update_fields=["context", "charts", "state", "flips"])
        act.say(
            f"{restart.entry.label} makes {restart.flips_due} Barter flips for the new Arsenal.",
            entry=entry.pk,
        )
        _go_on(restart, view(restart), act)
    return restart


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
    restart = restart_page.restart_under_way(entry)
    if restart is None or restart.flips != "entered":
        raise Refusal("The portal draws these cards.")
    answer = Answer(kind="card", card=card, source="entered")
    return _step(entry, actor, ordinal, answer, source="entered", who="fate")


def draw(restart: int, ordinal: int) -> dict[str, Any]:
    """A worker draws the card of question ``ordinal``: the same one however often it is asked."""
    row = Restart.objects.select_related("entry__user", "entry__campaign").get(pk=restart)
    if row.decisions.filter(ordinal=ordinal).exists():
        return {"drawn": ordinal, "again": True}
    current = view(row).ask
    if current is None or current.ordinal != ordinal or current.who != "fate":
        raise Refusal("These flips have moved on; this card is not wanted any more.")
    answer = fate_answer(current, _fated(row, current))
    _step(row.entry, None, ordinal, answer, source="fate", who="fate")
    return {"drawn": ordinal, "again": False}


def _fated(restart: Restart, ask: Ask) -> tuple[Card, ...]:
    """By the fate of the week it is drawn in, whose seed is still sealed."""
    week = Week.objects.filter(campaign=restart.entry.campaign).order_by("-number").first()
    if week is None or week.state == Week.State.CLOSED:
        raise Refusal("No week is open whose fate could draw this card.")
    week.campaign = restart.entry.campaign
    shuffle = fate.restart_deck(week, restart.keyed_as, restart.roster).shuffle(ask.shuffle)
    return cards_for(ask, [card_of(face) for face in shuffle.cards])


def _locked(entry: Entry, campaign: Campaign) -> Restart:
    if campaign.state != Campaign.State.RUNNING:
        raise Refusal("This league is not under way; its Arsenals stay as they are.")
    restart = (
        Restart.objects.select_for_update(of=("self",))
        .filter(entry=entry, state__in=restart_page.UNFINISHED)
        .select_related("entry__user")
        .first()
    )
    if restart is None:
        raise Refusal("No new Arsenal of yours has Barter flips to make.", rule="SL-ANEW-04")
    restart.entry.campaign = campaign
    return restart


def _step(
    entry: Entry, actor: Person | None, ordinal: int, answer: Answer, *, source: str, who: str
) -> AftermathView:
    """Add one answer, write what follows, ask on. A repeated equal answer changes nothing."""
    with operation(entry.campaign, actor, kind=f"restart.{source}") as act:
        earlier = RestartDecision.objects.filter(
            restart__entry=entry, restart__roster=entry.roster, ordinal=ordinal
        ).first()
        if earlier is not None:
            if earlier.answer == msgspec.to_builtins(answer):
                return view(earlier.restart)
            raise Refusal("This question has been answered already.", rule="SL-AFTER-08")
        restart = _locked(entry, act.row)
        if restart.state != State.FLIPPING:
            raise Refusal("The Barter flips have not begun yet.", rule="SL-ANEW-04")
        before = view(restart)
        if before.ask is None or before.ask.ordinal != ordinal or before.ask.who != who:
            raise Refusal("The Barter is at another question.", fix="Look at the page again.")
        after = _answer(act, restart, before, answer, source, actor)
        return _go_on(restart, after, act)


def _answer(
    act: ActInProgress[Campaign],
    restart: Restart,
    before: AftermathView,
    answer: Answer,
    source: str,
    actor: Person | None,
) -> AftermathView:
    """Store one answer once the core has accepted it, and write what is new."""
    assert before.ask is not None, "finished flips ask nothing"
    after = RestartReplay.run(context(restart), [*answers(restart), answer])
    RestartDecision.objects.create(
        restart=restart,
        ordinal=before.ask.ordinal,
        kind=before.ask.kind,
        answer=msgspec.to_builtins(answer),
        source=source,
        actor=actor if getattr(actor, "is_authenticated", False) else None,
    )
    new = after.effects[restart.applied :]
    for number, effect in enumerate(new, start=restart.applied):
        if isinstance(effect, UpgradeBought):
            _bought(restart, effect, number, act)
    restart.applied = len(after.effects)
    restart.save(update_fields=["applied"])
    sentences = [effect.sentence for effect in new if not isinstance(effect, Note)]
    if sentences:
        act.say(f"{restart.entry.label}: {' '.join(sentences)}", entry=restart.entry_id)
    return after


def _bought(restart: Restart, effect: UpgradeBought, number: int, act: ActInProgress[Campaign]) -> None:
    week = restart.plays_from or restart.begun_week
    ledger.charge(
        restart.entry,
        effect.price,
        reason="barter",
        natural_key=f"restart:{restart.pk}/effect:{number}",
        week=week,
        act=act.act,
        memo=effect.name,
    )
    arsenal.add_campaign_upgrade(
        restart.entry,
        effect.slug,
        week=week,
        how="barter",
        bearer_id=effect.bearer_id,
        ss_cost=effect.ss_cost,
    )


def _go_on(restart: Restart, now: AftermathView, act: ActInProgress[Campaign]) -> AftermathView:
    """Close what is done, order the card that fate owes, or wait for the player."""
    if now.ask is not None and now.ask.who == "system":
        now = _answer(act, restart, now, Answer(kind="choose", option=LOCK), "portal", None)
    if now.ask is None:
        restarting.done(restart)
        act.say(
            f"{act.act.sentence} {restart.entry.label}'s new Arsenal is ready to play from week "
            f"{restart.plays_from} on.".strip(),
            entry=restart.entry_id,
        )
        return now
    restart.waiting_for, restart.asks, restart.asks_ordinal = now.ask.who, now.ask.kind, now.ask.ordinal
    if now.ask.who == "fate" and restart.flips == "entered":
        restart.waiting_for = "player"
    restart.save(update_fields=["waiting_for", "asks", "asks_ordinal"])
    if restart.waiting_for == "fate":
        dispatch.submit(
            FLIP,
            flip_key(restart, now.ask.ordinal),
            {"restart": restart.pk, "ordinal": now.ask.ordinal},
            campaign_id=restart.entry.campaign_id,
            subject=f"{restart.entry.label}: Barter flip of a new Arsenal",
        )
    return now
