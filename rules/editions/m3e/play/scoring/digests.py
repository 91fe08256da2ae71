"""What each Strategy and Scheme scores, and when, in a player's words (M3E-STRAT, M3E-SCHEME).

>>> digest_of("Assassinate").partition("; ")[0]
'1 VP at the end of a Turn while the enemy Leader has half of its Health or less'
"""

from __future__ import annotations

DIGESTS: dict[str, str] = {
    "Turf War": (
        "Each Turn from the second: 1 VP for having more Strategy Markers turned to you than VP from "
        "it. Turn one by an Interact beside it"
    ),
    "Plant Explosives": (
        "Each Turn from the second: 1 VP for more Strategy Markers on the enemy’s half than VP from "
        "it. Whoever bears an Explosives Token lays one by an Interact"
    ),
    "Corrupted Idols": (
        "Each Turn from the second: 1 VP for more Strategy Markers wholly on the enemy’s half than VP"
        " from it. An Interact beside one throws it as far as the damage you choose to suffer"
    ),
    "Reckoning": (
        "Each Turn from the second: 1 VP for more enemies killed in that Turn than VP from it. "
        "Leaders and Masters count 3, Henchmen 2"
    ),
    "Detonate Charges": (
        "1 VP at the end of a Turn with two of your Scheme Markers within 2″ of one enemy; 1 VP for "
        "the same at the end of the game. Both times they are removed"
    ),
    "Breakthrough": (
        "1 VP at the end of a Turn with your Scheme Marker and your model in the enemy’s Deployment "
        "Zone, no enemy within 3″ of it; 1 VP for three such Markers at the end of the game"
    ),
    "Harness the Ley Line": (
        "1 VP at the end of a Turn with three of your Scheme Markers on the centerline; 1 VP for the "
        "same at the end of the game. Both times they are removed"
    ),
    "Search the Ruins": (
        "1 VP at the end of a Turn with two of your Scheme Markers on the enemy’s half, each touching"
        " terrain of its own; 1 VP for three at the end of the game"
    ),
    "Dig Their Graves": (
        "1 VP on killing an enemy within 1″ of your Scheme Marker; 1 VP at the end of the game for "
        "three Scheme Markers, each within 1″ of a Corpse or Scrap Marker of its own"
    ),
    "Hold Up Their Forces": (
        "1 VP at the end of a Turn while two of your models engage two enemies that cost more than "
        "they do; 1 VP for the same at the end of the game"
    ),
    "Take Prisoner": (
        "An enemy Minion or Enforcer is written down. 1 VP at the end of a Turn while you engage it "
        "and no other enemy is within 4″; 1 VP for engaging it at the end of the game"
    ),
    "Power Ritual": (
        "1 VP at the end of a Turn with your Scheme Marker within 3″ of a corner outside your "
        "Deployment Zone; 1 VP at the end of the game for three corners"
    ),
    "Outflank": (
        "1 VP at the end of a Turn with two of your models within 3″ of the two ends of the "
        "centerline; 1 VP for the same at the end of the game"
    ),
    "Assassinate": (
        "1 VP at the end of a Turn while the enemy Leader has half of its Health or less; 1 VP at the"
        " end of the game if it is out of play"
    ),
    "Deliver a Message": (
        "An enemy Leader or Master is written down. 1 VP for an Interact that targets it from within "
        "1″; 1 VP at the end of the game while it is within 2″ of your Scheme Marker"
    ),
    "Claim Jump": (
        "A model of yours other than the Leader is written down. 1 VP at the end of a Turn while it "
        "is within 2″ of the middle and no enemy within 3″; 1 VP at the end of the game while it is "
        "there with half of its Health"
    ),
    "Vendetta": (
        "One of yours and an enemy of higher Cost are written down. 1 VP when yours has hurt it in "
        "its Activation down to half; 1 VP at the end of the game if yours is in play and it is not"
    ),
}


def digest_of(name: str) -> str:
    """The sentence of a Strategy or a Scheme; empty for one that is not played here."""
    return f"{DIGESTS[name]}." if name in DIGESTS else ""
