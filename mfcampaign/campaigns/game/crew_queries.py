"""The Crew that one player hires from an Arsenal. Only its owner may see it.

The reason why a model may not be hired comes from ``rules.campaign.crew``, by trying: each model that is not
in the Crew is added, and the violations that this brings are its reasons.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.game.queries import RevealedUpgrade
from mfcampaign.campaigns.models import Campaign, Game, GameSide
from rules.campaign.arsenal import Arsenal, OwnedModel, OwnedUpgrade
from rules.campaign.crew import CampaignCrew, CrewModel
from rules.crews.catalogue import HENCHMAN, MASTER, Catalogue
from rules.edition import edition_of
from rules.refusal import CheckReport, TotalLine, Violation


class ArsenalModelRow(Struct, frozen=True):
    """One model of the Arsenal: in the Crew or not, what it costs there with lines, what comes ``along``, why
    it may not."""

    model: OwnedModel
    hired: bool
    leads: bool
    may_lead: bool
    price: int
    lines: tuple[TotalLine, ...]
    along: tuple[RevealedUpgrade, ...] = ()
    reasons: tuple[Violation, ...] = ()

    @property
    def legal(self) -> bool:
        return self.hired or not self.reasons


class Kit(Struct, frozen=True):
    """One loose Upgrade and the model that has it; ``choices`` are (id, name, reason why not)."""

    upgrade: OwnedUpgrade
    bearer: int
    choices: tuple[tuple[int, str, str], ...]


class CrewPage(Struct, frozen=True):
    """Everything the page of one hidden Crew draws."""

    crew: CampaignCrew
    report: CheckReport
    rows: tuple[ArsenalModelRow, ...]
    kit: tuple[Kit, ...]

    @property
    def hired(self) -> tuple[ArsenalModelRow, ...]:
        return tuple(row for row in self.rows if row.hired)

    @property
    def legal(self) -> tuple[ArsenalModelRow, ...]:
        return tuple(row for row in self.rows if row.legal)

    @property
    def more(self) -> bool:
        """Whether another model may join the present Crew."""
        return any(row.legal and not row.hired for row in self.rows)

    @property
    def illegal(self) -> tuple[ArsenalModelRow, ...]:
        return tuple(row for row in self.rows if not row.legal)


class _Trial:
    """One Arsenal against one size: the core asked again and again."""

    def __init__(self, arsenal: Arsenal, size: int, figures: Catalogue, campaign: Campaign) -> None:
        self.arsenal, self.size, self.figures, self.policies = arsenal, size, figures, campaign.rules
        self.rules, self.built = campaign.played.crew, campaign.played.start.leader_is_built
        self.start = campaign.played.start
        self.texts = campaign.played.charts.texts(loading.charts(campaign))
        self.too_dear = edition_of(figures.edition).rows["hire.cost"]

    def report(self, crew: CampaignCrew) -> CheckReport:
        return self.rules.check(crew, self.arsenal, self.size, self.figures, self.policies)

    def worse(self, crew: CampaignCrew, than: CheckReport) -> tuple[CheckReport, tuple[Violation, ...]]:
        """The report on ``crew`` and what is wrong with it that was not wrong before."""
        report = self.report(crew)
        present = {(v.rule, v.sentence) for v in than.violations}
        return report, tuple(v for v in report.violations if (v.rule, v.sentence) not in present)


def filled(campaign: Campaign, game: Game, side: GameSide, crew: CampaignCrew) -> CampaignCrew:
    """``crew`` with all of the Arsenal who may still join it, the dearest asked first. Three queries."""
    trial = _trial(campaign, game, side)
    for model in sorted(trial.arsenal.models, key=lambda model: (-model.cost, model.id)):
        if all(hired.model_id != model.id for hired in crew.members):
            fuller = CampaignCrew(crew.leader_id, (*crew.members, CrewModel(model.id)))
            _, reasons = trial.worse(fuller, trial.report(crew))
            crew = crew if reasons else fuller
    return crew


def _trial(campaign: Campaign, game: Game, side: GameSide) -> _Trial:
    arsenal = loading.arsenals(campaign, [side.entry])[side.entry_id]
    size, figures = game.size or game.ceiling, loading.catalogue(campaign)
    return _Trial(arsenal, size, figures, campaign)


def load(campaign: Campaign, game: Game, side: GameSide, crew: CampaignCrew | None = None) -> CrewPage:
    """The page for ``crew``, by default the one kept. Three queries."""
    trial = _trial(campaign, game, side)
    arsenal = trial.arsenal
    crew = crew or loading.crew(side) or first_crew(arsenal)
    report = trial.report(crew)
    return CrewPage(
        crew=crew,
        report=report,
        rows=tuple(_row(trial, crew, report, model) for model in arsenal.models),
        kit=tuple(_kit(trial, crew, upgrade) for upgrade in arsenal.upgrades),
    )


def first_crew(arsenal: Arsenal) -> CampaignCrew:
    """Where one begins: the Arsenal's Leader alone."""
    leader = arsenal.leader
    return CampaignCrew(leader.id, (CrewModel(leader.id),)) if leader else CampaignCrew(0, ())


