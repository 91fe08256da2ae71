"""The Encounter of a league's game, played or recorded here: its Crews, its terms, and its result as the
report."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

import msgspec
from django.db import IntegrityError
from django.urls import reverse
from msgspec.structs import replace

from mfcampaign.accounts.persons import Actor, Person, Viewer
from mfcampaign.campaigns import access as leagues
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.game.queries import ORIGIN, origin_key
from mfcampaign.campaigns.game.report.recorded import expect_settled
from mfcampaign.campaigns.game.report.words import names_of
from mfcampaign.campaigns.game.schemes import written_by
from mfcampaign.campaigns.game.steps import game_operation
from mfcampaign.campaigns.models import Campaign, Game, Week
from mfcampaign.catalog.queries import cards_with_pack, season
from mfcampaign.play import origins
from mfcampaign.play.clocks import NO_LIMIT, Limit
from mfcampaign.play.engines import recorded_by
from mfcampaign.play.operations import creation, open_play, playing, recording
from mfcampaign.play.origins import Encounter, Origin, Say, encounter_of
from mfcampaign.play.queries.so_far import SoFar, so_far
from mfcampaign.play.saved_crews import ReleaseFigures
from mfcampaign.play.terrain import OPEN_FIELD, Terrain, TerrainForm, with_pieces
from rules.campaign.arsenal import Arsenal, OwnedModel, OwnedUpgrade
from rules.campaign.arsenal_rules import arsenal_of
from rules.campaign.charts import Charts
from rules.campaign.crew import hired_members
from rules.campaign.encounter import hired_model, terms_of
from rules.campaign.weekly_events import markers_laid, pieces_laid, table_laid
from rules.edition import edition_of, editions
from rules.game.recording.record import MOST_TURNS
from rules.game.setup.scenario import SchemeCard
from rules.game.setup.setup import CrewSetup, EncounterSetup, Hired
from rules.refusal import Refusal, Violation
from rules.wording import listed

Mode = Literal["play", "record"]


def begin(
    seat: leagues.PlayerSeat, actor: Person, mode: Mode = "record", ground: Terrain = OPEN_FIELD
) -> Encounter:
    """The one Encounter of a league's game on that ground, made by whichever of its two players asks first;
    after one that was given up, another."""
    game = seat.game
    if (encounter := of_game(game)) is not None:
        return encounter
    played = seat.visit.campaign.played
    if not played.encounter.on_screen:
        raise Refusal(
            f"A game of {played.name} is reported: no card of the catalogue is its Leader’s.",
            fix="Report its result when it is over.",
        )
    if mode == "play" and not playable(seat.visit.campaign):
        names = listed(
            [each.name for each in editions() if each.arsenal is not None and each.play is not None]
        )
        raise Refusal(
            f"The portal plays the {names}; a game of the {seat.visit.campaign.edition_name} is played "
            "at a table.",
            fix="Record it, or report its result when it is over.",
        )
    if not game.reveal or game.state not in Game.REPORTABLE:
        raise Refusal(
            "A game is played or recorded once both Crews are revealed.", fix="Hand in the Crews first."
        )
    own, other = seat.own, seat.other
    setup = ground.under(setup_of(seat, mode))
    if mode == "play":
        setup = with_pieces(setup, pieces_laid(loading.event_of(game.week)))
    rules = seat.visit.campaign.rules
    clock = Limit(rules.clock_minutes * 60, rules.clock_runs_out == "claim") if mode == "play" else NO_LIMIT
    again = "again " if origins.encounters_of(origin_key(game)).exists() else ""
    how = "played" if mode == "play" else "recorded"
    try:
        with game_operation(game, actor, "encounter.begun") as (act, game):
            row = creation.create(
                actor,
                setup,
                opponent="known",
                seat=own.seat,
                mode=mode,
                other=leagues.player_of(other),
                origin=origin_key(game),
                title=f"{seat.sides[0].label} against {seat.sides[1].label}",
                clock=clock,
            )
            if mode == "record" and (written := _written(seat)):
                recording.enter(row, actor, written, seen=row.version, said_before=True)
            act.say(f"Table {game.table} is {again}begun here, to be {how}.", encounter=game.pk)
    except IntegrityError:
        if (encounter := of_game(game)) is None:
            raise
        return encounter  # the other player asked at the same moment
    return row


def _written(seat: leagues.Seat) -> list[dict[str, Any]]:
    """The Schemes that both sides have written down before, as a record's entries."""
    schemes = {side.seat: written_by(side) for side in seat.sides}
    if not all(schemes.values()):
        return []
    entries: list[dict[str, Any]] = []
    for number, chosen in schemes.items():
        entries.append({"do": "schemes", "seat": number, "schemes": [scheme.name for scheme in chosen]})
        shown = (scheme for scheme in chosen if scheme.revealed)
        entries += [{"do": "reveal", "seat": number, "scheme": scheme.name} for scheme in shown]
    return entries


