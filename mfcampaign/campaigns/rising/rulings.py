"""What rulings change of a Leader who grows: by hand, by a corrected result, or when a game counts for
nothing (M4-CAMP-20 to -26).

A change of the Leader's card waits until no Aftermath of its player is under way: that one goes by the card
it began with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.models import (
    Aftermath,
    ArsenalModel,
    ArsenalUpgrade,
    Campaign,
    Entry,
    Game,
    LeaderGrowth,
    Ruling,
)
from mfcampaign.campaigns.rising import growth as kept
from mfcampaign.campaigns.rulings.draft import Draft
from mfcampaign.campaigns.rulings.plans.reopen import entry_in
from mfcampaign.campaigns.rulings.plans.result import follow
from mfcampaign.campaigns.rulings.plans.settled import SettledSide
from mfcampaign.campaigns.rulings.plans.take_back import (
    bring_model_back,
    reverse,
    take_back,
    used_in,
)
from mfcampaign.campaigns.rulings.requests import CorrectLeader
from rules.bounds import bounds_of
from rules.campaign.rising.aftermath import facts
from rules.campaign.rising.aftermath.facts import RisingContext
from rules.campaign.rising.aftermath.procedure import hand_size
from rules.campaign.rising.corrections import gained, too_many, with_experience, without
from rules.campaign.rising.growth import Growth, Turned
from rules.campaign.rising.policies import rising_policies
from rules.campaign.rulings.changes import GrowthSet, ModelGone, UpgradeBack, UpgradeGone
from rules.refusal import Refusal
from rules.wording import counted, listed

BY_INJURY_FLIP = (
    facts.InjurySuffered,
    facts.EquipmentSpares,
    facts.LuckyMissGained,
    facts.ModelCopied,
    facts.ModelBetrays,
    facts.ModelLost,
)
"""What an Injury flip leads to for its model."""

# -- what is kept, as the ruling leaves it ----------------------------------------------------------


def growth_in(draft: Draft, entry: Entry) -> Growth:
    """After the changes so far. ``Refusal`` where no Leader is built."""
    for change in draft.changes:
        if isinstance(change, GrowthSet) and change.entry == entry.pk:
            return msgspec.convert(change.after, Growth)
    try:
        return kept.of(entry)
    except LeaderGrowth.DoesNotExist:
        raise Refusal(f"{entry.label} has no Leader at present.") from None


def grow(draft: Draft, entry: Entry, after: Growth, sentence: str) -> None:
    """One change more of the same Leader; ``Refusal`` while another Aftermath of the player is under way."""
    _expect_idle(draft, entry)
    plain = msgspec.to_builtins(after)
    for at, change in enumerate(draft.changes):
        if isinstance(change, GrowthSet) and change.entry == entry.pk:
            draft.changes[at] = replace(change, after=plain, sentence=f"{change.sentence} {sentence}")
            return
    before = msgspec.to_builtins(growth_in(draft, entry))
    draft.add(GrowthSet(sentence=sentence, entry=entry.pk, before=before, after=plain))


def _expect_idle(draft: Draft, entry: Entry) -> None:
    under_way = Aftermath.objects.filter(side__entry=entry, state=Aftermath.State.OPEN)
    if draft.kind == Ruling.Kind.VOID and draft.game is not None:
        under_way = under_way.exclude(side__game=draft.game)
    row = under_way.select_related("side__game__week").first()
    if row is not None:
        game = row.side.game
        raise Refusal(
            f"{entry.label}’s Aftermath of week {game.week.number}, table {game.table}, is under way.",
            fix="Rule on it once that is done.",
        )


def expect_as_left(change: GrowthSet) -> None:
    """``Refusal`` where the Leader has grown on since the ruling that is undone."""
    assert change.entry is not None
    entry = Entry.objects.get(pk=change.entry)
    try:
        same = kept.of(entry) == msgspec.convert(change.after, Growth)
    except LeaderGrowth.DoesNotExist:
        same = False
    if not same:
        raise Refusal(
            f"{entry.label}’s Leader has changed since.", fix="Correct the Leader as it is now instead."
        )


# -- by hand ----------------------------------------------------------------------------------------


def plan(draft: Draft, request: CorrectLeader) -> None:
    """Experience, the Leader's one recovery, advancements that should not be there."""
    entry = entry_in(draft, request.entry)
    draft.kind = Ruling.Kind.ROW
    draft.title = f"{entry.label}: the Leader corrected"
    now = growth_in(draft, entry)
    if request.experience not in (bounds := bounds_of(CorrectLeader)["experience"]):
        raise Refusal(f"Experience is from {bounds.least:g} to {bounds.most:g}.", rule="M4-CAMP-22")
    for place in sorted(set(request.without), reverse=True):
        now = annulled(draft, entry, place)
    if request.experience != now.experience:
        set_experience(draft, entry, request.experience)
        now = growth_in(draft, entry)
    if request.recovered != now.recovered:
        words = "has recovered once" if request.recovered else "may still recover once"
        grow(draft, entry, replace(now, recovered=request.recovered), f"{now.leader.name} {words}.")
    if not draft.changes:
        raise Refusal("That is how it is already.")


