"""The cards an Encounter needs besides those hired: models that its cards may Summon or Replace by, and
Upgrades they may attach (M3E-SUMM-01, M3E-REPL-01, M3E-HIRE-19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.editions.m3e.scripts.library import plain
from rules.editions.m3e.scripts.words import Attach, Replace, Summon, Word, parts_of
from rules.editions.m3e.statcards import StatCard, UpgradeCard


def arriving(
    cards: Iterable[StatCard | UpgradeCard],
    release: Mapping[str, StatCard],
    upgrades: Mapping[str, UpgradeCard],
) -> tuple[dict[str, StatCard], dict[str, UpgradeCard]]:
    """The cards and Upgrades that those cards may bring into play, and what these bring in turn, by
    slug in the order of the release. Cost is not considered, because it may be counted in play."""
    waiting = list(cards)
    models: set[str] = set()
    borne: set[str] = set()
    seen = {(type(card), card.slug) for card in waiting}
    while waiting:
        for word in parts_of(waiting.pop()):
            called = tuple(_named(word, release))
            attached = tuple(_attached(word, upgrades))
            models.update(card.slug for card in called)
            borne.update(upgrade.slug for upgrade in attached)
            coming: tuple[StatCard | UpgradeCard, ...] = (*called, *attached)
            new = [card for card in coming if (type(card), card.slug) not in seen]
            seen.update((type(card), card.slug) for card in new)
            waiting += new
    return (
        {slug: card for slug, card in release.items() if slug in models},
        {slug: upgrade for slug, upgrade in upgrades.items() if slug in borne},
    )


def brings(cards: Iterable[StatCard | UpgradeCard]) -> bool:
    """Whether any of the cards may bring a model or Upgrade."""
    return any(isinstance(word, Summon | Replace | Attach) for card in cards for word in parts_of(card))


def _named(word: Word, release: Mapping[str, StatCard]) -> Iterator[StatCard]:
    if isinstance(word, Summon):
        names: tuple[str, ...] = (word.card,) if word.card else ()
        none: tuple[str, ...] = word.not_words
    elif isinstance(word, Replace) and not word.killed:
        names = word.cards or ((word.card,) if word.card else ())
        none = word.not_words
    else:
        return
    for card in release.values():
        if names:
            if any(is_card(card, name) for name in names):
                yield card
        elif fits(card, word.words, word.all_words, none):
            yield card


def _attached(word: Word, upgrades: Mapping[str, UpgradeCard]) -> Iterator[UpgradeCard]:
    if isinstance(word, Summon | Attach) and word.upgrade:
        yield from of_kind(word.upgrade, upgrades)


def is_card(card: StatCard, name: str) -> bool:
    """Whether that is the card's slug or printed name, with or without its title."""
    return card.slug == name or plain(name) in (plain(card.name), plain(f"{card.name} {card.title}"))


def fits(card: StatCard, some: tuple[str, ...], every: tuple[str, ...], none: tuple[str, ...] = ()) -> bool:
    """Whether the card has those characteristics, keywords, stations, names or Factions; without any
    condition nothing fits."""

    def has(word: str) -> bool:
        return card.is_a(word) or plain(word).replace(" ", "-") in card.factions

    if not some and not every:
        return False
    return (
        (not some or any(has(word) for word in some))
        and all(has(word) for word in every)
        and not any(has(word) for word in none)
    )


def of_kind(name: str, upgrades: Mapping[str, UpgradeCard]) -> tuple[UpgradeCard, ...]:
    """The Upgrade of that name or slug, otherwise those of that kind."""
    for upgrade in upgrades.values():
        if name == upgrade.slug or plain(upgrade.name) == plain(name):
            return (upgrade,)
    return tuple(upgrade for upgrade in upgrades.values() if upgrade.is_a(name))
