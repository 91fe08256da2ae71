"""A game up to the first Turn: scheduled, its size agreed, both Crews hidden, then revealed (ledger section
4.3).

``results`` has what happens from the report on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils import timezone

from mfcampaign.accounts.persons import Actor
from mfcampaign.audit.operations import ActInProgress
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.game.steps import both_sides, end, expect, game_operation
from mfcampaign.campaigns.models import Campaign, Entry, Game, GameSide, Week
from mfcampaign.campaigns.reactions import game_over
from mfcampaign.campaigns.restart import operations as restarting
from mfcampaign.campaigns.week import set_ups
from mfcampaign.campaigns.week.scenario import scenario_of
from rules.campaign.arsenal import Arsenal, scheme_cost
from rules.campaign.crew import CampaignCrew, hired_members
from rules.campaign.policies import Policies
from rules.campaign.system import StartRules
from rules.refusal import CheckReport, Refusal


def schedule(week: Week, table: int, a: Entry, b: Entry, *, ceiling: int) -> Game:
    """A game of the week; the scenario is the week's (SL-SCHEME-01). Part of the pairing's act."""
    game, new = Game.objects.get_or_create(
        week=week, table=table, defaults={"ceiling": ceiling, "scenario": scenario_of(week)}
    )
    if new:
        GameSide.objects.create(game=game, entry=a, seat=0)
        GameSide.objects.create(game=game, entry=b, seat=1)
    return game


def propose_size(side: GameSide, actor: Actor, size: int) -> None:
    """Both may agree on less than the largest size (SL-SIZE-04); equal proposals are an agreement."""
    with game_operation(side.game, actor, "encounter.size_proposed") as (act, game):
        expect(game, Game.State.SCHEDULED, "The size is settled once the Crews are in.")
        rows = act.row.played.rows
        if game.size is not None:
            raise Refusal(f"The size is settled: {game.size} Soulstones.", rule=rows.smaller)
        if not 1 <= size <= game.ceiling:
            raise Refusal(f"The largest size for this game is {game.ceiling} Soulstones.", rule=rows.size)
        own, other = both_sides(game, side)
        own.proposed_size = size
        own.save(update_fields=["proposed_size"])
        if other.proposed_size == size:
            game.size = size
            game.save(update_fields=["size"])
            act.say(f"Table {game.table} plays {size} Soulstones, by agreement.", encounter=game.pk)
        else:
            act.say(
                f"{own.entry.label} proposes {size} Soulstones for table {game.table}.", encounter=game.pk
            )


def save_crew(side: GameSide, actor: Actor, crew: CampaignCrew) -> CheckReport:
    """Keep a draft of the Crew, legal or not; what is wrong with it comes back."""
    with game_operation(side.game, actor, "encounter.crew_saved") as (_, game):
        own, _other = both_sides(game, side)
        _expect_unsubmitted(game, own)
        own.crew = msgspec.to_builtins(crew)
        own.save(update_fields=["crew"])
        return check_crew(own, crew, game.size or game.ceiling, loading.arsenal(own.entry))


def submit_crew(side: GameSide, actor: Actor, crew: CampaignCrew) -> bool:
    """Hand in a legal Crew, hidden; the second one in reveals both. True when they are revealed."""
    with game_operation(side.game, actor, "encounter.crew_submitted") as (act, game):
        own, other = both_sides(game, side)
        _expect_unsubmitted(game, own)
        restarting.expect_playing(own.entry, game.week)
        if game.size is None:
            game.size = game.ceiling
            game.save(update_fields=["size"])
        arsenals = loading.arsenals(act.row, [own.entry, other.entry])
        report = check_crew(own, crew, game.size, arsenals[own.entry_id])
        report.demand()
        own.crew = msgspec.to_builtins(crew)
        own.crew_submitted_at = timezone.now()
        own.save(update_fields=["crew", "crew_submitted_at"])
        if other.crew_submitted_at is None:
            act.say(f"{own.entry.label} handed in a Crew for table {game.table}.", encounter=game.pk)
            return False
        _reveal(act, game, own, other, arsenals)
        return game.state == Game.State.PLAYING


def take_back_crew(side: GameSide, actor: Actor) -> None:
    """Take a hidden Crew back to change it, as long as the opponent's is not in."""
    with game_operation(side.game, actor, "encounter.crew_taken_back") as (act, game):
        own, other = both_sides(game, side)
        expect(game, Game.State.SCHEDULED, "Both Crews are revealed; they stand.")
        if own.crew_submitted_at is None:
            raise Refusal("No Crew of yours is handed in.")
        own.crew_submitted_at = None
        own.save(update_fields=["crew_submitted_at"])
        if own.proposed_size is None or own.proposed_size != other.proposed_size:
            game.size = None  # nobody agreed on it: the first Crew had settled it (SL-SIZE-04)
            game.save(update_fields=["size"])
        act.say(f"{own.entry.label} took the Crew for table {game.table} back.", encounter=game.pk)