def set_experience(draft: Draft, entry: Entry, to: int) -> None:
    """So many boxes filled, with what is owed for it."""
    now, policies = growth_in(draft, entry), rising_policies(draft.campaign.rules)
    after = with_experience(now, to, policies)
    sentence = f"{now.leader.name} has {after.experience} experience instead of {now.experience}."
    if more := [number for number in after.owed_boxes if number not in now.owed_boxes]:
        boxes = listed(f"box {number}" for number in more)
        sentence += f" Due in the next Aftermath: the advancement of {boxes}."
        if draft.campaign.state == Campaign.State.COMPLETE:
            draft.explain("The season is over: no Aftermath follows in which an advancement could be made.")
    grow(draft, entry, after, sentence)


def annulled(draft: Draft, entry: Entry, place: int) -> Growth:
    """Without one advancement."""
    now = growth_in(draft, entry)
    after = without(now, place)
    gone = now.advancements[place - 1]
    on = f" on {gone.action}" if gone.action else ""
    grow(draft, entry, after, f"{gone.name}{on} is annulled.")
    return after


def expect_takeable(draft: Draft, entry: Entry, model: ArsenalModel, *, back: bool) -> None:
    """A Leader stays; a Totem goes with its card and its advancements, and comes back by undoing that."""
    now = growth_in(draft, entry)
    if now.totem_id == model.pk and not back:
        _lose_totem(draft, entry, now)
        return
    own = now.of(model.pk).copied
    if not own and model.slug == "built-leader":
        raise Refusal(
            f"{model} is the Leader.", rule="M4-CAMP-20", fix="Correct the Leader, or retire the player."
        )
    if back and not own and model.station == "" and model.cost == 0 and model.pk != now.totem_id:
        raise Refusal(
            f"{model} cannot come back without its card.",
            rule="M4-CAMP-24",
            fix="Undo the ruling that took it.",
        )


def _lose_totem(draft: Draft, entry: Entry, now: Growth) -> None:
    left = tuple(each for each in now.advancements if each.recipient != "totem")
    name = now.totem.name if now.totem else "The Totem"
    grow(
        draft,
        entry,
        replace(now, totem=None, totem_id=None, advancements=left),
        f"{name} leaves with its card and its advancements.",
    )


# -- by a corrected result --------------------------------------------------------------------------


@follow.register
def _(old: RisingContext, new: RisingContext, draft: Draft, game: Game, side: SettledSide) -> None:
    """Payday is the week's; experience follows, and flips for models that fell or did not."""
    entry = side.row.entry
    if not side.over:
        raise Refusal(
            f"{side.label} is in the Aftermath of this very game.",
            fix="Correct the result once that is done, or open it again while nothing is decided.",
        )
    if given_up(entry, old):
        draft.explain(f"{side.label} has another Arsenal since: neither Leader nor models follow.")
        return
    drawn, due = len(hand_size(old)), len(hand_size(new))
    if drawn != due and "early" not in (old.withdrew, new.withdrew):
        draft.explain(f"{side.label} drew {drawn} for the hand; {due} would have been due. They stay drawn.")
    if (old.withdrew == "early") != (new.withdrew == "early"):
        draft.explain(f"What {side.label} flipped in Barter and for the doctor, or did not, stays as it is.")
    if difference := gained(new) - gained(old):
        _experience(draft, side, growth_in(draft, entry).experience + difference)
    _casualties(draft, side, old, new)


