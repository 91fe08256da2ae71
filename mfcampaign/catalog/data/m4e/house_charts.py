"""The house charts of the Fourth Edition, made from those of the edition before: every effect in the words of
its own cards (tokens, Remains, raises, Sp), Bounties by its own Schemes (SL-4E-27).

``python -m mfcampaign.catalog.data.m4e.house_charts FILE`` reads those charts and writes ``house-4e.json``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mfcampaign.catalog.build.datafiles import Row, written_charts

EDITION = "m4e"
CHARTS_DIR = Path(__file__).resolve().parent / "charts"
NAME, VERSION = "House charts, Fourth Edition", 1

WORDS: dict[str, str] = {
    "can-o-beans": "Annihilate as an Action: heal 3.",
    "coffee": "Annihilate when activating: gain a Fast token.",
    "arcane-background": 'Gains a magic attack: range 8", Skl 5 against Wp, Dmg 2.',
    "clockwork-seeker": 'Once per game, after deployment, make a Scheme marker within 6" of the bearer.',
    "helmet": "The bearer ignores Stunned tokens and Distracted tokens.",
    "whiskey": "Annihilate when activating: remove every enemy token from the bearer.",
    "flammenwerfer": 'Gains a missile attack: range 6", Skl 5 against Df, Dmg 1; '
    "the target gains a Burning token.",
    "tool-kit": 'As an Action, heal 1 on a friendly Construct within 2".',
    "expanded-palate": 'The bearer may remove a Remains marker within 1" to heal 1.',
    "fortitude-of-mind": "+ to the bearer's Wp duels against Terrifying.",
    "collier-pistol": 'Gains a missile attack: range 8", Skl 5 against Df, Dmg 2.',
    "machete": 'Gains a melee attack: range 1", Skl 5 against Df, Dmg 2; ignores severe terrain.',
    "off-hand-fighting": "After a melee attack succeeds, 1 damage to the same target, once per activation.",
    "off-hand-shot": "After a missile attack succeeds, 1 damage to the same target, once per activation.",
    "steady-aim": "Missile attacks of the bearer ignore concealing terrain.",
    "soulstone-ale": "Annihilate: infuse one Soulstone.",
    "freikorps-suit": "The bearer ignores Burning tokens; damage of a missile attack "
    "against it is 1 less, at least 1.",
    "duelist": "Melee attacks of the bearer against a Leader that succeed do 1 "
    "more damage, once per activation.",
    "fan-the-hammer": "Once per game, after a missile attack, the bearer takes "
    "the same attack again, with -.",
    "greatsword": 'Gains a melee attack: range 2", Skl 5 against Df, Dmg 3.',
    "metal-plate": "Armor +1; Sp -1.",
    "scope": "Missile attacks of the bearer gain + while it has a Focused token and did not move.",
    "neverborn-hide": "Terrifying (11).",
    "quick-reflexes": "In the Turns in which its Crew chooses who has initiative, draw a card.",
    "snares": 'As an Action, an enemy within 6" passes TN 12 Df or gains a Slow token.',
    "dynamite": 'Annihilate as an Action: choose a point within 6"; 2 damage to every model within 2" of it.',
    "pneumatic-legs": "Sp +2.",
    "grotesque-trophy": 'Enemy models that end a move within 2" pass TN 11 Wp or gain a Distracted token.',
    "hydraulics": 'The bearer may move 2" after each melee attack it makes.',
    "instinctual": "The bearer may take its signature Action a second time in its activation, once per game.",
    "gatling-gun": 'Gains a missile attack: range 10", Skl 5 against Df, Dmg 2, and 1 more for each raise.',
    "healing-salve": 'As an Action, heal 2 on a friendly Living model within 1".',
    "relic-hammer": 'Gains a melee attack: range 1", Skl 6 against Df, Dmg 3, irreducible.',
    "fated": "Once per game, the bearer's flip may be the Red Joker if it is in hand or discard.",
    "modified-barrel": 'Missile attacks of the bearer have +2" range and ignore cover.',
    "brutal": "Melee attacks of the bearer with a raise do 1 more damage.",
    "restless-dead": 'When the bearer is killed, make two Remains markers within 1" of it in place of one.',
    "anaphylactic-shock": "Targets damaged by the bearer's attacks gain a Poison token.",
    "welding-torch": "Targets damaged by the bearer's melee attacks gain a Burning token.",
    "a-cold-wind": 'Enemy models that activate within 2" of the bearer gain a Staggered token.',
    "our-commands": 'Once per game, an enemy Minion within 6" takes a general Action you choose.',
    "on-our-ground": "The bearer has concealment while within 4\" of the table's centre.",
    "well-trained": "The bearer may gain a Focused token when it is deployed.",
    "aetheric-feed": 'When an enemy drains a Soulstone within 6", the bearer heals 2.',
    "paid-in-advance": "Once per game, infuse one Soulstone when the bearer activates.",
    "torment-to-share": 'When the bearer gains an enemy token, an enemy within 3" '
    "gains one of the same name, too.",
    "dolly-makin-time": 'As an Action, make a Remains marker within 2".',
    "extra-powder": "Missile attacks of the bearer do 1 more damage; on a Black Joker it suffers 2.",
    "swamp-gas": 'Enemy models that end activation within 2" gain a Poison token.',
    "combo": "After a Trigger of a melee attack, a second Trigger may be declared once per activation.",
    "debts-paid": 'When the bearer kills an enemy, another friendly within 6" gains a Fast token.',
    "introspection": "The bearer may remove an enemy token from itself when it takes the Prepare Action.",
    "lead-from-the-front": 'Friendly models that activate within 3" of the bearer may move 1".',
    "favors-of-steel": "Once per game, reduce the damage of one attack on the bearer to 0.",
    "pith-helmet": "Damage that the bearer suffers from Triggers and tokens is 1 "
    "less, at least 0, once per Turn.",
    "survey-line": 'Once per Turn, the bearer may make a Scheme marker 1" further away.',
    "native-guide": 'The bearer ignores severe terrain; friendly models within 3" do, too.',
    "relentless": "The bearer ignores Terrifying.",
    "deep-pockets": "One Equipment on the bearer does not use its place.",
    "too-many-pieces": "The first time the bearer is killed each game, make two "
    'Remains markers within 2" of it.',
    "embalmed": "The bearer cannot gain Poison tokens.",
    "pounce": 'Once per Turn, an enemy model that ends a move within 2" suffers 1 damage.',
    "hydraulic-limb": "Melee attacks of the bearer with two raises or more do 1 more damage.",
    "bestial-rage": "Melee attacks of the bearer do 1 more damage in the activation "
    "in which it took the Charge Action.",
    "silent": "Enemy abilities do not act on the bearer's moves.",
    "ravenous": 'The bearer may remove a Remains marker within 1" to heal 2.',
    "slippery": "The bearer moves out of engagement with its whole Sp.",
    "the-scavenger": "Once per game, the bearer may count a Remains marker as a Scheme marker.",
    "the-murderer": "Attacks of the bearer against models at half Health or less do 1 more damage.",
    "the-chosen": "The bearer may drain a Soulstone for + to a duel, once per activation.",
    "lowered-expectations": "The bearer may discard a card to ignore a failed duel against Terrifying.",
    "twitchy": 'The bearer may move 1" when an enemy ends its activation within 3".',
    "fast-runner": "Sp +1.",
    "out-of-the-fire": "The bearer cannot gain Burning tokens.",
    "clear-mind-pure-body": "The bearer removes one enemy token when it activates.",
    "reserves": 'The bearer may be deployed at the end of Turn 1 within 3" of a friendly.',
    "ninja-attack": "The bearer has concealment until it first attacks.",
    "uncharted-instinct": 'The bearer may move 2" after deployment.',
    "lost-expedition-veteran": "The bearer cannot gain Distracted tokens.",
    "curators-eye": "The bearer draws a card when it removes an enemy Scheme marker.",
    # Injuries
    "fragile": "Attacks against it that succeed by a raise do 1 more damage.",
    "crippling-pain": "Sp -1.",
    "blow-to-the-head": "When it activates, discard a card or it gains a Slow token.",
    "cursed": "Its Actions lose their printed suits.",
    "swamp-hex": "Discard a card when it takes its signature Action.",
    "broken-arm": "Skl of its melee Actions -1.",
    "fractured-wrist": "Skl of its missile Actions -1.",
    "missing-fingers": "Skl of its magic Actions -1.",
    "baggage": 'When it is killed, the opponent may make a Scheme marker within 1" of it.',
    "easily-distracted": "It is ignored for Strategies and Schemes, as if it were Craven.",
    "flashbacks": 'When the Charge Action ends within 1" of it, it passes TN 14 Wp or gains a Stunned token.',
    "unfocused": "It cannot gain Focused tokens.",
    "foolhardy": "It cannot gain Shielded tokens.",
    "wanders-off": 'On Turn 1 the opponent may move it 6".',
}
"""Effects that the edition before says in its own terms, by Upgrade or Injury."""
LUCK = {"Steamborg Executioner": "Howard Langston"}
"""Who joins by a Lucky Miss in place of a model that the edition has not."""
EVENTS: dict[str, Row] = {
    "market-day": {
        "rules": "Every table has a market: four stalls that give cover around the centre.",
        "scrip_awards": [
            {"condition": 'a model ends the game within 1" of a stall', "amount": 1, "per": "game"}
        ],
    },
    "fog-off-the-marsh": {
        "rules": "Fog lies over the marsh: what stands in it has concealment. Whoever lights a lantern at "
        "the centre (Interact) lifts it for the rest of the game."
    },
    "claim-jumpers": {
        "rules": 'Three claims are staked along the centre line. A model within 1" may stake one anew for '
        "its Crew (Interact)."
    },
    "payroll-office": {
        "rules": "A strongbox marker lies at the centre; a model may carry it, at Sp -1 and without the "
        "Charge Action."
    },
    "grave-dust": {"rules": "The first model killed in each game leaves two Remains markers."},
}
"""What Weekly Events say otherwise."""


def _portion(goal: str, repeat: int, needs: str = "", **more: Any) -> Row:
    return {"id": "part-1", "goal": goal, "repeat": repeat, **({"needs": needs} if needs else {}), **more}


def _whole(first: str, second: str) -> list[Row]:
    return [
        {
            "id": f"part-{number}",
            "goal": f"full VP from {scheme}",
            "repeat": 1,
            "per_game": 1,
            "needs": f"scheme {scheme}",
        }
        for number, scheme in enumerate((first, second), start=1)
    ]


BOUNTIES: dict[str, list[Row]] = {
    "covert-operation": _whole("Detonate Charges", "Search the Area"),
    "on-the-payroll": _whole("Breakthrough", "Frame Job"),
    "cleanup-crew": [_portion("remove an enemy Scheme marker by Interact", 3)],
    "mark-our-territory": [
        _portion("full VP from Harness the Leyline", 2, "scheme Harness the Leyline", per_game=1)
    ],
    "map-it-out": [_portion("end a game with a Scheme marker in each quarter", 2, per_game=1)],
    "drive-them-back": [_portion("kill an enemy Minion, Peon or Totem", 8, "kill minion, peon, totem")],
    "lend-a-hand": [_portion("end a game with five or more Remains markers in play", 2, per_game=1)],
    "infectious-fear": [_portion("an enemy model fails a duel against Terrifying", 4)],
    "spare-parts": [
        _portion("end a game with four or more friendly markers that are no Scheme markers", 2, per_game=1)
    ],
    "leave-our-mark": [_portion("have four or more Scheme markers after scoring", 2, per_game=1)],
    "unseen-objectives": [
        _portion(
            "win without having revealed a Scheme before the last Turn",
            2,
            "win; quiet schemes; word",
            per_game=1,
        )
    ],
    "lessons-learned-in-blood": [_portion("kill an enemy Master or Henchman", 4, "kill master, henchman")],
    "cursed-wretches": [_portion("end a game with three enemies bearing a token you gave", 2, per_game=1)],
    "kablooowy": [_portion("kill an enemy with a Trigger or a token", 3, "kill; word")],
    "purity-of-spirit": [_portion("kill an enemy while the own pool has no Soulstone", 6, "kill; word")],
    "ancestral-artifacts": [_portion("attach three or more Upgrades in a game", 2, per_game=1)],
    "peer-review": [_portion("reveal a Scheme in three Turns of one game", 2, "word", per_game=1)],
}
"""Portions that the edition before says by its own Schemes, stations and terms; one Scheme a Turn is revealed
here (M4-SCH-07)."""


def of_the_fourth_edition(document: Mapping[str, Any]) -> Row:
    """The other edition's ``document`` as a league of the Fourth plays it."""
    return {
        **document,
        "slug": "house-4e",
        "name": NAME,
        "version": VERSION,
        "edition": EDITION,
        "about": document["about"].replace("in Third Edition", "in Fourth Edition"),
        "upgrades": [_worded(row) for row in document["upgrades"]],
        "injuries": [_worded(row) for row in document["injuries"]],
        "lucky_miss": {
            faction: [_lucky(row) for row in rows] for faction, rows in document["lucky_miss"].items()
        },
        "bounties": [
            {**row, "portions": BOUNTIES.get(row["slug"], row["portions"])} for row in document["bounties"]
        ],
        "weekly_events": [{**row, **EVENTS.get(row["slug"], {})} for row in document["weekly_events"]],
    }


def _worded(row: Row) -> Row:
    return {**row, "digest": WORDS.get(row["slug"], row["digest"])}


def _lucky(row: Row) -> Row:
    effect = row.get("other_effect", "")
    for gone, there in LUCK.items():
        effect = effect.replace(gone, there)
    return {**row, "other_effect": effect} if effect else row


def build(document: Path, folder: Path = CHARTS_DIR) -> Path:
    """Write ``house-4e.json`` of the charts in the file ``document`` into ``folder``; its path."""
    target = folder / "house-4e.json"
    target.write_text(written_charts(of_the_fourth_edition(json.loads(document.read_text("utf-8")))), "utf-8")
    return target


if __name__ == "__main__":
    build(Path(sys.argv[1]))
