"""The rows of a league that its file contains, in the order in which they are written and imported."""

from __future__ import annotations

from typing import Any

from django.db.models import Field, Model, QuerySet
from msgspec import Struct

from mfcampaign.audit.queries import Act
from mfcampaign.campaigns import models as rows

# Rows of this app that stay where they are, and why.
STAYS = {
    rows.Invitation: "links of this installation",
    rows.JoinRequest: "waits for an answer of this installation’s organisers",
    rows.Placing: "where players of another league are expected",
    rows.LeagueTemplate: "belongs to a person, not to a league",
    rows.LeagueFile: "a file on its way",
    rows.Forecast: "can be computed again at any time",
    rows.ForecastPart: "can be computed again at any time",
}
# Columns that are written apart (the head of the file) or made new where the league arrives; figures adopted
# for a week to come stay behind.
FIGURES_TO_COME = ("next_release", "next_pack", "next_figures_week")
# What an installation counts, or gives out, by itself. Files of before have them; they are read over.
OWN = {rows.Campaign: ("acts", "changes", "look_at"), rows.Entry: ("sheet_token",)}
APART = {
    rows.Campaign: (
        *("id", "slug", "sealed_as", "edition", "system", "release", "pack", "previous"),
        "sandbox_of",
        *FIGURES_TO_COME,
    ),
    Act: ("id", "aggregate"),
}
# Columns that files of before them do not have: their rows have what a new row has.
LATER = {
    rows.Campaign: ("announced_at", "announcement", "costs_stated", "keeps", "keeps_value"),
    rows.Entry: ("team",),
    rows.Week: ("season",),
}


class Table(Struct, frozen=True):
    """The rows of one model: ``name`` in the file, ``path`` from a row to its league."""

    name: str
    model: type[Model]
    path: str

    def rows(self, campaign: Any) -> QuerySet[Any]:
        """The league's rows in the order of their numbers."""
        manager = self.model._default_manager
        if self.model is Act:
            return manager.filter(aggregate=f"campaign:{campaign.pk}").order_by("ordinal")
        return manager.filter(**{self.path: campaign.pk}).order_by("pk")

    @property
    def fields(self) -> tuple[Field[Any, Any], ...]:
        """The columns that are written, by name; the number of a row replaces its id."""
        apart = (*APART.get(self.model, ("id",)), *self.own)
        columns = [f for f in self.model._meta.concrete_fields if f.name not in apart]
        return tuple(sorted(columns, key=lambda field: field.name))

    @property
    def own(self) -> tuple[str, ...]:
        """Columns that each installation makes by itself."""
        return OWN.get(self.model, ())

    @property
    def many(self) -> tuple[Any, ...]:
        """Fields that refer to many rows of another table."""
        return tuple(sorted(self.model._meta.many_to_many, key=lambda field: field.name))


TABLES = (
    Table("campaign", rows.Campaign, "pk"),
    Table("organiser", rows.Organiser, "campaign"),
    Table("division", rows.Division, "campaign"),
    Table("entry", rows.Entry, "campaign"),
    Table("stated_cost", rows.StatedCost, "campaign"),
    Table("points_given", rows.PointsGiven, "campaign"),
    Table("week", rows.Week, "campaign"),
    Table("part", rows.WeekEntry, "week__campaign"),
    Table("week_plan", rows.WeekPlan, "campaign"),
    Table("model", rows.ArsenalModel, "entry__campaign"),
    Table("upgrade", rows.ArsenalUpgrade, "entry__campaign"),
    Table("growth", rows.LeaderGrowth, "entry__campaign"),
    Table("game", rows.Game, "week__campaign"),
    Table("proposal", rows.GameProposal, "week__campaign"),
    Table("side", rows.GameSide, "game__week__campaign"),
    Table("report", rows.Report, "game__week__campaign"),
    Table("bounty", rows.ArsenalBounty, "entry__campaign"),
    Table("tick", rows.BountyTick, "bounty__entry__campaign"),
    Table("aftermath", rows.Aftermath, "side__game__week__campaign"),
    Table("decision", rows.AftermathDecision, "aftermath__side__game__week__campaign"),
    Table("countersign", rows.Countersign, "decision__aftermath__side__game__week__campaign"),
    Table("restart", rows.Restart, "entry__campaign"),
    Table("restart_decision", rows.RestartDecision, "restart__entry__campaign"),
    Table("act", Act, ""),
    Table("account", rows.Account, "campaign"),
    Table("transfer", rows.Transfer, "campaign"),
    Table("line", rows.LedgerEntry, "account__campaign"),
    Table("ruling", rows.Ruling, "campaign"),
    Table("debt", rows.Debt, "entry__campaign"),
    Table("repayment", rows.Repayment, "debt__entry__campaign"),
    Table("supplement", rows.Supplement, "ruling__campaign"),
    Table("tenure", rows.Tenure, "entry__campaign"),
    Table("pairing_plan", rows.PairingPlan, "campaign"),
    Table("pair_rule", rows.PairRule, "campaign"),
    Table("player_facts", rows.PlayerFacts, "entry__campaign"),
    Table("availability", rows.Availability, "entry__campaign"),
    Table("playoff", rows.PlayOff, "campaign"),
    Table("playoff_seed", rows.PlayOffSeed, "playoff__campaign"),
    Table("playoff_match", rows.PlayOffMatch, "playoff__campaign"),
)
BY_NAME = {table.name: table for table in TABLES}
BY_MODEL = {table.model: table.name for table in TABLES}
PERSON, CHARTS = "person", "charts"
# Kept beside an Arsenal by its campaign, which knows the numbers in it.
GROWTH = ("growth", "facts")


def target(field: Any) -> str | None:
    """The table that a foreign key points to: one of ``TABLES``, ``person`` or ``charts``."""
    if not field.is_relation:
        return None
    label = field.related_model._meta.label_lower
    if label == "catalog.chartset":
        return CHARTS
    if label == "accounts.user":
        return PERSON
    return BY_MODEL[field.related_model]