def given_up(entry: Entry, context: RisingContext) -> bool:
    """Whether the Arsenal of those facts is the player's no more."""
    leader = ArsenalModel.objects.filter(pk=context.arsenal.leader.id).first()
    return leader is None or leader.roster != entry.roster


def _experience(draft: Draft, side: SettledSide, to: int) -> None:
    entry = side.row.entry
    now, policies = growth_in(draft, entry), rising_policies(draft.campaign.rules)
    over = too_many(now, to, policies)
    last = range(len(now.advancements), max(0, len(now.advancements) - over), -1)
    for place in last:
        gone = now.advancements[place - 1]
        if gone.table != "totem" and draft.choose(
            f"{side.row.seat}:advancement{place}", f"{side.label}: annul the advancement {gone.name}"
        ):
            annulled(draft, entry, place)
    if over:
        draft.explain(f"{counted(over, 'advancement')} of {side.label} would not have been due.")
    set_experience(draft, entry, to)


def _casualties(draft: Draft, side: SettledSide, old: RisingContext, new: RisingContext) -> None:
    entry, aftermath, now = side.row.entry, side.aftermath, side.now
    assert aftermath is not None
    assert now is not None
    models = {model.id: model for model in old.arsenal.models}
    flipped = {flip.model_id for flip in now.flips if flip.kind == "injury"}
    here = set(entry.models.owned().values_list("pk", flat=True))
    for model in (each for each in new.killed if each not in old.killed and not models[each].is_peon):
        name, grown = models[model].name, growth_in(draft, entry)
        if model in flipped:
            draft.explain(f"{name}: an Injury was flipped in that Aftermath; it is not drawn again.")
        elif model not in here:
            draft.explain(f"{name} has left the Arsenal since; no Injury is flipped for it.")
        elif model not in grown.owed_injuries:
            owed = (*grown.owed_injuries, model)
            sentence = f"{name} owes an Injury flip, made in the next Aftermath."
            grow(draft, entry, replace(grown, owed_injuries=owed), sentence)
    for model in (each for each in old.killed if each not in new.killed):
        grown = growth_in(draft, entry)
        if model in grown.owed_injuries:
            left = tuple(each for each in grown.owed_injuries if each != model)
            grow(
                draft,
                entry,
                replace(grown, owed_injuries=left),
                f"{models[model].name} owes no Injury flip any more.",
            )
            continue
        _spare(draft, side, aftermath, now.effects, model)
    _ended_by_death(draft, old, new)


def _ended_by_death(draft: Draft, old: RisingContext, new: RisingContext) -> None:
    """Injuries that end as their bearer is killed, where it was and was not: settled by hand."""
    models = {model.id: model for model in old.arsenal.models}
    rows = {row.slug: row for row in old.charts.injuries if row.ends == "killed"}
    for model in sorted({*old.killed} ^ {*new.killed}):
        for held in (each for each in models[model].injuries if each.slug in rows):
            had = f"{models[model].name}: {held.name}"
            draft.explain(
                f"{had} ends by its death; take it by hand, and give the opponent what that brings."
                if model in new.killed
                else f"{had} had ended by its death; give it again by hand, and take what the opponent got."
            )


def _spare(draft: Draft, side: SettledSide, aftermath: Aftermath, effects: Iterable[Any], model: int) -> None:
    """What the flip led to stays unless the organiser annuls it."""
    said = list(enumerate(effects))
    betrayed = any(isinstance(e, facts.ModelBetrays) and e.model_id == model for e in effects)
    for number, effect in said:
        if (
            not isinstance(effect, BY_INJURY_FLIP)
            or effect.model_id != model
            or getattr(effect, "doctor", False)
            or (betrayed and isinstance(effect, facts.ModelLost))
        ):
            continue
        if draft.choose(f"{side.row.seat}:{number}", f"{side.label}: annul: {effect.sentence}"):
            if isinstance(effect, facts.ModelBetrays):  # it was lost by that alone
                take_back(draft, aftermath, *said[number + 1])
            take_back(draft, aftermath, number, effect)


