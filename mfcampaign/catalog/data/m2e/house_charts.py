"""The house charts of the Second Edition, made from those of a later one: its own Avatars, the four results
that only a league of the Second has, every effect in the words of its own cards (Wk, Wd, (0) Actions).

``python -m mfcampaign.catalog.data.m2e.house_charts FILE`` reads those charts and writes ``house-2e.json``.

Names, Soulstones and Masters of the 40 Avatars are facts of their cards (M2-HIRE-55); the Masters of later
books have none printed and share a house row.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from mfcampaign.catalog.build.datafiles import Row, written_charts
from rules import editions  # noqa: F401  lists the editions
from rules.edition import edition_of
from rules.wording import listed

EDITION = "m2e"
CHARTS_DIR = Path(__file__).resolve().parent / "charts"

NAME, VERSION = "House charts, Second Edition", 7
# What the Avatar is of, its Master, its Soulstones; for the one Master who has two, the Faction.
AVATARS: tuple[tuple[str, str, int, str], ...] = (
    ("Adventure", "lucas-mccabe", 2, ""),
    ("Amalgamation", "c-hoffman", 3, ""),
    ("Balance", "lady-justice", 3, ""),
    ("Bureaucracy", "lucius", 2, ""),
    ("Condemnation", "jack-daw", 2, ""),
    ("Conflagration", "sonnia-criid", 2, ""),
    ("Conflict", "von-schill", 2, ""),
    ("Contagion", "hamelin", 2, ""),
    ("Death", "nicodem", 3, ""),
    ("Debt", "jakob-lynch", 2, ""),
    ("Deception", "colette-du-bois", 3, ""),
    ("Droves", "ulix", 2, ""),
    ("Entropy", "leveticus", 2, ""),
    ("Fate", "zoraida", 3, ""),
    ("Forbidden Knowledge", "mcmourning", 3, "resurrectionists"),
    ("Hunger", "rasputina", 2, ""),
    ("Imagination", "the-dreamer", 2, ""),
    ("Indulgence", "the-brewmaster", 3, ""),
    ("Innovation", "ramos", 2, ""),
    ("Insanity", "pandora", 2, ""),
    ("Instinct", "marcus", 2, ""),
    ("Mania", "mcmourning", 2, "guild"),
    ("Memories Lost", "molly-squidpiddge", 2, ""),
    ("Momentum", "ironsides", 2, ""),
    ("Morning Light", "shenlong", 3, ""),
    ("Murder", "seamus", 2, ""),
    ("Nature", "lilith", 3, ""),
    ("Obliteration", "tara", 2, ""),
    ("Perforation", "ophelia-lacroix", 2, ""),
    ("Performance", "collodi", 3, ""),
    ("Pyrotechnics", "wong", 3, ""),
    ("Rebellion", "mei-feng", 2, ""),
    ("Rebirth", "kaeris", 3, ""),
    ("Revelation", "perdita-ortega", 2, ""),
    ("Seeking", "yan-lo", 2, ""),
    ("Slaughter", "viktoria-of-ashes", 2, ""),
    ("Soirees", "somer-teeth-jones", 2, ""),
    ("Thunder", "misaki", 2, ""),
    ("Underdogs", "mah-tucket", 2, ""),
    ("Vengeance", "kirai-ankoku", 3, ""),
)
WITHOUT_ONE = (
    "asami-tanaka",
    "nellie-cochrane",
    "parker-barrows",
    "reva",
    "sandeep-desai",
    "titania",
    "zipp",
)
"""Masters for whom no card is known: a house row replaces it."""
AVATAR = "Avatar"
MANIFESTS = "The Master may manifest as this Avatar, as its own card says; then it stands on a 50 mm base."
AVATAR_BONUS = 3
"""It counts 1 and 3 more in the Campaign Rating (SL-RATING-02, -03)."""

ALWAYS_OFFERED: dict[str, str] = {
    "Good Lead": "Once per game, before the initiative flip, flip two cards for it and keep the higher.",
    "Lucky Gremlin's Foot": "Once per game, re-flip one card of the bearer's own flips.",
    "Change of Station": "Once per game, until the end of the Turn, the bearer counts as another station for "
    "Strategies and Schemes.",
}
"""Skills that no value of the Barter chart names, which a public source lists before the first: any card
offers them, once an Arsenal. Their price is in no source: 3 Scrip, and the effect, are ours."""
ALWAYS_PRICE = 3
TREACHERY = "Favors of Treachery"
TREACHERY_DIGEST = 'Once per game, an enemy within 6" that fails a Wp duel may be pushed 4" by the bearer.'
"""The fifth of the generic Rewards; five share four suits, so it has the higher half of the Crows."""
LOWER, HIGHER = list(range(1, 8)), list(range(8, 14))

WORDS: dict[str, str] = {
    "can-o-beans": "Annihilate as a (0) Action: heal 3.",
    "helmet": "The bearer cannot gain Slow.",
    "tool-kit": 'As a (0) Action, heal 1 on a friendly Construct within 2".',
    "steady-aim": "Missile attacks of the bearer ignore soft cover.",
    "berserk": "While at half its Wounds or less, + to the bearer's melee attack flips.",
    "fan-the-hammer": "Once per game, two missile attacks for one (1) Action, the second with -.",
    "metal-plate": "Armor +1; Wk -1.",
    "scope": "Missile attacks of the bearer gain + while it has Focus and did not move.",
    "snares": 'As a (0) Action, an enemy within 6" passes TN 12 Df or gains Slow.',
    "dynamite": 'Annihilate as a (1) Action: blast within 6", 3 damage to all within 2" of the point.',
    "pneumatic-legs": "Wk +2.",
    "thick-hide": "Wd +2.",
    "grotesque-trophy": 'Enemy models that end a move within 2" pass TN 11 Wp or gain Slow.',
    "instinctual": "The bearer may take two different (0) Actions in its activation.",
    "healing-salve": "As a (0) Action, heal 2 on a friendly Living model in base contact.",
    "edge-of-eternity": "When the bearer would be killed, once per game it is left with 1 Wound instead.",
    "a-cold-wind": 'Enemy models within 2" of the bearer have Wk -1.',
    "our-commands": 'Once per game, an enemy Minion within 6" takes a general (1) Action you choose.',
    "well-trained": "The bearer may gain Focus +1 when it is deployed.",
    "dolly-makin-time": 'As a (1) Action, drop a Scrap Marker within 2".',
    "to-the-death": "+ to the bearer's duels while it has 1 Wound left.",
    "the-murderer": "+ to damage flips against models at half their Wounds or less.",
    "fast-runner": "Wk +1.",
    "on-our-ground": "The bearer has soft cover while within 4\" of the table's centre.",
    "ninja-attack": "The bearer has soft cover until it first attacks.",
    "amputation": "Wd -2.",
    "crippling-pain": "Wk -1.",
    "swamp-hex": "Discard a card for each (0) Action it takes.",
    "easily-distracted": "It counts as a Peon when VP are scored.",
    "flashbacks": "When charged, it passes a TN 14 Wp duel or gains Paralyzed.",
    "unfocused": "It cannot gain Focus.",
    "foolhardy": "It cannot gain Defensive.",
}
"""Effects that the Third Edition's charts say in its own terms, by Upgrade or Injury."""
EVENTS: dict[str, Row] = {
    "market-day": {"rules": "Every table has a market: four stalls of soft cover around the centre."},
    "fog-off-the-marsh": {
        "terrain": ["a marsh that gives soft cover, 6 inches across, at the centre"],
        "pieces": [{"name": "marsh", "inches": 6, "traits": ["soft_cover"]}],
        "rules": "Fog lies over the marsh: what stands in it has soft cover. Whoever lights a lantern at the "
        "centre with a (1) Interact lifts it for the rest of the game.",
    },
    "claim-jumpers": {
        "rules": "Three claims are staked along the Centerline. A model in base contact may stake one anew "
        "for its Crew with a (1) Interact.",
        "terrain": ["three claim stakes along the Centerline"],
    },
    "payroll-office": {
        "rules": "A strongbox marker lies at the centre; a model may carry it, at Wk -1 and without charging."
    },
    "the-narrow-pass": {"deployment": "Standard"},
}
"""What Weekly Events say otherwise; a Wedge is no deployment of this edition (M2-SETUP-03)."""


