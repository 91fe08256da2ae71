"""Changes the house rules, charts and figures of a league, and decides when a change takes effect.

Until the campaign begins every change takes effect at once. In a running league some settings still do, some
can no longer change, and all others, like the charts, wait for the next week's boundary (``at_boundary``): a
week ends with the settings it began with.
"""

from __future__ import annotations

from typing import Any, Literal

from mfcampaign.accounts.persons import Actor, Viewer
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.campaigns.settings import figures
from mfcampaign.catalog import operations as drafts
from mfcampaign.catalog import queries as catalog
from rules.campaign.policies import POLICIES, policies_as_dict, policies_from
from rules.refusal import Refusal
from rules.tournament.standings.criteria import in_words, scheme_of

# Changing one of these would make a founded Arsenal illegal, or dearer, behind its owner's back.
OF_THE_START = frozenset(
    {
        "start_budget",
        "start_scrip_cap",
        "start_upgrade_price",
        "start_upgrade_kinds",
        "zero_cost_formula",
        "zero_henchman_cost",
        "leader_cost_policy",
        "dead_mans_hand",
        "factions",
        "arsenal_model_limit",
        "arsenal_titles",
        "totem_policy",
        "offkeyword_surcharge",
    }
)
# Nobody's game or deadline goes by it.
AT_ONCE = frozenset({"reminder_h"})
# What ranks before what stands from the first game to the last.
RANKING = ("standings_scheme", "standings_order")
CHANGEABLE = (*Campaign.BEFORE_FIRST_WEEK, Campaign.State.RUNNING)

When = Literal["at once", "at the boundary", "never"]


def when_changed(campaign: Campaign, name: str) -> When:
    """When a change of this setting takes effect in the league's present state."""
    if campaign.state in Campaign.BEFORE_FIRST_WEEK:
        return "at once"
    if campaign.state != Campaign.State.RUNNING or name in OF_THE_START or name in RANKING:
        return "never"
    return "at once" if name in AT_ONCE else "at the boundary"


def change_policies(campaign: Campaign, actor: Actor, policies: dict[str, Any]) -> list[str]:
    """Play by ``policies`` (all that differs from the defaults); the names of what changed come back.

    In a running league what waits for the boundary is kept in ``next_policies``; changing it back takes
    the plan away.
    """
    new_policies = policies_as_dict(policies_from(policies))
    with operation(campaign, actor, kind="league.settings_changed") as act:
        league = act.row
        _expect_changeable(league)
        present = policies_as_dict(league.rules)
        planned = policies_as_dict(policies_from(planned_policies(league)))
        changed = [name for name, value in new_policies.items() if planned[name] != value]
        if not changed:
            return []
        _expect_unfounded(league, changed)
        _expect_ranked_as_begun(league, changed)
        now = {n: v if when_changed(league, n) == "at once" else present[n] for n, v in new_policies.items()}
        league.policies = differing(now)
        league.next_policies = None if new_policies == now else differing(new_policies)
        league.save(update_fields=["policies", "next_policies"])
        act.say(
            f"{actor} changed the league’s settings: {_sentence(league, changed, new_policies)}",
            changed=changed,
        )
    campaign.policies, campaign.next_policies = league.policies, league.next_policies
    return changed


def _sentence(league: Campaign, changed: list[str], new_policies: dict[str, Any]) -> str:
    """The changes in one line, those that wait apart."""
    parts = []
    for when, lead in (("at once", ""), ("at the boundary", "from the next week on ")):
        names = [name for name in changed if when_changed(league, name) == when]
        changes = [f"{n.replace('_', ' ')} is {new_policies[n]}" for n in names if n not in RANKING]
        if any(name in RANKING for name in names):
            changes.append(f"it ranks by {in_words(scheme_of(*(new_policies[n] for n in RANKING)).order)}")
        if changes:
            parts.append(lead + ", ".join(changes))
    return "; ".join(parts) + "."


