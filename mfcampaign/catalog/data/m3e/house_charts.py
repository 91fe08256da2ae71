"""The one builder of the Third Edition's house charts: from figures and house additions to ``house-3e.json``.

``python -m mfcampaign.catalog.data.m3e.house_charts DIR`` reads in ``DIR`` the figures found in public
sources (``sl_barter_chart.json``, ``sl_injuries.json``, ``sl_lucky_miss.json``, ``sl_rewards.json``,
``sl_bounties.json``: names, values, costs) and above the target ``house-additions.json``: what is ours.
The same input gives the same bytes. It knows the shape of the data and no rule; ``load_charts`` judges.

House decisions, each marked ``"source": "house"`` in the rows it makes: Injury values 1 to 13 in two
columns, Rams and Masks the first, Crows and Tomes the second; Black Joker Annihilates, Red Joker is a
Lucky Miss; Lucky Miss values in five bands; Reward suits in printed order; everything of the
Explorer's Society; the Weekly Events.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.utils.text import slugify as slug_of

from mfcampaign.catalog.build.datafiles import Row, written_charts

CHARTS_DIR = Path(__file__).resolve().parent / "charts"

FACTIONS = {
    "Guild": "guild",
    "Resurrectionists": "resurrectionists",
    "Arcanists": "arcanists",
    "Neverborn": "neverborn",
    "Outcasts": "outcasts",
    "Gremlins": "bayou",
    "Ten Thunders": "ten-thunders",
}
EXPLORERS = "explorers-society"
SUITS = ("ram", "mask", "crow", "tome")
COLUMNS = {1: ("ram", "mask"), 2: ("crow", "tome")}
BANDS = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11), (12, 13))
RED_JOKER_RATING = "red joker (coded 14)"
NOT_LASTING = {"Knocked Out": "none", "A Wayward Adventure": "reflip"}
ABOUT = (
    "House charts of this portal for Shifting Loyalties in Third Edition. Names, values and costs marked "
    "'figures' were found in public sources; everything marked 'house', and every short effect, is ours. "
    "An organiser may replace them."
)


def build(source: Path, folder: Path = CHARTS_DIR) -> Path:
    """Write ``house-3e.json`` into ``folder``; its path. ``OSError`` when a source is missing."""
    house = _read(folder.parent / "house-additions.json")
    barter = _read(source / "sl_barter_chart.json")["barter"]
    luck = _read(source / "sl_lucky_miss.json")["charts"]
    rewards = _read(source / "sl_rewards.json")["rewards"]
    injuries = _read(source / "sl_injuries.json")["injuries"]
    document = {
        "slug": "house-3e",
        "name": "House charts, Third Edition",
        "version": 6,
        "edition": "m3e",
        "about": ABOUT,
        "upgrades": list(_upgrades(barter, luck, rewards, house)),
        "barter": [_barter_row(row) for row in barter],
        "injuries": [_injury(row, house) for row in injuries if row["name"] not in NOT_LASTING],
        "injury_chart": list(_injury_chart(injuries)),
        "lucky_miss": dict(_lucky_miss(luck, house)),
        "rewards": dict(_rewards(rewards, house)),
        "bounties": list(_bounties(_read(source / "sl_bounties.json")["bounties"], house)),
        "weekly_events": [
            {"slug": slug_of(event["name"]), "source": "house", **event} for event in house["weekly_events"]
        ],
    }
    target = folder / "house-3e.json"
    target.write_text(written_charts(document), encoding="utf-8")
    return target


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _upgrade(name: str, category: str, ss_cost: int, source: str, house: Row) -> Row:
    digest = house["digests"][slug_of(name)]
    return {
        "slug": slug_of(name),
        "name": name,
        "category": category,
        "ss_cost": ss_cost,
        "self_annihilates": digest.startswith("Annihilate"),
        "digest": digest,
        "source": source,
    }


def _upgrades(barter: list[Row], luck: Row, rewards: list[Row], house: Row) -> Iterator[Row]:
    """Every Campaign Upgrade that a chart names, in the order of the charts."""
    for row in barter:
        yield _upgrade(row["name"], row["kind"], row["ss_cost"], "figures", house)
    wanted = {*house["generic_rewards"].values()}
    for row in rewards:
        if row["faction"] in FACTIONS or row["name"] in wanted:
            yield _upgrade(row["name"], row["kind"], row["ss_cost"], "figures", house)
    for name in house["explorers_rewards"]:
        yield _upgrade(name, "equipment", 1, "house", house)
    for rows in luck.values():
        for row in rows:
            if row["name"] not in house["models_by_luck"]:
                yield _upgrade(row["name"], "skill", 0, "figures", house)
    for name in house["explorers_lucky_miss"]:
        yield _upgrade(name, "skill", 0, "house", house)


def _barter_row(row: Row) -> Row:
    joker = row["barter_rating"] == RED_JOKER_RATING
    return {
        "upgrade": slug_of(row["name"]),
        "values": [] if joker else [row["barter_rating"]],
        "red_joker": joker,
        "campaign_cost": row["campaign_cost"],
        "source": "figures",
    }


def _injury(row: Row, house: Row) -> Row:
    slug = slug_of(row["name"])
    return {"slug": slug, "name": row["name"], **house["injuries"][slug], "source": "house"}


def _injury_chart(rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        injury_row: Row = {
            "suits": list(COLUMNS[row["column_inferred"]]),
            "values": [row["value_inferred"]],
            "name": row["name"],
            "result": NOT_LASTING.get(row["name"], "injury"),
            "source": "house",
        }
        if injury_row["result"] == "injury":
            injury_row["injury"] = slug_of(row["name"])
        yield injury_row
    yield {"joker": "black", "name": "Black Joker", "result": "annihilate", "source": "house"}
    yield {"joker": "red", "name": "Red Joker", "result": "lucky_miss", "source": "figures"}


def _lucky_miss(luck: Row, house: Row) -> Iterator[tuple[str, list[Row]]]:
    named = {FACTIONS[faction]: [row["name"] for row in rows] for faction, rows in luck.items()}
    for faction, names in {**named, EXPLORERS: house["explorers_lucky_miss"]}.items():
        rows = []
        for values, name in zip(BANDS, names, strict=True):
            row: Row = {"values": list(values), "source": "house"}
            if name in house["models_by_luck"]:
                row["other_effect"] = house["models_by_luck"][name]
            else:
                row["upgrade"] = slug_of(name)
            rows.append(row)
        yield faction, rows


def _rewards(rewards: list[Row], house: Row) -> Iterator[tuple[str, list[Row]]]:
    for printed, faction in FACTIONS.items():
        names = [row["name"] for row in rewards if row["faction"] == printed]
        yield faction, _by_suit(dict(zip(SUITS, names, strict=True)))
    yield EXPLORERS, _by_suit(dict(zip(SUITS, house["explorers_rewards"], strict=True)))
    yield "generic", _by_suit(house["generic_rewards"])


def _by_suit(names: dict[str, str]) -> list[Row]:
    return [{"suit": suit, "upgrade": slug_of(name), "source": "house"} for suit, name in names.items()]


def _bounties(rows: Iterable[Row], house: Row) -> Iterator[Row]:
    for row in rows:
        slug = slug_of(row["name"])
        bounty = _bounty(row["name"], FACTIONS.get(row["faction"], ""), house["bounties"][slug])
        if slug in house["bounties_a_game"]:
            bounty["per_game"] = house["bounties_a_game"][slug]
        if modifier := row["goal"].count("[+]") - row["goal"].count("[-]"):
            bounty["reward_modifier"] = modifier
        yield bounty
    for row in house["explorers_bounties"]:
        yield _bounty(row["name"], EXPLORERS, row["portions"])


def _bounty(name: str, faction: str, portions: list[Row]) -> Row:
    return {
        "slug": slug_of(name),
        "name": name,
        "faction": faction,
        "portions": portions,
        "source": "house",
    }


if __name__ == "__main__":
    build(Path(sys.argv[1]))