def _whole(schemes: str) -> list[Row]:
    """Full VP from two of ``schemes``, one after the other; that they differ the players say."""
    names, either = schemes.split(" / "), f"scheme {schemes}"
    first = f"full VP from {listed(names, 'or')}"
    return [
        {"id": "part-1", "goal": first, "repeat": 1, "per_game": 1, "needs": either},
        {
            "id": "part-2",
            "goal": "full VP from another of these",
            "repeat": 1,
            "per_game": 1,
            "order_required": True,
            "needs": f"{either}; word",
        },
    ]


BOUNTIES: dict[str, list[Row]] = {
    "covert-operation": _whole("Plant Explosives / Make Them Suffer / Deliver a Message"),
    "on-the-payroll": _whole("Breakthrough / Protect Territory / Bodyguard"),
    "mark-our-territory": [
        {
            "id": "part-1",
            "goal": "full VP from A Line in the Sand",
            "repeat": 2,
            "per_game": 1,
            "needs": "scheme A Line in the Sand",
        }
    ],
    "drive-them-back": [
        {
            "id": "part-1",
            "goal": "kill an enemy Minion, Peon or Totem",
            "repeat": 8,
            "needs": "kill minion, peon, totem",
        }
    ],
    "infectious-fear": [{"id": "part-1", "goal": "an enemy model fails a Horror Duel", "repeat": 4}],
    "hog-wild": [
        {
            "id": "part-1",
            "goal": "end a game with a Pig in every quarter",
            "repeat": 2,
            "per_game": 1,
            "needs": "stay",
        }
    ],
    "kablooowy": [
        {"id": "part-1", "goal": "kill an enemy with a blast or pulse", "repeat": 3, "needs": "kill; word"}
    ],
}
"""Portions that the Third Edition's charts say by its own Schemes, stations and terms (M2-CAMP-09)."""


