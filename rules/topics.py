"""What shared code cites where an edition's own row belongs, and which row an edition has for it.

A *topic* is two short words with a dot between them: ``move.distance``. Shared code writes it as the ``rule``
of what it says, and an edition's ``Rows`` put their own ID in its place where the edition is known: at the
edge of the rules, or of the portal. Rows of no edition, a campaign's or a reading's, stand for each.

>>> from rules.edition import edition_of
>>> [edition_of(code).rows["sight.line"] for code in ("m1e", "m2e", "m3e")]
['M1-GLO-05', '', 'M3E-LOS-02']
>>> edition_of("m2e").rows.named("SL-CREW-05"), edition_of("m2e").rows.named("league.master_leads")
('SL-CREW-05', 'M2-HIRE-08')
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar, cast

import msgspec
from msgspec.structs import replace

from rules.refusal import Refusal

S = TypeVar("S")

TOPICS: dict[str, str] = {
    # Sight
    "sight.line": "a free line between two bases",
    "sight.levels": "two levels of one piece of terrain",
    "sight.bases": "a base that stands in the line",
    "sight.dense": "a line into and out of dense terrain",
    "sight.touching": "objects that touch or overlap",
    "sight.shadow": "a base in the Shadow of what stops the line",
    "sight.blocking": "blocking terrain in the line",
    "sight.near": "what is lower than one end, and near the other",
    "sight.blocking_by_height": "blocking terrain in a line from one height to another",
    "sight.dense_by_height": "dense terrain that blocks by its height",
    "sight.down": "a line from a vantage point down over what blocks",
    "cover.shadow": "Cover in a Shadow",
    "cover.hard": "hard cover",
    "cover.soft": "soft cover",
    "cover.blocking": "Cover behind blocking terrain",
    "cover.higher": "Cover of who stands higher",
    "cover.concealing": "Concealment by what a line passes through",
    # Measuring
    "measure.inches": "places in inches",
    "measure.distance": "the distance between two bases",
    "measure.contact": "bases that touch",
    "measure.vantage": "a distance from a vantage point, from above",
    # Movement
    "move.table": "nothing leaves the table",
    "move.distance": "how far a move goes",
    "move.through": "other models in the way",
    "move.end": "no move ends on another base",
    "move.support": "what a base stands on",
    "move.line_end": "no move ends on a linear obstacle",
    "move.engaged": "a move out of an enemy's engagement",
    "move.marker": "markers that move",
    "move.toward": "a move toward or away from something",
    "move.nearer": "no step of such a move leads the other way",
    "climb.up": "a climb",
    "climb.way": "which moves climb",
    "climb.slope": "where a slope carries the move up",
    "climb.jump": "a jump",
    "fall.half": "the damage of a fall, half its inches",
    "fall.inches": "the damage of a fall, inch by inch",
    "fall.flips": "the damage of a fall, by flips",
    "fall.one": "the damage of a fall, however deep",
    "fall.landing": "where a fall ends",
    "push.line": "a Push is one straight line",
    "push.stop": "what stops a Push",
    "push.contact": "a Push into contact",
    "push.within": "a Push to within a distance",
    "push.wholly": "a Push to wholly within a distance",
    "push.spirit": "a Push of what passes terrain",
    "place.end": "where a Place ends",
    "place.distance": "how far a Place goes",
    "fly.way": "a flight",
    "fly.float": "floating",
    "fly.distance": "how far a flight goes",
    "fly.end": "where a flight ends",
    "fly.fall": "what flies comes down without a fall",
    "spirit.way": "a move through terrain",
    "spirit.end": "where a move through terrain ends",
    "enclosed.into": "the way into enclosed terrain",
    "enclosed.within": "moves inside enclosed terrain",
    "blast.place": "where blasts lie",
    "shockwave.place": "where a Shockwave is dropped",
    # Terrain
    "terrain.traits": "the traits there are",
    "terrain.climbable": "what is climbed over and not passed",
    "terrain.height": "heights",
    "terrain.impassable": "what nothing enters",
    "terrain.bridge": "bridges",
    "terrain.building": "buildings",
    "terrain.rooms": "buildings that may be entered",
    "terrain.stairs": "what rises from its foot to its head",
    "terrain.line": "linear obstacles",
    "terrain.advice": "how much terrain, and how large",
    "terrain.share": "the share of the table that terrain covers",
    "terrain.mix": "the mix of kinds of terrain",
    "terrain.symmetry": "a table that favours neither side",
    # Set-up
    "setup.size": "the size of an Encounter",
    "setup.terrain": "terrain is placed and agreed",
    "setup.table": "the size of the table",
    "setup.pool": "which Schemes there are to choose from",
    "setup.schemes": "each side chooses its Schemes",
    "setup.deploying": "where a Crew is deployed",
    "setup.strategy": "which Strategy is played",
    "setup.crews": "a Crew is brought and revealed",
    # Cards and duels
    "cards.read": "which cards there are",
    "cards.draw": "drawing cards",
    "cards.secret": "a hand is its owner's",
    "cards.discard": "discarding cards",
    "cards.flip": "flips",
    "duel.kinds": "who duels against what",
    # In play
    "turn.order": "the Turns of a game",
    "turn.activation": "who Activates",
    "turn.actions": "how many Actions",
    "turn.end": "the end of the game",
    "score.order": "what scores, and how",
    "score.most": "the most that scores",
    "score.scheme": "a Scheme scores once a Turn",
    "scheme.reveal": "a Scheme is revealed",
    "play.stones": "Soulstones are spent",
    "play.healing": "the most Health",
    "play.damage": "weak, moderate and severe damage",
    "play.killer": "who killed it",
    "play.condition": "Conditions",
    "play.token": "tokens",
    "play.ability": "abilities",
    "play.marker": "kinds and sizes of markers",
    "play.marker_there": "markers on the table",
    "play.bury": "Buried models",
    "play.summon": "what is summoned, and where",
    "play.summon_limit": "model limits of what is summoned",
    "play.replace": "what is Replaced by what",
    "scheme.noted": "what a Scheme has noted",
    "scheme.hidden": "what stays hidden of Schemes",
    "score.strategy": "what a Strategy scores",
    "score.one_scheme": "what one Scheme scores",
    "turn.minutes": "how long a game takes",
    # Hiring
    "card.figures": "what stands on a card",
    "card.upgrade": "what stands on an Upgrade",
    "hire.cost": "what a Crew costs",
    "hire.masters": "further Masters",
    "hire.upgrades": "how many Upgrades a model buys",
    "upgrade.copies": "copies of an Upgrade in a Crew",
    "upgrade.twice": "an Upgrade twice on one model",
    "upgrade.bearer": "who may bear an Upgrade",
    "hire.declared": "the Factions",
    "hire.leader": "who leads a Crew",
    "hire.totem": "a Totem and its Master",
    # A league's readings, which an edition adapts
    "league.peons": "who counts as a Peon",
    "league.cache": "a Master's Cache",
    "league.first_leader": "what the first Leader costs",
    "league.leader": "whether the Leader is paid",
    "league.master_value": "what a Master counts",
    "league.masters": "how many Masters",
    "league.master_leads": "a Master in a Crew leads it",
    "league.pool": "the most Soulstones in a Pool",
    "league.costs_compared": "Schemes that compare costs",
    "league.avatars": "Avatars, and other titles of a Master",
    "league.killed": "what counts as killed",
    "league.replaced": "who stands for a model that was given up",
    "league.strategy_vp": "VP that give another Barter flip",
    "league.scenario": "the week's scenario",
    "league.surcharge": "the surcharge",
    "league.new_leader": "the surcharge under a new Leader",
    "league.totems": "Totems",
    "league.copies": "copies and versions in an Arsenal",
    "league.upgrade_slot": "what uses the Upgrade slot",
    "league.stats": "stats that an Injury names",
    "league.withdrawal": "when a withdrawal is early",
    "league.jokers": "jokers in an Aftermath",
    "league.factions": "Factions of a league",
    "league.dead_mans_hand": "Dead Man's Hand",
}
"""Each topic, and what it is about."""


class Rows(Mapping[str, str]):
    """An edition's own row for each topic; empty where its texts are silent, or where it does not say."""

    def __init__(self, rows: Mapping[str, str]) -> None:
        self._rows = dict(rows)

    def __getitem__(self, topic: str) -> str:
        return self._rows.get(topic, "") if topic in TOPICS else self._rows[topic]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def named(self, rule: str) -> str:
        """The row for a topic; a row itself stands."""
        return self[rule] if rule in TOPICS else rule

    def cited(self, answer: S) -> S:
        """The answer, a struct of structs or a tuple of them, with the own row for each topic in a ``rule``.
        What cites no topic is given back as it is.

        >>> from rules.edition import edition_of
        >>> from rules.refusal import Violation
        >>> edition_of("m2e").rows.cited(Violation("terrain.impassable", "Nobody stands there.")).rule
        'T2-IMP-01'
        """
        return cast(S, self._cited(answer))

    def _cited(self, value: Any) -> Any:
        if isinstance(value, tuple):
            own = tuple(map(self._cited, value))
            return value if all(new is old for new, old in zip(own, value, strict=True)) else own
        if not isinstance(value, msgspec.Struct):
            return value
        changed: dict[str, Any] = {}
        for name in value.__struct_fields__:
            held = getattr(value, name)
            if name == "rule" and held in TOPICS:
                changed[name] = self[held]
            elif isinstance(held, tuple | msgspec.Struct) and (own := self._cited(held)) is not held:
                changed[name] = own
        return replace(value, **changed) if changed else value

    def refusal(self, refusal: Refusal) -> Refusal:
        """The refusal with the own row for each topic."""
        if refusal.violations:
            return Refusal.of(self.cited(refusal.violations))
        if refusal.rule not in TOPICS:
            return refusal
        return Refusal(refusal.sentence, rule=self[refusal.rule], fix=refusal.fix)