def _row(trial: _Trial, crew: CampaignCrew, report: CheckReport, model: OwnedModel) -> ArsenalModelRow:
    mine = next((hired for hired in crew.members if hired.model_id == model.id), None)
    others = tuple(hired for hired in crew.members if hired.model_id != model.id)
    base = trial.report(CampaignCrew(crew.leader_id, others)) if mine else report
    _, reasons = trial.worse(CampaignCrew(crew.leader_id, (*others, mine or CrewModel(model.id))), base)
    lines = _bill(trial, crew, mine or CrewModel(model.id))
    return ArsenalModelRow(
        model=model,
        hired=mine is not None,
        leads=crew.leader_id == model.id,
        may_lead=model.is_leader or (not trial.built and model.station in (MASTER, HENCHMAN)),
        price=sum(line.amount for line in lines),
        lines=lines,
        along=tuple(_along(trial, model)),
        reasons=tuple(v for v in reasons if not (mine and v.rule == trial.too_dear)),
    )


def _along(trial: _Trial, model: OwnedModel) -> Iterator[RevealedUpgrade]:
    """What it has whenever it is hired, and what that does."""
    for bound in model.bound:
        yield RevealedUpgrade(bound.name, bound.kind, trial.texts.get(bound.name, ""))
    for more in trial.start.gained(trial.arsenal, model):
        yield RevealedUpgrade(more.name, "gained", more.text)


def _bill(trial: _Trial, crew: CampaignCrew, hired: CrewModel) -> tuple[TotalLine, ...]:
    """What one model costs under this Crew's Leader, independent of the other models (SL-CREW-04, -06)."""
    leader = tuple(h for h in crew.members if h.model_id == crew.leader_id)
    if hired.model_id == crew.leader_id:
        return trial.report(CampaignCrew(crew.leader_id, (hired,))).total.lines
    alone = trial.report(CampaignCrew(crew.leader_id, leader)).total.lines
    return trial.report(CampaignCrew(crew.leader_id, (*leader, hired))).total.lines[len(alone) :]


def _kit(trial: _Trial, crew: CampaignCrew, upgrade: OwnedUpgrade) -> Kit:
    bearer = next((hired.model_id for hired in crew.members if upgrade.id in hired.upgrade_ids), 0)
    return Kit(upgrade, bearer, tuple(_bearers(trial, crew, upgrade)))


def _bearers(trial: _Trial, crew: CampaignCrew, upgrade: OwnedUpgrade) -> Iterator[tuple[int, str, str]]:
    """Each hired model as a bearer of it, with the reason where it cannot be one."""
    bare = _with_upgrade(crew, upgrade.id, 0)
    before = trial.report(bare)
    for hired in crew.members:
        model = trial.arsenal.model(hired.model_id)
        if model is None:
            continue
        _, reasons = trial.worse(_with_upgrade(bare, upgrade.id, model.id), before)
        fitting = [v for v in reasons if v.rule != trial.too_dear]
        yield model.id, model.name, fitting[0].sentence if fitting else ""


def _with_upgrade(crew: CampaignCrew, upgrade: int, bearer: int) -> CampaignCrew:
    """The Crew with that Upgrade on ``bearer`` only (0: on nobody)."""
    return CampaignCrew(
        crew.leader_id,
        tuple(
            CrewModel(
                hired.model_id,
                (
                    *(other for other in hired.upgrade_ids if other != upgrade),
                    *((upgrade,) if hired.model_id == bearer else ()),
                ),
            )
            for hired in crew.members
        ),
    )