def planned_policies(league: Campaign) -> dict[str, Any]:
    """What differs from the defaults once the next boundary is past."""
    planned: dict[str, Any] = league.policies if league.next_policies is None else league.next_policies
    return planned


def differing(values: dict[str, Any]) -> dict[str, Any]:
    """The settings that differ from the default: what a league stores."""
    usual = policies_as_dict(POLICIES)
    return {name: value for name, value in values.items() if usual[name] != value}


def use_charts(campaign: Campaign, actor: Actor, chart_set_id: int) -> None:
    """Flip on these charts: at once before the campaign, from the next week on while it runs.

    Choosing those in force takes a plan away. A sound draft is frozen; ``Refusal`` names all its faults.
    """
    with operation(campaign, actor, kind="league.charts_changed") as act:
        league = act.row
        _expect_changeable(league)
        charts = catalog.chart_sets(league.pk, league.edition, league.system).filter(pk=chart_set_id).first()
        if charts is None:
            raise Refusal("These charts are not for this league.", fix="Choose one from the list.")
        planned = league.next_charts_id or league.charts_id
        if planned == charts.pk:
            return
        drafts.freeze(charts)
        if league.state in Campaign.BEFORE_FIRST_WEEK:
            league.charts = charts
            act.say(f"The league now flips on the charts {charts}.")
        elif charts.pk == league.charts_id:
            league.next_charts = None
            act.say(f"The league stays with the charts {charts}.")
        else:
            league.next_charts = charts
            act.say(f"From the next week on the league flips on the charts {charts}.")
        league.save(update_fields=["charts", "next_charts"])
    campaign.charts_id, campaign.next_charts_id = league.charts_id, league.next_charts_id


def at_boundary(league: Campaign, number: int) -> None:
    """Lay over what was decided for the weeks to come. Call as a week opens, with the league locked.

    Aftermaths that began before keep their charts and settings.
    """
    _rules_at_boundary(league)
    _figures_at_boundary(league, number)


def _rules_at_boundary(league: Campaign) -> None:
    if league.next_policies is None and league.next_charts_id is None:
        return
    sentences = []
    with operation(league, None, kind="league.rules_in_force") as act:
        if league.next_policies is not None:
            before, after = (
                policies_as_dict(league.rules),
                policies_as_dict(policies_from(league.next_policies)),
            )
            changed = [name for name, value in after.items() if before[name] != value]
            sentences += [f"{name.replace('_', ' ')} is {after[name]}" for name in changed]
            league.policies, league.next_policies = league.next_policies, None
        if league.next_charts_id is not None:
            charts = catalog.chart_sets(league.pk, league.edition, league.system).get(
                pk=league.next_charts_id
            )
            sentences.append(f"the charts are {charts}")
            league.charts, league.next_charts = charts, None
        league.save(update_fields=["policies", "next_policies", "charts", "next_charts"])
        act.say(f"From this week on: {', '.join(sentences)}." if sentences else "")


def use_pack(campaign: Campaign, actor: Viewer, pack_id: int | None) -> None:
    """Lay a pack of house figures over the catalogue, or take it off; it must be the actor's to use."""
    with operation(campaign, actor, kind="league.pack_changed") as act:
        _expect_open(act.row)
        names = dict(catalog.pack_choices(actor, act.row.edition))
        if pack_id is not None and pack_id not in names:
            raise Refusal("This pack is not yours to use.", fix="Choose one of yours or a public one.")
        if act.row.pack_id == pack_id:
            return
        _expect_unfounded(act.row, sorted(OF_THE_START))
        act.row.pack_id = pack_id
        act.row.save(update_fields=["pack"])
        laid = f"lays {names[pack_id]} over" if pack_id is not None else "plays by nothing but"
        act.say(f"The league now {laid} the printed figures.")
    campaign.pack_id = pack_id


def _expect_open(campaign: Campaign) -> None:
    if campaign.state not in Campaign.BEFORE_FIRST_WEEK:
        raise Refusal(
            "The figures stand once the campaign has begun: everyone built on them.",
            fix="Adopt a release or a pack from the next week on: you see what it would change for whom.",
        )