def playable(campaign: Campaign) -> bool:
    """Whether the portal knows the turn of the edition that the league plays."""
    return edition_of(campaign.edition).play is not None


def of_game(game: Any) -> Encounter | None:
    """The Encounter that a league's game is, if it was begun and not given up."""
    return encounter_of(origin_key(game))


def so_far_of(game: Any) -> SoFar | None:
    """What its Encounter comes to, over or not; ``None`` where nothing of it was played or recorded here."""
    row = of_game(game)
    return so_far(row) if row is not None else None


def set_aside(seat: leagues.Seat, actor: Person, reason: str) -> None:
    """An organiser who is no party ends what was begun, without a result: the players may begin another, with
    new decks, or report what was reached. The diary and the fate page tell why."""
    game = seat.game
    with game_operation(game, actor, "encounter.set_aside", reason=reason) as (act, game):
        if not reason.strip():
            raise Refusal("Say why it is set aside.", fix="One sentence is enough.")
        if (row := of_game(game)) is None or row.over:
            raise Refusal("No Encounter of this table is under way here.")
        playing.set_aside(row, actor, reason)
        act.say(f"{actor} set the Encounter of table {game.table} aside: {reason}", encounter=game.pk)


DIARY = {
    "given_up": "encounter.given_up",
    "round_void": "encounter.round_void",
    "restored": "encounter.restored",
}


@contextmanager
def diary(key: str, actor: Actor, kind: str, reason: str) -> Iterator[Say]:
    """What happens to a league's Encounter beside its rules, told in the league's diary."""
    slug, week, table = _place(key)
    games = Game.objects.select_related("week__campaign")
    game = games.get(week__campaign__slug=slug, week__number=week, table=table)
    with game_operation(game, actor, DIARY[kind], reason=reason) as (act, game):
        yield lambda sentence: act.say(f"Table {game.table}: {sentence}", encounter=game.pk)


def figures(key: str) -> tuple[int, int | None]:
    """The release and the pack that the league of the game plays by. One query."""
    slug = _place(key)[0]
    release, pack = Campaign.objects.values_list("release_id", "pack_id").get(slug=slug)
    return release, pack


def organised(key: str, user: Viewer) -> bool:
    """Whether that person organises the league of the game. One query."""
    return Campaign.objects.filter(slug=_place(key)[0], organisers__user=user.pk).exists()


def setup_of(seat: leagues.Seat, mode: Mode = "play") -> EncounterSetup:
    """Both Crews as revealed, with Upgrades and Injuries. To be played, every model needs all of its figures;
    ``Refusal`` names those without. A record needs none."""
    game = seat.game
    cast = _Cast(seat, mode)
    crews = []
    for side in seat.sides:
        crew = loading.submitted_crew(side)
        members = hired_members(crew, cast.arsenals[side.entry_id])
        hired = [cast.hired(model, loose, leader=model.id == crew.leader_id) for model, loose in members]
        hired.sort(key=lambda member: not member.leader)
        pool = game.reveal["seats"][side.seat]["pool"]["amount"]
        crews.append(CrewSetup(name=side.label, models=tuple(hired), stones=max(0, int(pool))))
    if cast.missing:
        raise Refusal.of(cast.missing)
    scenario = game.scenario
    drawn = bool(scenario.get("strategy"))
    active = loading.active_bounties(side.entry_id for side in seat.sides)
    rules = game.week.rules
    week_event = loading.event_of(game.week)
    laid = mode == "play"
    summoned, attached = cast.arriving()
    return EncounterSetup(
        encounter="league",
        crews=(crews[0], crews[1]),
        cards=summoned | cast.cards,
        upgrades=attached | cast.upgrades,
        ruleset=seat.visit.campaign.edition,
        turns=MOST_TURNS if edition_of(seat.visit.campaign.edition).scoring.goes_on else None,
        finish_threshold=rules.finish_threshold,
        attacker=scenario.get("attacker_seat") if drawn else None,
        strategy=scenario.get("strategy", ""),
        deployment=scenario.get("deployment", ""),
        pool=tuple(scheme["name"] for scheme in scenario.get("schemes", ())) if drawn else (),
        schemes=_following(seat.week) if drawn else (),
        size=game.ceiling,
        markers=markers_laid(week_event) if laid else (),
        terms=terms_of(
            rules,
            {side.seat: active.get(side.entry_id) for side in seat.sides},
            {side.seat: loading.awards_of(side) for side in seat.sides},
            week_event,
            laid=laid,
        ),
    )


def _following(week: Week) -> tuple[SchemeCard, ...]:
    """The Schemes of the week's season, where they follow one another."""
    if not edition_of(week.campaign.edition).setup.has_seasons:
        return ()
    return open_play.following(season(week.season_played))