# -- when a game counts for nothing -----------------------------------------------------------------


def _row(aftermath: Aftermath, model_id: int, grown: Growth) -> int:
    """The model's row, be its number that or one that the replay gave."""
    return grown.born.get(f"{aftermath.pk}:{model_id}", model_id)


def _upgrade(
    draft: Draft, aftermath: Aftermath, slug: str, bearer: int | None, how: str
) -> ArsenalUpgrade | None:
    """The newest of that week that came so and is there."""
    rows = ArsenalUpgrade.objects.filter(
        entry=aftermath.side.entry,
        slug=slug,
        bearer=bearer,
        gained_week=aftermath.side.game.week.number,
        gained_how=how,
        annihilated_week=None,
    )
    taken = [pk for kind, pk in draft.used if kind == "upgrade"]
    return rows.exclude(pk__in=taken).order_by("-pk").first()


def _gone(draft: Draft, row: ArsenalUpgrade | None, name: str) -> None:
    if row is None:
        draft.explain(f"{name} is gone already; nothing is left to annul.")
        return
    on = f" of {row.bearer}" if row.bearer else ""
    sentence = f"{row.name}{on} is annulled."
    draft.add(UpgradeGone(sentence=sentence, entry=row.entry_id, upgrade=row.pk, name=row.name))


@reverse.register
def _(effect: facts.EquipmentBought, draft: Draft, aftermath: Aftermath) -> None:
    _gone(draft, _upgrade(draft, aftermath, effect.slug, None, "barter"), effect.name)


@reverse.register
def _(effect: facts.ExperienceGained, draft: Draft, aftermath: Aftermath) -> None:
    if entry := _present(draft, aftermath):
        set_experience(draft, entry, growth_in(draft, entry).experience - effect.total.amount)


@reverse.register
def _(effect: facts.MadeUp, draft: Draft, aftermath: Aftermath) -> None:
    if entry := _present(draft, aftermath):
        now = growth_in(draft, entry)
        boxes = tuple(sorted({*now.owed_boxes, *effect.boxes}))
        models = (*now.owed_injuries, *(each for each in effect.models if each not in now.owed_injuries))
        after = replace(now, owed_boxes=boxes, owed_injuries=models)
        grow(draft, entry, after, "What was made up for in that Aftermath is due again.")


@reverse.register
def _(effect: facts.Advanced, draft: Draft, aftermath: Aftermath) -> None:
    entry = _present(draft, aftermath)
    if entry is None:
        return
    now = growth_in(draft, entry)
    kept_as = replace(effect.advancement, week=aftermath.side.game.week.number)
    places = [n for n, each in enumerate(now.advancements, 1) if each == kept_as]
    if not places:
        draft.explain(f"{effect.advancement.name} is gone already; nothing is left to annul.")
    elif effect.advancement.table != "totem":
        annulled(draft, entry, places[-1])
    else:
        left = tuple(each for n, each in enumerate(now.advancements, 1) if n != places[-1])
        row = entry.models.owned().filter(pk=now.totem_id).first() if now.totem_id else None
        grow(draft, entry, replace(now, advancements=left), f"{effect.advancement.name} is annulled.")
        if row is not None:
            _lose_totem(draft, entry, growth_in(draft, entry))
            sentence = f"{row} leaves the Arsenal."
            draft.add(ModelGone(sentence=sentence, entry=entry.pk, model=row.pk, name=str(row)))


@reverse.register
def _(effect: facts.InjuryTreated, draft: Draft, aftermath: Aftermath) -> None:
    entry = _present(draft, aftermath)
    if entry is None:
        return
    now = growth_in(draft, entry)
    model = _row(aftermath, effect.model_id, now)
    if effect.healed:
        _there_again(draft, aftermath, model, effect.slug)
    own = now.of(model)
    if effect.characteristic in own.gained:
        left = tuple(each for each in own.gained if each != effect.characteristic)
        models = {**now.models, str(model): replace(own, gained=left)}
        sentence = f"{effect.subject} is {effect.characteristic} no more."
        grow(draft, entry, replace(now, models=models), sentence)


