"""What an edition decides about its tables."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rules.refusal import Violation
from rules.table.board import Table
from rules.table.policies import TablePolicies
from rules.table.presets.kinds import Guide
from rules.table.zones import Deployment


class TableRules(Struct, frozen=True, kw_only=True):
    """What an edition decides about its tables.

    * ``policies``: measuring, movement, sight, cover, hazards, areas;
    * ``words``: what these rest on beside the rulebook, as in “by the terrain guide”;
    * ``deployments``: the zones that are known, the usual one first; an edition may have more by name;
    * ``guide``: its ready-made pieces, ``None`` where it has none of its own;
    * ``advice``: what its rulebook advises about terrain, each departure with its fix; ``keeps_advice``:
      generated tables keep to it;
    * ``coverage``: the share of a good table that terrain covers, least and most, ``coverage_words`` who says
      so; ``usual_coverage`` the percent of a generated one, ``usual_mix`` its shares that are Blocking,
      Severe and give cover.
    """

    policies: TablePolicies
    words: str = ""
    deployments: tuple[Deployment, ...] = ()
    guide: Guide | None = None
    advice: Callable[[Table], tuple[Violation, ...]] | None = None
    keeps_advice: bool = False
    coverage: tuple[float, float] = (0.33, 0.50)
    coverage_words: str = ""
    usual_coverage: int = 37
    usual_mix: tuple[int, int, int] = (34, 33, 33)

    @property
    def usual(self) -> dict[str, int]:
        """The requirements of a generated table where nobody asks otherwise, by their names."""
        blocking, severe, cover = self.usual_mix
        return {"coverage": self.usual_coverage, "blocking": blocking, "severe": severe, "cover": cover}

    def deployment(self, slug: str) -> Deployment | None:
        """The Deployment of that slug, if its zones are known."""
        return next((each for each in self.deployments if each.slug == slug), None)