class _Cast:
    """Cards as they are needed: each printed card once, a card of its own for who is injured."""

    def __init__(self, seat: leagues.Seat, mode: Mode) -> None:
        campaign = seat.visit.campaign
        self.mode, self.figures = mode, loading.catalogue(campaign)
        self.own_cards = arsenal_of(campaign.edition).cards
        self.edition, self.by = edition_of(campaign.edition), recorded_by(campaign.edition).equipment
        self.arsenals: dict[int, Arsenal] = loading.arsenals(campaign, [side.entry for side in seat.sides])
        self.release_id, self.pack_id = campaign.release_id, campaign.pack_id
        self.known, self.bought = cards_with_pack(campaign.release_id, campaign.pack_id)
        charts = loading.charts(campaign)
        self.digests = _digests(charts)
        self.one_use = [upgrade.slug for upgrade in charts.upgrades if upgrade.self_annihilates]
        self.cards: dict[str, Any] = {}
        self.upgrades: dict[str, Any] = {}
        self.missing: list[Violation] = []

    def hired(self, model: OwnedModel, loose: tuple[OwnedUpgrade, ...], *, leader: bool) -> Hired:
        borne = (*model.bound, *loose)
        card = self.own_cards.changed(model, self._printed(model), borne)
        self.cards[card.slug] = card
        for upgrade in borne:
            if upgrade.slug not in self.upgrades:
                self.upgrades[upgrade.slug] = self._upgrade(upgrade)
        return hired_model(model, card, loose, leader=leader, one_use=self.one_use)

    def _printed(self, model: OwnedModel) -> Any:
        record = self.known.get(model.slug)
        card: Any = None if record is None else self.by.model(msgspec.to_builtins(record))
        printed = self.figures.has_profile(model.slug)
        name = self.figures.profile(model.slug).full_name if printed else model.name
        if card is not None:
            return replace(card, name=name)
        if self.mode == "play":
            self.missing.append(
                Violation(
                    self.edition.rows["card.figures"],
                    f"{model.name}: no source has all of its figures.",
                    "Record the game beside a real table, or enter the figures in a pack of the league.",
                    model.slug,
                )
            )
        row = None if record is None else msgspec.to_builtins(record)
        return self.by.bare(model.slug or f"model-{model.id}", name, row, station=model.station)

    def _upgrade(self, upgrade: OwnedUpgrade) -> Any:
        ordinary = upgrade.kind == "ordinary"
        if ordinary and upgrade.slug in self.bought and self.edition.cards.scripts is not None:
            return self.by.upgrade(msgspec.to_builtins(self.bought[upgrade.slug]))
        return self.own_cards.upgrade(upgrade, "" if ordinary else self.digests.get(upgrade.slug, ""))

    def arriving(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Models and Upgrades that the cards bring into play, where the edition reads cards."""
        everything = ReleaseFigures(self.release_id, self.pack_id).everything
        return self.by.arriving((*self.cards.values(), *self.upgrades.values()), everything)


def _digests(charts: Charts) -> dict[str, str]:
    return dict(_each_digest(charts))


def _each_digest(charts: Charts) -> Iterator[tuple[str, str]]:
    for upgrade in charts.upgrades:
        yield upgrade.slug, upgrade.digest
    for injury in charts.injuries:
        yield injury.slug, injury.digest


def report(row: Encounter, actor: Person) -> None:
    """Write the result down in the league, as its report would: the opponent still confirms it there.
    ``FlipsOwed`` while models fell whose Finished Off flips are not entered."""
    played = so_far(row) if row.origin and row.over else None
    if played is None:
        raise Refusal("There is no result to report yet.", fix="The game has to be over first.")
    slug, week, table = _place(row.origin.removeprefix(f"{ORIGIN}:"))
    seat = leagues.played_side(actor, slug, week, table)
    expect_settled(played, names_of(seat.game.reveal))
    key = f"{row.mode}:{row.public_id}:{row.version}:{actor.pk}"
    results.report(seat.own, actor, played.result, key=key, logged=True)


def terrain_form(seat: leagues.Seat, user: Person, data: Any = None) -> TerrainForm:
    """What the game may be played on: fate's word is its place in the league, so that nobody chooses."""
    game = seat.game
    place = (game.week.campaign.slug, game.week.number, game.table)
    return TerrainForm(
        data,
        user=user,
        word="/".join(map(str, place)),
        deployment=game.scenario.get("deployment", ""),
        laid=table_laid(loading.event_of(game.week)),
        looks=reverse("campaigns:play", args=place),
    )


def origin(key: str) -> Origin:
    place = _place(key)
    return Origin(
        reverse("campaigns:game", args=place),
        reverse("campaigns:play_report", args=place),
        reverse("campaigns:report", args=place),
    )


def _place(key: str) -> tuple[str, int, int]:
    slug, week, table = key.split("/")
    return slug, int(week), int(table)