def consent(side: GameSide, actor: Actor, given: bool) -> None:
    """Let the opponent, who organises the league, decide this game as an organiser too, or no longer."""
    with game_operation(side.game, actor, "encounter.consented") as (act, game):
        own, other = both_sides(game, side)
        if (own.consented_at is not None) == given:
            return
        if given and not act.row.organisers.filter(user=other.entry.user_id).exists():
            raise Refusal("Your opponent does not organise this league.")
        own.consented_at = timezone.now() if given else None
        own.save(update_fields=["consented_at"])
        agrees = "lets" if given else "no longer lets"
        act.say(
            f"{own.entry.label} {agrees} {other.entry.label} act as organiser on table {game.table}.",
            encounter=game.pk,
        )


def check_crew(side: GameSide, crew: CampaignCrew, size: int, arsenal: Arsenal) -> CheckReport:
    """All that is wrong with a Crew of this side for a game of ``size`` Soulstones."""
    campaign = side.game.week.campaign
    return campaign.played.crew.check(crew, arsenal, size, loading.catalogue(campaign), campaign.rules)


def _reveal(
    act: ActInProgress[Campaign],
    game: Game,
    own: GameSide,
    other: GameSide,
    arsenals: Mapping[int, Arsenal],
) -> None:
    """Both Crews are in: look again (an Arsenal may have changed), rate, fill the Pools, begin."""
    a, b = sorted((own, other), key=lambda s: s.seat)
    for side in (a, b):
        report = check_crew(
            side, loading.submitted_crew(side), game.size or game.ceiling, arsenals[side.entry_id]
        )
        if report.violations:
            side.crew_submitted_at = None
            side.save(update_fields=["crew_submitted_at"])
            act.say(
                f"{side.entry.label}'s Crew for table {game.table} is no longer legal "
                "and goes back to be changed.",
                encounter=game.pk,
            )
            return
    game.reveal = rated(game, a, b, arsenals)
    game.revealed_at = timezone.now()
    game.state = Game.State.PLAYING
    game.save(update_fields=["reveal", "revealed_at", "state"])
    set_ups.lock(game.week)
    act.say(
        f"The Crews of table {game.table} are revealed: {a.entry.label} against {b.entry.label}, "
        f"{game.size} Soulstones.",
        encounter=game.pk,
    )


def rated(game: Game, a: GameSide, b: GameSide, arsenals: Mapping[int, Arsenal]) -> dict[str, Any]:
    """Campaign Ratings and Soulstone Pools of both Crews with their lines (SL-RATING, SL-POOL)."""
    rules, played = game.week.campaign.rules, game.week.campaign.played
    crews = [loading.submitted_crew(side) for side in (a, b)]
    owned = [arsenals[side.entry_id] for side in (a, b)]
    figures = loading.catalogue(game.week.campaign)
    reports = [
        played.crew.check(crew, arsenal, game.size or game.ceiling, figures, rules)
        for crew, arsenal in zip(crews, owned, strict=True)
    ]
    ratings = played.rating.ratings(crews, owned, figures, rules)
    soulstones = played.rating.pools(crews, owned, [report.left for report in reports], figures, rules)
    return {
        "seats": [
            msgspec.to_builtins(
                {
                    "cost": report.total,
                    "rating": rating,
                    "pool": pool,
                    "members": _roster(crew, arsenal, rules, played.start),
                }
            )
            for report, rating, pool, crew, arsenal in zip(
                reports, ratings, soulstones, crews, owned, strict=True
            )
        ]
    }


def _roster(crew: CampaignCrew, arsenal: Arsenal, rules: Policies, start: StartRules) -> list[dict[str, Any]]:
    """The hired models with their Upgrades and what else they gained, by name, for pages that outlive the
    models."""
    return [
        {
            "id": model.id,
            "slug": model.slug,
            "name": model.name,
            "station": model.station,
            "leader": model.id == crew.leader_id,
            "scheme_cost": scheme_cost(model, rules),
            "upgrades": [
                *({"name": u.name, "kind": u.kind} for u in (*loose, *model.bound)),
                *({"name": more.name, "kind": "gained"} for more in start.gained(arsenal, model)),
            ],
        }
        for model, loose in hired_members(crew, arsenal)
    ]


def _expect_unsubmitted(game: Game, own: GameSide) -> None:
    expect(game, Game.State.SCHEDULED, "The Crews of this game are settled.")
    if own.crew_submitted_at is not None:
        raise Refusal("Your Crew is handed in.", fix="Take it back first to change it.")


def close(game: Game) -> None:
    """Both aftermaths are locked. Part of the act that locked the second one."""
    end(game, Game.State.CLOSED, game.outcome)
    _sizes_again(game)
    restarting.without_models(game)
    game_over(game.week)


def _sizes_again(closed: Game) -> None:
    """Games of both players that have no size yet are as large as the Arsenals are now (SL-SIZE-02)."""
    players = closed.sides.values_list("entry", flat=True)
    waiting = closed.week.games.filter(state=Game.State.SCHEDULED, size=None, sides__entry__in=players)
    for game in waiting.distinct():
        entries = [side.entry for side in game.sides.select_related("entry__user", "entry__campaign")]
        arsenals = loading.arsenals(closed.week.campaign, entries)
        crew = closed.week.campaign.played.crew
        a, b = (crew.value(arsenals[entry.pk].models, closed.week.rules) for entry in entries)
        game.ceiling = crew.ceiling(a, b, closed.week.rules).amount
        game.save(update_fields=["ceiling"])