def of_the_second_edition(document: Mapping[str, Any]) -> Row:
    """The later edition's ``document`` as a league of the Second plays it."""
    factions = {*edition_of(EDITION).hiring.factions, "generic"}
    rewards = {name: rows for name, rows in document["rewards"].items() if name in factions}
    luck = {name: rows for name, rows in document["lucky_miss"].items() if name in factions}
    gone = _named(document["rewards"], document["lucky_miss"]) - _named(rewards, luck)
    return {
        **document,
        "slug": "house-2e",
        "name": NAME,
        "version": VERSION,
        "edition": EDITION,
        "about": document["about"].replace("in Third Edition", "in Second Edition"),
        "upgrades": [
            *(_worded(row) for row in document["upgrades"] if row["slug"] not in gone),
            *(_skill(name, 0, digest) for name, digest in ALWAYS_OFFERED.items()),
            _skill(TREACHERY, 0, TREACHERY_DIGEST),
            *(_avatar(f"Avatar of {name}", cost, "figures") for name, _, cost, _ in AVATARS),
            _avatar(AVATAR, 0, "house"),
        ],
        "barter": [*(_always(name) for name in ALWAYS_OFFERED), *document["barter"]],
        "injuries": [_worded(row) for row in document["injuries"]],
        "lucky_miss": luck,
        "rewards": rewards | {"generic": _with_treachery(rewards["generic"])},
        "bounties": [
            {**row, "portions": BOUNTIES.get(row["slug"], row["portions"])}
            for row in document["bounties"]
            if not row["faction"] or row["faction"] in factions
        ],
        "weekly_events": [{**row, **EVENTS.get(row["slug"], {})} for row in document["weekly_events"]],
        "avatars": [
            *(_offer(master, f"avatar-of-{slugify(name)}", faction) for name, master, _, faction in AVATARS),
            *(_offer(master, slugify(AVATAR), "", "house") for master in WITHOUT_ONE),
        ],
    }


def _named(*charts: Mapping[str, list[Row]]) -> set[str]:
    return {row["upgrade"] for chart in charts for rows in chart.values() for row in rows if "upgrade" in row}


def _worded(row: Row) -> Row:
    return {**row, "digest": WORDS.get(row["slug"], row["digest"])}


def _skill(name: str, ss_cost: int, digest: str, source: str = "figures") -> Row:
    return {
        "slug": slugify(name),
        "name": name,
        "category": "skill",
        "ss_cost": ss_cost,
        "self_annihilates": False,
        "digest": digest,
        "source": source,
    }


def _avatar(name: str, ss_cost: int, source: str) -> Row:
    return _skill(name, ss_cost, MANIFESTS, source) | {"rating_bonus": AVATAR_BONUS}


def _always(name: str) -> Row:
    return {
        "upgrade": slugify(name),
        "values": list(range(1, 14)),
        "red_joker": True,
        "campaign_cost": ALWAYS_PRICE,
        "limit_per_arsenal": 1,
        "source": "house",
    }


def _with_treachery(rows: list[Row]) -> list[Row]:
    halved = [{**row, "values": LOWER} if row["suit"] == "crow" else row for row in rows]
    return [
        *halved,
        {"suit": "crow", "upgrade": slugify(TREACHERY), "source": "house", "values": HIGHER},
    ]


def _offer(master: str, upgrade: str, faction: str, source: str = "figures") -> Row:
    row = {"master": master, "upgrade": upgrade, "source": source}
    return row | {"faction": faction} if faction else row


def build(document: Path, folder: Path = CHARTS_DIR) -> Path:
    """Write ``house-2e.json`` of the charts in the file ``document`` into ``folder``; its path."""
    target = folder / "house-2e.json"
    target.write_text(written_charts(of_the_second_edition(json.loads(document.read_text("utf-8")))), "utf-8")
    return target


if __name__ == "__main__":
    build(Path(sys.argv[1]))
