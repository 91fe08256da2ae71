"""When a Campaign Upgrade or an Injury matters in a game, for editions whose players apply it themselves.

A record shows each at its moment. Where an edition plays scripts, they say when; a test holds these rows to
them.
"""

from __future__ import annotations

Moment = tuple[str, str]
"""A moment of a record (``begins``, ``turn``, ``activation``, ``end``, ``hurt``, ``fallen``,
``another_hurt``, ``another_fallen``) and whose it is: ``any``, ``friendly`` or ``enemy``."""
USUAL: tuple[Moment, ...] = (("activation", "any"),)
"""Of an Upgrade without a row: until its bearer has Activated."""
MOMENTS: dict[str, tuple[Moment, ...]] = {
    "accident-prone": (("fallen", "any"),),
    "aetheric-feed": (("activation", "enemy"),),
    "agility": (),
    "amputation": (),
    "armor": (("hurt", "any"),),
    "baggage": (("fallen", "any"),),
    "big-head": (),
    "blessings-of-fate": (("turn", "any"),),
    "bond": (("begins", "any"), ("activation", "any")),
    "broken-arm": (),
    "clockwork-seeker": (("begins", "any"),),
    "crippling-pain": (),
    "cursed": (),
    "deep-pockets": (),
    "determination": (("hurt", "any"),),
    "echoes-of-madness": (("activation", "enemy"),),
    "edge-of-eternity": (("fallen", "any"),),
    "embalmed": (("hurt", "any"),),
    "favors-of-death": (("another_fallen", "enemy"),),
    "favors-of-steel": (("hurt", "any"),),
    "flak-jacket": (("hurt", "any"),),
    "foolhardy": (("hurt", "any"),),
    "fractured-wrist": (),
    "fragile": (("hurt", "any"),),
    "freikorps-suit": (("hurt", "any"),),
    "grotesque-trophy": (("activation", "enemy"),),
    "hearing-voices": (),
    "helmet": (("hurt", "any"),),
    "improvised-explosives": (("fallen", "any"),),
    "in-the-name-of-research": (("fallen", "any"),),
    "lead-from-the-front": (("activation", "friendly"),),
    "lost-expedition-veteran": (("hurt", "any"),),
    "martyr": (("another_hurt", "friendly"),),
    "metal-plate": (("hurt", "any"), ("activation", "any")),
    "missing-fingers": (),
    "my-lucky-stitches": (("hurt", "any"),),
    "out-of-the-fire": (("hurt", "any"),),
    "pith-helmet": (("hurt", "any"),),
    "pounce": (("activation", "enemy"),),
    "quick-reflexes": (("turn", "any"),),
    "reserves": (("begins", "any"), ("end", "any")),
    "restless-dead": (("fallen", "any"),),
    "retribution": (("hurt", "any"),),
    "scapegoat": (("activation", "friendly"),),
    "slowed-reflexes": (),
    "swamp-gas": (("activation", "enemy"),),
    "the-scavenger": (("end", "any"),),
    "thick-hide": (),
    "those-who-thirst-covenant": (("fallen", "any"),),
    "those-who-thirst-insight": (("turn", "any"),),
    "too-many-pieces": (("fallen", "any"),),
    "tools-of-the-trade": (("end", "any"),),
    "torment-to-share": (("hurt", "any"),),
    "tough-as-nails": (("hurt", "any"),),
    "twitchy": (("activation", "enemy"),),
    "uncharted-instinct": (("begins", "any"),),
    "unfocused": (("hurt", "any"),),
    "wanders-off": (("turn", "any"),),
    "wanted": (),
    "well-trained": (("begins", "any"),),
}
"""By slug; nothing for what changes the card, hiring or the Aftermath alone."""


def moments_of(slug: str) -> tuple[Moment, ...]:
    """When the Upgrade matters.

    >>> moments_of("helmet"), moments_of("agility"), moments_of("of-the-house")
    ((('hurt', 'any'),), (), (('activation', 'any'),))
    """
    return MOMENTS.get(slug, USUAL)