def _expect_changeable(campaign: Campaign) -> None:
    if campaign.state not in CHANGEABLE:
        raise Refusal("This league is over: its settings and charts stay as they were.")


def _expect_ranked_as_begun(campaign: Campaign, changed: list[str]) -> None:
    """Another order of the standings could put anybody first in one act."""
    if campaign.state not in Campaign.BEFORE_FIRST_WEEK and not set(RANKING).isdisjoint(changed):
        raise Refusal(
            "The standings of a campaign that has begun keep their order.",
            rule="A-40",
            fix="Choose another for the next season before it begins.",
        )


def _expect_unfounded(campaign: Campaign, changed: list[str]) -> None:
    if OF_THE_START.isdisjoint(changed):
        return
    if campaign.state not in Campaign.BEFORE_FIRST_WEEK:
        raise Refusal(
            "Arsenals were built by these settings, so they cannot change once the campaign has begun.",
            fix="Leave these as they are; a template takes all the others into the next league.",
        )
    ready = campaign.entries.filter(state=Entry.State.READY).select_related("user").first()
    if ready is not None:
        raise Refusal(
            f"{ready.label} has built an Arsenal by these settings.",
            fix="Ask everyone who is ready to take the Arsenal apart first.",
        )


def adopt_figures(
    campaign: Campaign,
    actor: Viewer,
    release_id: int,
    pack_id: int | None,
    *,
    week: int,
    key: str | None = None,
) -> None:
    """From that week on the league plays by these figures; adopting those in force takes a plan away.

    A running league plays by a kept state of its pack, here that of today: what the pack's owner changes
    later counts only once the league adopts it.
    """
    with operation(campaign, actor, kind="league.figures_adopted", key=key) as act:
        league = act.row
        _expect_running(league)
        figures.expect_choices(league, actor, release_id, pack_id)
        if week not in figures.weeks_to_choose(league):
            raise Refusal(f"Week {week} has begun, or is none of this league.", fix="Choose a week to come.")
        kept = None if pack_id is None else drafts.keep_state(pack_id)
        if (release_id, kept and kept.pk) == (league.release_id, league.pack_id):
            league.next_release = league.next_pack = league.next_figures_week = None
            act.say(f"{actor} keeps the league on its figures.")
        else:
            league.next_release_id, league.next_pack, league.next_figures_week = release_id, kept, week
            act.say(
                f"From week {week} on the league plays by {_in_words(league.next_release, kept)}.", week=week
            )
        league.save(update_fields=["next_release", "next_pack", "next_figures_week"])
    for name in ("next_release_id", "next_pack_id", "next_figures_week"):
        setattr(campaign, name, getattr(league, name))


def _in_words(release: object, pack: object) -> str:
    return f"{release} with the pack {pack}" if pack is not None else f"{release} without a pack"


def _figures_at_boundary(league: Campaign, number: int) -> None:
    """The figures adopted for week ``number``; without any, the kept state of a pack that still changes."""
    if league.next_release_id is not None and (league.next_figures_week or 0) <= number:
        with operation(league, None, kind="league.figures_in_force") as act:
            league.release_id, league.pack = league.next_release_id, league.next_pack
            league.next_release = league.next_pack = league.next_figures_week = None
            league.save(update_fields=["release", "pack", "next_release", "next_pack", "next_figures_week"])
            act.say(f"From this week on: {_in_words(league.release, league.pack)}.")
    elif league.pack_id is not None and not catalog.is_kept(league.pack_id):
        league.pack = drafts.keep_state(league.pack_id)
        league.save(update_fields=["pack"])


def _expect_running(league: Campaign) -> None:
    if league.state != Campaign.State.RUNNING:
        raise Refusal(
            "Figures are adopted for a week of a running league.",
            fix="Before it begins they change at once; afterwards they stand.",
        )
