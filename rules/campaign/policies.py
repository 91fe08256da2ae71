"""Every reading and number of *Shifting Loyalties* that an organiser may set (ledger sections 2 to 4).

Each field of ``Policies`` is one house rule with its default; ``readings`` has what is usual in the leagues
of an edition and the presets to begin one with.

>>> policies_from({"pool_cap": 7}).pool_cap
7
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta, Struct

from rules.columns import Criterion
from rules.edition import edition_of
from rules.refusal import Refusal, Violation

Small = Annotated[int, Meta(ge=0, le=99)]
Turn = Annotated[int, Meta(ge=0, le=5)]
Masters = Annotated[int, Meta(ge=1, le=9)]
Slugs = tuple[Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)], ...]
Criteria = tuple[
    Annotated[
        str,
        Meta(pattern=rf"^({'|'.join(Criterion)})$"),
    ],
    ...,
]
MasterValue = Annotated[int, Meta(ge=0, le=99)] | Literal["printed"]


class Policies(Struct, frozen=True, kw_only=True):
    """The settings of one campaign: Soulstones, Scrip, turns and hours as named; IDs beside each."""

    # Starting Arsenal
    start_budget: Small = 35  # SL-START-02
    start_scrip_cap: Small = 3  # SL-START-11
    start_upgrade_price: Literal["ss_cost", "weekly"] = "ss_cost"
    start_upgrade_kinds: Literal["non_campaign", "equipment_too"] = "non_campaign"
    zero_cost_formula: Literal["off", "on"] = "off"  # SL-START-12, SL-3E-03
    zero_henchman_cost: Literal["always", "leader_only"] = "always"
    leader_cost_policy: Literal["paid", "free"] = "paid"  # SL-3E-04
    dead_mans_hand: bool = False  # M3E-HIRE-15
    arsenal_model_limit: bool = True  # SL-3E-18
    arsenal_titles: Literal["one", "any"] = "one"  # SL-3E-18
    totem_policy: Literal["buy", "bundled"] = "buy"  # SL-3E-17
    peon_mapping: Literal["insignificant_or_no_station", "none", "list"] = (
        "insignificant_or_no_station"  # SL-3E-01
    )
    peons: Slugs = ()  # SL-3E-01, read when peon_mapping is list
    factions: Literal["3e", "2e"] = "3e"  # SL-3E-23

    # Sizes, Crews, rating, pools
    size_uses: Literal["printed", "paid"] = "printed"
    size_bonus: Small = 5  # SL-SIZE-02
    master_value: MasterValue = 15  # SL-SIZE-03, SL-CREW-04, SL-3E-05
    max_masters: Masters = 1  # SL-MASTER-06, SL-3E-06
    arsenal_leader_required: bool = False
    offkeyword_surcharge: Small = 1  # SL-3E-15
    grandfather_surcharge: Literal["follow_leader", "as_hired"] = "follow_leader"  # SL-3E-16
    equipment_uses_slot: bool = True  # SL-3E-19
    rating_scope: Literal["crew", "arsenal"] = "crew"
    avatar_policy: Literal["off", "flagged_upgrade", "title_swap"] = "off"  # SL-3E-10
    avatar_uses_slot: bool = False
    let_in_by_upgrade: Literal["owned", "attached"] = "owned"
    pool_cap: Small = 10  # SL-3E-08, A-05
    cache_mode: Literal["none", "printed"] = "none"  # SL-POOL-02, -03, SL-3E-02
    master_mirror_bonus: Small = 0  # SL-POOL-03, SL-3E-02
    master_cost_for_schemes: Literal["none", "printed", "15"] = "none"  # SL-CREW-05, SL-3E-09

    # New hires
    first_hire_discount: Small = 5  # SL-HIRE-05
    hire_floor: Small = 0
    forced_hire_waiver: bool = True
    forced_hire_timeout: Literal["flag", "cheapest_legal", "sit_out"] = "flag"  # section 4.2
    master_scrip: Small = 10  # SL-MASTER-04
    master_counts_as_hire: bool = True
    master_consumes_discount: bool = False
    halfway: Literal["floor_plus_1", "ceil_plus_1"] = "floor_plus_1"

    # Starting anew and joining late
    restart_scrip: Small = 5  # SL-ANEW-03
    restart_week_basis: Literal["current", "completed"] = "current"
    restart_first_hire_discount: bool = False
    restart_keep_scrip: bool = False
    restart_faction_change: bool = False

    # The week: its event, its scenario, its reminders
    weekly_events: Literal["drawn", "off"] = "drawn"  # SL-EVENT-01
    contest_h: Annotated[int, Meta(ge=1, le=168)] = 24  # section 4.2
    scenario_generator: Literal["3e_core", "organiser"] = "3e_core"  # SL-3E-14
    additional_games: Small = 2
    opponent_games: Annotated[int, Meta(ge=1, le=99)] = 2
    pairing: Literal["swiss", "round_robin", "free"] = "swiss"
    playoffs: Annotated[int, Meta(ge=0, le=32)] = 0
    playoff_third: bool = False
    promotion: Annotated[int, Meta(ge=0, le=8)] = 1
    reminder_h: Annotated[int, Meta(ge=0, le=168)] = 24  # section 4.2

    # The Encounter and its report
    finish_threshold: Annotated[int, Meta(ge=0, le=15)] = 3  # SL-FINISH-03, SL-3E-22
    finish_jokers: Literal["core", "reflip"] = "core"
    finish_trigger: Literal["killed", "killed_or_sacrificed"] = "killed"  # SL-3E-11
    replace_chain: bool = True  # SL-3E-12
    withdraw_buried: Literal["removed", "killed"] = "removed"
    early_withdraw_turn: Turn = 2  # SL-WITHDRAW-04, SL-3E-21
    early_withdraw_winner: Literal["stayer", "by_vp"] = "stayer"
    double_withdrawal: bool = False
    report_timeout_h: Annotated[int, Meta(ge=1, le=999)] = 48  # section 4.3
    aftermath_h: Annotated[int, Meta(ge=1, le=999)] = 48
    aftermath_least_h: Annotated[int, Meta(ge=0, le=999)] = 12
    entered_flips: Literal["countersign", "trust"] = "countersign"  # section 4.4
    unplayed_policy: Literal["both_bye_half", "forfeits"] = "both_bye_half"  # section 4.5
    clock_minutes: Annotated[int, Meta(ge=0, le=600)] = 0  # section 4.3
    clock_runs_out: Literal["tell", "claim"] = "tell"  # section 4.3

    # Payday, Barter, Injuries
    vp_for_scrip: Annotated[int, Meta(ge=1, le=9)] = 2  # SL-PAY-01
    weekly_cap: Small = 16  # SL-PAY-05, A-19
    event_cap: Small = 6  # SL-EVENT-05
    barter_strategy_vp: Small = 3  # SL-BARTER-03, SL-3E-13
    purchases_per_barter_flip: Annotated[int, Meta(ge=1, le=9)] = 1
    duplicate_at_limit: Literal["ignore", "annihilate"] = "ignore"
    annihilation: Literal["on", "off"] = "on"  # SL-ANNIH-01
    injury_limit_mode: Literal["max_carried", "kills_at"] = "max_carried"
    lucky_miss_cheatable: bool = False
    stat_map: Literal["3e", "2e", "off"] = "3e"  # SL-3E-20

    # Leaders who grow
    third_row: Literal["30_35_39", "29_34_39"] = "30_35_39"  # M4-CAMP-22
    thirst_owned: Literal["as_13", "nothing"] = "as_13"  # M4-CAMP-19
    three_injuries: Literal["end_of_phase", "at_once"] = "end_of_phase"  # M4-CAMP-26
    extra_scrip: Annotated[int, Meta(ge=0, le=9)] = 0  # M4-CAMP-29
    no_injuries: bool = False  # M4-CAMP-29

    # Bounties and Rewards
    bounty_cost: Small = 4  # SL-BOUNTY-01
    bounty_gate_scope: Literal["arsenal", "player"] = "arsenal"
    early_withdraw_reward: Literal["forfeit", "keep"] = "forfeit"
    reward_exhausted: Literal["switch_then_none", "another_copy"] = "switch_then_none"

    # Byes
    bye_policy: Literal["flat", "none", "median_of_week"] = "flat"
    bye_scrip: Small = 3  # section 4.2
    away_pay: Literal["nothing", "bye"] = "nothing"
    painted_scrip: Annotated[int, Meta(ge=0, le=6)] = 0
    attendance_scrip: Annotated[int, Meta(ge=0, le=6)] = 0

    # How the league is ranked
    standings_scheme: Literal["campaign", "malifaux", "strength-first", "second-edition", "duel"] = (
        "campaign"
    )
    standings_order: Criteria = ()  # A-40; empty: the order of the scheme


POLICIES = Policies()
_TYPES = dict(get_type_hints(Policies, include_extras=True))


def policies_from(settings: Mapping[str, Any]) -> Policies:
    """The policies with ``settings`` laid over the defaults.

    Raises one ``Refusal`` naming every unknown key and every value its key does not allow.
    """
    values: dict[str, Any] = {}
    wrong: list[Violation] = []
    for key, value in settings.items():
        if key not in Policies.__struct_fields__:
            wrong.append(Violation("", f"There is no campaign setting called “{key}”.", "Remove it.", key))
            continue
        try:
            values[key] = msgspec.convert(value, _TYPES[key])
        except msgspec.ValidationError as error:
            wrong.append(Violation("", f"{key} cannot be {value!r}: {error}.", "", key))
    if wrong:
        raise Refusal.of(wrong)
    return Policies(**values)


def policies_as_dict(policies: Policies) -> dict[str, Any]:
    """Plain values for storing; ``policies_from`` reads them back."""
    built: dict[str, Any] = msgspec.to_builtins(policies)
    return built


def differences(before: Policies, after: Policies) -> list[str]:
    """The names of the settings that are not the same, in the order of the settings."""
    first, second = policies_as_dict(before), policies_as_dict(after)
    return [name for name, value in second.items() if first[name] != value]


OF_LEADERS_WHO_GROW = ("third_row", "thirst_owned", "three_injuries", "extra_scrip", "no_injuries")
"""The settings of campaigns in which Leaders grow; the others have no use for them."""
OF_THE_TEXT = frozenset(
    {"arcanists", "bayou", "guild", "neverborn", "outcasts", "resurrectionists", "ten-thunders"}
)
"""The Factions that the campaign's text knew (SL-3E-23)."""


def declarable(policies: Policies, edition: str) -> dict[str, str]:
    """Slug and printed name of each Faction of the edition, in order; with ``factions="2e"`` those alone that
    the campaign's text knew.

    >>> len(declarable(POLICIES, "m3e")), len(declarable(Policies(factions="2e"), "m3e"))
    (8, 7)
    """
    factions = edition_of(edition).hiring.factions
    return {slug: name for slug, name in factions.items() if policies.factions == "3e" or slug in OF_THE_TEXT}