def _there_again(draft: Draft, aftermath: Aftermath, model: int, slug: str) -> None:
    """An Injury of that model that went in that week."""
    entry, week = aftermath.side.entry, aftermath.side.game.week.number
    row = ArsenalUpgrade.objects.filter(entry=entry, bearer=model, slug=slug, annihilated_week=week).first()
    if row is not None:
        sentence = f"{row.name} of {row.bearer} is there again."
        draft.add(UpgradeBack(sentence=sentence, entry=entry.pk, upgrade=row.pk, name=row.name))


@reverse.register
def _(effect: facts.EquipmentSpares, draft: Draft, aftermath: Aftermath) -> None:
    row = ArsenalUpgrade.objects.filter(pk=effect.piece, entry=aftermath.side.entry).first()
    if row is not None and row.annihilated_week is not None:
        sentence = f"{row.name} is there again."
        draft.add(UpgradeBack(sentence=sentence, entry=row.entry_id, upgrade=row.pk, name=row.name))


@reverse.register
def _(effect: facts.InjuryEnds, draft: Draft, aftermath: Aftermath) -> None:
    if entry := _present(draft, aftermath):
        model = _row(aftermath, effect.model_id, growth_in(draft, entry))
        _there_again(draft, aftermath, model, effect.slug)


@reverse.register
def _(effect: facts.InjurySuffered, draft: Draft, aftermath: Aftermath) -> None:
    if entry := _present(draft, aftermath):
        model = _row(aftermath, effect.model_id, growth_in(draft, entry))
        _gone(draft, _upgrade(draft, aftermath, effect.slug, model, "injury"), effect.name)


@reverse.register
def _(effect: facts.LuckyMissGained, draft: Draft, aftermath: Aftermath) -> None:
    entry = _present(draft, aftermath)
    if entry is None:
        return
    now = growth_in(draft, entry)
    model = _row(aftermath, effect.model_id, now)
    lucky = list(now.of(model).lucky)
    if effect.slug in lucky:
        lucky.remove(effect.slug)
        models = {**now.models, str(model): replace(now.of(model), lucky=tuple(lucky))}
        sentence = f"{effect.name} of {effect.subject} is annulled."
        grow(draft, entry, replace(now, models=models), sentence)


@reverse.register
def _(effect: facts.ModelCopied, draft: Draft, aftermath: Aftermath) -> None:
    entry = _present(draft, aftermath)
    if entry is None:
        return
    born = {pk for key, pk in growth_in(draft, entry).born.items() if key.startswith(f"{aftermath.pk}:")}
    original = ArsenalModel.objects.get(pk=_row(aftermath, effect.model_id, growth_in(draft, entry)))
    twin = entry.models.owned().filter(pk__in=born, slug=original.slug, name=original.name).last()
    if twin is not None:
        sentence = f"The double of {original} leaves the Arsenal."
        draft.add(ModelGone(sentence=sentence, entry=entry.pk, model=twin.pk, name=str(twin)))
    for slug, name in ArsenalUpgrade.objects.filter(pk__in=effect.equipment).values_list("slug", "name"):
        _gone(draft, _upgrade(draft, aftermath, slug, None, "copy"), name)


@reverse.register
def _(effect: facts.ModelBetrays, draft: Draft, aftermath: Aftermath) -> None:
    """The opponent may take it no more, and what they took goes again, as far as they still have it."""
    entry = aftermath.side.entry
    sides = aftermath.side.game.sides.exclude(pk=aftermath.side_id)
    other = sides.select_related("entry__user", "entry__campaign").get().entry
    left = set(effect.equipment) - used_in(entry, aftermath.side.game.week.number)
    gone = ArsenalUpgrade.objects.filter(pk__in=left, entry=entry).exclude(annihilated_week=None)
    for row in gone:
        sentence = f"{row.name} is there again."
        draft.add(UpgradeBack(sentence=sentence, entry=entry.pk, upgrade=row.pk, name=row.name))
    model = effect.model_id  # killed in the game, so that it is the number of a row
    if other.pk not in kept.of_all([other.pk]):
        return
    theirs = growth_in(draft, other)
    offers = tuple(each for each in theirs.traitors if each[0] != model)
    turned = tuple(each for each in theirs.turned if each.model != model)
    if (offers, turned) == (theirs.traitors, theirs.turned):
        return
    draft.about(other)
    for taken in (each for each in theirs.turned if each.model == model):
        _goes_again(draft, other, taken)
    after = replace(theirs, traitors=offers, turned=turned)
    grow(draft, other, after, f"{effect.subject} changes no sides.")


