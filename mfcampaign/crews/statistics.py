"""Statistics of a Crew (Health, Soulstones, Activations, averages, ranges), and the comparison of two
Crews."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from mfcampaign.catalog.cards import ModelCard
from mfcampaign.catalog.queries import cards_with_pack
from mfcampaign.crews.queries import Build
from rules.crews.catalogue import MINION
from rules.crews.printed import Cards
from rules.wording import counted


class Attack(Struct, frozen=True):
    """The farthest attack of its kind: inches, whose it is, and how many models have one."""

    inches: float
    model: str
    models: int


class CrewStatistics(Struct, frozen=True):
    """Averages are rounded to a tenth and ``None`` where nobody knows the figures. ``unknown`` counts models
    of which some figure is not known; ``health`` is the sum of the known ones, ``without`` counts the models
    that are not in it."""

    models: int
    spent: int
    pool: int
    health: int
    without: int
    activations: int
    minions: int
    upgrades: int
    df: float | None
    wp: float | None
    mv: float | None
    fastest: int | None
    melee: Attack | None
    ranged: Attack | None
    ranged_models: int
    unknown: int


def statistics_of(build: Build) -> CrewStatistics:
    """The Crew in figures; each model activates once in a Turn."""
    cards, _upgrades = cards_with_pack(build.crew.release_id, build.crew.pack_id)
    profiles = [seat.profile for seat in build.seats if seat.profile]
    known = [[p.df, p.wp, p.mv, p.health] for p in profiles]
    attacks = [
        (seat.sheet.label, attack)
        for seat in build.seats
        if seat.profile and seat.profile.slug in cards
        for attack in _attacks(cards[seat.profile.slug])
    ]
    ranged = [(label, attack) for label, attack in attacks if not attack.melee]
    return CrewStatistics(
        models=build.count,
        spent=build.report.total.amount,
        pool=build.report.pool,
        health=sum(p.health or 0 for p in profiles),
        without=sum(p.health is None for p in profiles),
        activations=build.count,
        minions=sum(p.station == MINION for p in profiles),
        upgrades=sum(len(seat.upgrades) for seat in build.seats),
        df=_mean(p.df for p in profiles),
        wp=_mean(p.wp for p in profiles),
        mv=_mean(p.mv for p in profiles),
        fastest=max((p.mv for p in profiles if p.mv is not None), default=None),
        melee=_farthest([(label, attack) for label, attack in attacks if attack.melee]),
        ranged=_farthest(ranged),
        ranged_models=len({label for label, _attack in ranged}),
        unknown=sum(None in figures for figures in known),
    )


def rows_of(shown: CrewStatistics, printed: Cards) -> list[tuple[str, str]]:
    """The statistics as labels and words, in the order of a page; figures as the edition calls them."""
    speed, health = printed.label("mv"), printed.label("health")
    return [
        ("Models", str(shown.models)),
        ("Activations in a Turn", str(shown.activations)),
        ("Minions", str(shown.minions)),
        ("Soulstones spent", str(shown.spent)),
        ("Soulstone pool", str(shown.pool)),
        ("Upgrades", str(shown.upgrades)),
        (f"{health} in all", _sum(shown)),
        ("Df on average", _figure(shown.df)),
        ("Wp on average", _figure(shown.wp)),
        (f"{speed} on average", _figure(shown.mv)),
        ("Fastest", _figure(shown.fastest)),
        *_attacks_in_words(shown, printed),
    ]


def _attacks_in_words(shown: CrewStatistics, printed: Cards) -> list[tuple[str, str]]:
    """Without kinds of attack nobody knows which of them are melee."""
    if not printed.attack_kinds:
        unknown = "kind of attack not known"
        return [
            ("Longest melee attack", unknown),
            ("Longest attack of any kind", _attack(shown.ranged, shown)),
            ("Models that strike from afar", unknown),
        ]
    return [
        ("Longest melee attack", _attack(shown.melee, shown)),
        ("Longest other attack", _attack(shown.ranged, shown)),
        ("Models that strike from afar", str(shown.ranged_models)),
    ]


class Comparison(Struct, frozen=True):
    """Two Crews: each figure side by side with whether it differs, and whom either has alone or both have."""

    rows: tuple[tuple[str, str, str, bool], ...]
    both: tuple[str, ...]
    one: tuple[str, ...]
    other: tuple[str, ...]


def compared(one: Build, other: Build) -> Comparison:
    """``one`` beside ``other``, models counted copy by copy, Upgrades as part of their model."""
    left, right = (rows_of(statistics_of(each), one.printed) for each in (one, other))
    rows = tuple((label, a, b, a != b) for (label, a), (_same, b) in zip(left, right, strict=True))
    mine, theirs = _names(one), _names(other)
    return Comparison(rows, _counted(mine & theirs), _counted(mine - theirs), _counted(theirs - mine))


def _names(build: Build) -> Counter[str]:
    return Counter(
        " + ".join([seat.sheet.label, *(upgrade.name for upgrade in seat.upgrades)]) for seat in build.seats
    )


def _counted(names: Counter[str]) -> tuple[str, ...]:
    return tuple(name if copies == 1 else f"{name} ×{copies}" for name, copies in names.items())


class Reach(Struct, frozen=True):
    """How far one attack reaches, in inches, and whether in melee."""

    inches: float
    melee: bool


def _attacks(card: ModelCard) -> Iterator[Reach]:
    """Attack Actions whose range is a number; of the First Edition weapons, and spells that others resist."""
    for action in card.figures.get("actions", ()):
        if action["kind"] == "attack" and isinstance(action.get("range"), int | float):
            yield Reach(float(action["range"]), action["range_type"] == "melee")
    for weapon in card.figures.get("weapons", ()):
        yield Reach(weapon["inches"], weapon["kind"] == "melee")
    for spell in card.figures.get("spells", ()):
        if spell["inches"] and spell["resist"]:
            yield Reach(spell["inches"], melee=False)


def _farthest(attacks: Sequence[tuple[str, Reach]]) -> Attack | None:
    if not attacks:
        return None
    label, farthest = max(attacks, key=lambda pair: pair[1].inches)
    return Attack(farthest.inches, label, len({each for each, _reach in attacks}))


def _mean(figures: Iterable[int | None]) -> float | None:
    known = [figure for figure in figures if figure is not None]
    return round(sum(known) / len(known), 1) if known else None


def _figure(figure: float | None) -> str:
    return "not known" if figure is None else f"{figure:g}"


def _sum(shown: CrewStatistics) -> str:
    if not shown.without:
        return str(shown.health)
    return f"{shown.health}, {counted(shown.without, 'model')} not known"


def _attack(attack: Attack | None, shown: CrewStatistics) -> str:
    if attack is None:
        return "not known" if shown.unknown else "none"
    return f"{attack.inches:g}″, {attack.model}"
