"""What an organiser may set before the campaign begins: the readings of the rules, and the charts."""

from __future__ import annotations

from typing import Any

from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.catalog import operations as drafts
from mfcampaign.catalog import queries as catalog
from rules.core.campaign.policies import POLICIES, policies_as_dict, policies_from
from rules.core.refusal import Refusal

# Changing one of these would make a founded Arsenal illegal, or dearer, behind its owner's back.
OF_THE_START = frozenset(
    {
        "start_budget",
        "start_scrip_cap",
        "start_upgrade_price",
        "zero_cost_formula",
        "zero_henchman_cost",
        "leader_cost_policy",
        "dead_mans_hand",
        "arsenal_model_limit",
        "arsenal_titles",
        "totem_policy",
        "offkeyword_surcharge",
    }
)
OPEN = (Campaign.State.REGISTRATION, Campaign.State.ARSENAL_BUILD)


def change_policies(campaign: Campaign, actor: Any, policies: dict[str, Any]) -> list[str]:
    """Play by ``policies`` (all that differs from the defaults); the names of what changed come back."""
    wanted = policies_as_dict(policies_from(policies))
    with operation(campaign, actor, kind="league.settings_changed") as act:
        _expect_open(act.row)
        before = policies_as_dict(act.row.rules)
        changed = [name for name, value in wanted.items() if before[name] != value]
        if not changed:
            return []
        _expect_unfounded(act.row, changed)
        usual = policies_as_dict(POLICIES)
        act.row.policies = {name: value for name, value in wanted.items() if usual[name] != value}
        act.row.save(update_fields=["policies"])
        told = ", ".join(f"{name.replace('_', ' ')} is {wanted[name]}" for name in changed)
        act.say(f"{actor} changed the league’s settings: {told}.", changed=changed)
    campaign.policies = act.row.policies
    return changed


def use_charts(campaign: Campaign, actor: Any, chart_set_id: int) -> None:
    """Flip on these charts: the house's, or some that were uploaded for this league."""
    with operation(campaign, actor, kind="league.charts_changed") as act:
        _expect_open(act.row)
        found = catalog.chart_sets(act.row.pk).filter(pk=chart_set_id).first()
        if found is None:
            raise Refusal("These charts are not for this league.", mend="Choose one from the list.")
        if act.row.charts_id == found.pk:
            return
        drafts.freeze(found)
        act.row.charts = found
        act.row.save(update_fields=["charts"])
        act.say(f"The league now flips on the charts {found}.")
    campaign.charts_id = found.pk


def use_pack(campaign: Campaign, actor: Any, pack_id: int | None) -> None:
    """Lay a pack of house figures over the catalogue, or take it off; it must be the actor's to use."""
    with operation(campaign, actor, kind="league.pack_changed") as act:
        _expect_open(act.row)
        names = dict(catalog.pack_choices(actor))
        if pack_id is not None and pack_id not in names:
            raise Refusal("This pack is not yours to use.", mend="Choose one of yours or a public one.")
        if act.row.pack_id == pack_id:
            return
        _expect_unfounded(act.row, sorted(OF_THE_START))
        act.row.pack_id = pack_id
        act.row.save(update_fields=["pack"])
        laid = f"lays {names[pack_id]} over" if pack_id is not None else "plays by nothing but"
        act.say(f"The league now {laid} the printed figures.")
    campaign.pack_id = pack_id


def _expect_open(campaign: Campaign) -> None:
    if campaign.state not in OPEN:
        raise Refusal(
            "Settings and charts stand once the campaign has begun: everyone built on them.",
            mend="They can be changed while players register and build their Arsenals.",
        )


def _expect_unfounded(campaign: Campaign, changed: list[str]) -> None:
    if OF_THE_START.isdisjoint(changed):
        return
    ready = campaign.entries.filter(state=Entry.State.READY).select_related("user").first()
    if ready is not None:
        raise Refusal(
            f"{ready.label} has founded an Arsenal by the present settings of the start.",
            mend="Ask everyone who is ready to take the Arsenal apart first.",
        )