def _goes_again(draft: Draft, other: Entry, taken: Turned) -> None:
    """A model that was taken, and what came along, leave the Arsenal of ``other``."""
    row = other.models.owned().filter(pk=taken.row).first()
    if row is None:
        draft.explain(f"{other.label} has lost since who changed sides; nothing is left to give back.")
    else:
        sentence = f"{row} leaves the Arsenal of {other.label}."
        draft.add(ModelGone(sentence=sentence, entry=other.pk, model=row.pk, name=str(row)))
    for piece in other.upgrades.owned().filter(pk__in=taken.pieces):
        sentence = f"{piece.name} leaves the Arsenal of {other.label}."
        draft.add(UpgradeGone(sentence=sentence, entry=other.pk, upgrade=piece.pk, name=piece.name))


@reverse.register
def _(effect: facts.ModelLost, draft: Draft, aftermath: Aftermath) -> None:
    entry = _present(draft, aftermath)
    if entry is None:
        return
    now = growth_in(draft, entry)
    model = _row(aftermath, effect.model_id, now)
    bring_model_back(draft, entry, model, without=_ended(aftermath, model, now))
    began = _context(aftermath)
    totem = began.arsenal.totem
    if totem is not None and totem.id == effect.model_id and now.totem_id is None:
        had = tuple(each for each in began.arsenal.advancements if each.recipient == "totem")
        after = replace(now, totem=began.totem_card, totem_id=model, advancements=(*now.advancements, *had))
        grow(draft, entry, after, f"{effect.subject} has its card and its advancements again.")


def _ended(aftermath: Aftermath, model: int, grown: Growth) -> Iterator[int]:
    """The Injuries (rows) of that model that had ended or were healed in that week before it was lost: of one
    kind the oldest."""
    entry, week = aftermath.side.entry, aftermath.side.game.week
    rows = Aftermath.objects.filter(side__entry=entry, side__game__week=week).exclude(context={})
    ended = Counter(
        effect.slug
        for row in rows.select_related("side__entry__campaign", "side__game__week__campaign")
        for effect in replay.view(row).effects
        if isinstance(effect, facts.InjuryEnds) or (isinstance(effect, facts.InjuryTreated) and effect.healed)
        if _row(row, effect.model_id, grown) == model
    )
    gone = ArsenalUpgrade.objects.filter(entry=entry, bearer=model, annihilated_week=week.number)
    for slug, number in ended.items():
        yield from gone.filter(slug=slug).order_by("pk").values_list("pk", flat=True)[:number]


@reverse.register
def _(effect: facts.LeaderRecovers, draft: Draft, aftermath: Aftermath) -> None:
    if entry := _present(draft, aftermath):
        now = growth_in(draft, entry)
        grow(draft, entry, replace(now, recovered=False), f"{now.leader.name} may still recover once.")


@reverse.register
def _(effect: facts.CrewEnds, draft: Draft, aftermath: Aftermath) -> None:
    raise Refusal(
        f"{effect.subject} was annihilated for good in that game, and the Crew retired.",
        rule="M4-CAMP-20",
        fix="Correct the result; what the player begins anew with is given by hand.",
    )


def _context(aftermath: Aftermath) -> RisingContext:
    context: RisingContext = replay.context(aftermath)
    return context


def _present(draft: Draft, aftermath: Aftermath) -> Entry | None:
    """Whose Aftermath it was, where the Arsenal is still theirs."""
    entry: Entry = aftermath.side.entry
    if given_up(entry, _context(aftermath)):
        draft.explain(
            f"{entry.label} has another Arsenal since; what that game brought went with the old one."
        )
        return None
    return entry
