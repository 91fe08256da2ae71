"""The play-offs: seeded from the standings, a round each week, decided by games or by an organiser (A-43)."""

from __future__ import annotations

from collections.abc import Collection

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import (
    Campaign,
    Entry,
    PlayOff,
    PlayOffMatch,
    PlayOffSeed,
    Week,
)
from mfcampaign.campaigns.playoffs import queries
from rules.refusal import Refusal
from rules.tournament import playoffs
from rules.tournament.brackets import Tie
from rules.tournament.playoffs import Outcome


def begin_round(week: Week, present: Collection[int]) -> str:
    """The matches of ``week``, told in a sentence; empty in a week without any. Part of the pairing's act.

    ``present`` are the entries that are paired this week; whoever is not among them loses the match.
    """
    playoff = PlayOff.objects.filter(campaign=week.campaign).first() or _seeded(week)
    if playoff is None:
        return ""
    _write_outcomes(playoff)
    ties = queries.ties_of(playoff, queries.outcomes(playoff.matches.select_related("week")))
    seeds = list(playoff.seeds.select_related("entry__user"))
    labels = {row.entry_id: row.entry.label for row in seeds}
    order = {row.entry_id: row.seed for row in seeds}
    games = []
    for tie in ties:
        if tie.a is None or tie.b is None or not tie.open or not _due(tie, week, playoff, len(seeds)):
            continue
        higher, lower = sorted((tie.a, tie.b), key=order.__getitem__)
        end = _without_game(higher, lower, present)
        PlayOffMatch.objects.create(
            playoff=playoff,
            number=tie.match.number,
            week=week,
            higher_id=higher,
            lower_id=lower,
            winner_id=end.winner if end else None,
            why=end.why if end else "",
        )
        name = playoffs.round_name(tie.match, len(seeds))
        games.append(f"{name}, {labels[higher]} ({order[higher]}) against {labels[lower]} ({order[lower]})")
    return f"Play-offs: {'; '.join(games)}." if games else ""


def _seeded(week: Week) -> PlayOff | None:
    """The play-offs of the season if they begin with this week."""
    campaign, rules = week.campaign, week.rules
    table = [row.entry for row in league_page.table(campaign) if row.entry.state == Entry.State.ACTIVE]
    left = campaign.weeks_total - week.number + 1
    size = playoffs.starting_size(rules.playoffs, len(table), left)
    if not size:
        return None
    playoff = PlayOff.objects.create(
        campaign=campaign, first_week=week.number, third=rules.playoff_third and size > 2
    )
    PlayOffSeed.objects.bulk_create(
        PlayOffSeed(playoff=playoff, seed=seed, entry_id=entry.pk)
        for seed, entry in enumerate(table[:size], start=1)
    )
    return playoff


def _write_outcomes(playoff: PlayOff) -> None:
    """The matches that are fixed once the next round is paired, whatever is corrected later."""
    rows = list(playoff.matches.filter(winner=None).select_related("week"))
    ends = queries.outcomes(rows)
    for row in rows:
        end = ends.get(row.number) or playoffs.outcome_of(row.higher_id, row.lower_id)
        row.winner_id, row.why = end.winner, end.why
        row.save(update_fields=["winner", "why"])


def _due(tie: Tie, week: Week, playoff: PlayOff, players: int) -> bool:
    round_ = week.number - playoff.first_week + 1
    return (playoffs.rounds_of(players) if tie.match.side == "third" else tie.match.round) == round_


def _without_game(higher: int, lower: int, present: Collection[int]) -> Outcome | None:
    away = [entry for entry in (higher, lower) if entry not in present]
    if not away:
        return None
    return playoffs.outcome_of(higher, lower, absent=away[0] if len(away) == 1 else None)


def decide(
    campaign: Campaign, actor: Person, number: int, winner: int, reason: str, *, key: str | None = None
) -> None:
    """An organiser says who goes on from match ``number``, as long as its winner has no next match; whoever
    plays it does not decide it."""
    with operation(campaign, actor, kind="playoff.decided", key=key, reason=reason) as act:
        rows = PlayOffMatch.objects.filter(playoff__campaign=act.row)
        match = (
            rows.select_for_update(of=("self",))
            .select_related("week", "higher__user", "lower__user")
            .filter(number=number)
            .first()
        )
        if match is None:
            raise Refusal("This match has no players yet.", rule="A-43", fix="Wait for the round before it.")
        if rows.filter(week__number__gt=match.week.number).exists():
            raise Refusal("The next round is paired, so this match stays as it is.", rule="A-43")
        people = {entry.pk: entry for entry in (match.higher, match.lower)}
        if winner not in people:
            raise Refusal("That player has no part in this match.", fix="Choose one of its two players.")
        match.winner_id, match.why = winner, f"an organiser decided: {reason}"[:400]
        match.save(update_fields=["winner", "why"])
        act.say(
            f"{actor} decided that {people[winner].label} goes on from match {number} of the play-offs: "
            f"{reason}",
            week=match.week.number,
        )
