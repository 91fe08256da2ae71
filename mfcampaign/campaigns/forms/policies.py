"""The league's readings of the rules as a form, made from the core's own types.

``WORDS`` gives each setting its label and the rules it touches; a test holds it to ``Policies``.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from django import forms
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from msgspec import Meta, Struct

from mfcampaign.web.refusals import rule_link
from rules.core.campaign.policies import POLICIES, Policies, policies_as_dict

# setting: (what it is, the rules it changes)
WORDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "start_budget": ("Soulstones for the starting Arsenal", ("SL-START-02",)),
    "start_scrip_cap": ("Most Scrip kept from the start", ("SL-START-11",)),
    "start_upgrade_price": ("Price of the starting Upgrade", ("SL-START-08",)),
    "zero_cost_formula": (
        "A Henchman printed at cost 0 pays by the old formula",
        ("SL-START-12", "SL-3E-03"),
    ),
    "zero_henchman_cost": ("That formula holds", ("SL-START-12",)),
    "leader_cost_policy": ("The Leader is", ("SL-3E-04",)),
    "dead_mans_hand": ("Dead Man’s Hand may be hired", ("M3E-HIRE-15",)),
    "arsenal_model_limit": ("Model limits hold for the Arsenal", ("SL-3E-18",)),
    "arsenal_titles": ("Versions of one name in an Arsenal", ("SL-3E-18",)),
    "totem_policy": ("Totems", ("SL-3E-17",)),
    "peon_mapping": ("Who counts as a Peon", ("SL-3E-01",)),
    "peons": ("The league’s own list of Peons", ("SL-3E-01",)),
    "factions": ("Factions that may be declared", ("SL-START-01", "SL-3E-23")),
    "size_uses": ("Arsenal value counts costs", ("SL-SIZE-01",)),
    "size_bonus": ("Soulstones above the lower Arsenal value", ("SL-SIZE-02",)),
    "master_value": (
        "Soulstones a Master is worth (a number, or “printed”)",
        ("SL-SIZE-03", "SL-CREW-04", "SL-3E-05"),
    ),
    "max_masters": ("Most Masters in an Arsenal", ("SL-MASTER-06", "SL-3E-06")),
    "arsenal_leader_required": ("The Arsenal’s Leader is in each Crew", ("SL-CREW-05",)),
    "offkeyword_surcharge": ("Surcharge out of Keyword", ("SL-3E-15",)),
    "grandfather_surcharge": ("After a change of Leader the surcharge", ("SL-3E-16",)),
    "equipment_uses_slot": ("Equipment uses the Upgrade slot", ("SL-3E-19",)),
    "rating_scope": ("Campaign Rating counts the", ("SL-RATING-01",)),
    "avatar_policy": ("Avatars as a Reward", ("SL-3E-10", "SL-REWARD-05", "SL-RATING-03")),
    "pool_cap": ("Most Soulstones in a Pool from hiring", ("SL-POOL-01", "SL-3E-08")),
    "master_mirror_bonus": ("Soulstones when Masters lead both Crews", ("SL-POOL-03", "SL-3E-02")),
    "master_cost_for_schemes": (
        "What a Master costs for Schemes that compare costs",
        ("SL-CREW-05", "SL-3E-09"),
    ),
    "first_hire_discount": ("Scrip off the first hire of a week", ("SL-HIRE-05",)),
    "hire_floor": ("Least Scrip a hire costs", ("SL-HIRE-05",)),
    "forced_hire_waiver": ("The weekly hire is waived when nothing is affordable", ("SL-HIRE-02",)),
    "forced_hire_timeout": ("Who has not hired at the deadline", ("SL-HIRE-02",)),
    "master_scrip": ("Scrip for a Master", ("SL-MASTER-04",)),
    "master_counts_as_hire": ("A Master is the week’s hire", ("SL-HIRE-02",)),
    "master_consumes_discount": ("A Master uses the discount up", ("SL-MASTER-05",)),
    "halfway": ("Halfway week of an odd number", ("SL-MASTER-02",)),
    "anew_scrip": ("Scrip for each week past the first", ("SL-ANEW-03",)),
    "anew_week_basis": ("The weeks counted for it and for its Barter flips", ("SL-ANEW-03", "SL-ANEW-04")),
    "anew_first_hire_discount": ("The first hire of a new Arsenal is discounted", ("SL-ANEW-03",)),
    "anew_keep_scrip": ("The Scrip of the old Arsenal is kept", ("SL-ANEW-02",)),
    "anew_faction_change": ("Another Faction may be declared", ("SL-ANEW-02", "SL-START-01")),
    "weekly_events": ("Weekly Events", ("SL-EVENT-01",)),
    "contest_h": ("Hours until a contest without a result is closed", ("SL-EVENT-03",)),
    "scenario_generator": ("The week’s scenario", ("SL-SCHEME-01", "SL-3E-14")),
    "reminder_h": ("Hours before a deadline to remind players (0: not at all)", ()),
    "finish_threshold": ("Finished Off from a flip of", ("SL-FINISH-03", "SL-3E-22")),
    "finish_jokers": ("A joker on a Finished Off flip", ("SL-FINISH-03",)),
    "finish_trigger": ("A Finished Off flip is owed by who is", ("SL-FINISH-01", "SL-3E-11")),
    "replace_chain": ("A debt goes through several Replaces", ("SL-SUMMON-04", "SL-3E-12")),
    "withdraw_buried": ("Buried models of a Crew that withdraws", ("SL-WITHDRAW-03",)),
    "early_withdraw_turn": ("A withdrawal is early up to Turn", ("SL-WITHDRAW-04", "SL-3E-21")),
    "early_withdraw_winner": ("After an early withdrawal the winner is", ("SL-WITHDRAW-06",)),
    "double_withdrawal": ("Both Crews may withdraw", ("SL-WITHDRAW-02",)),
    "report_timeout_h": ("Hours until an unanswered report stands", ()),
    "unplayed_policy": ("A game that nobody played", ()),
    "weekly_cap": ("Most Scrip earned in a week", ("SL-PAY-05",)),
    "event_cap": ("Most Scrip from an event in a game", ("SL-EVENT-05",)),
    "barter_strategy_vp": ("Strategy VP for another Barter flip", ("SL-BARTER-03", "SL-3E-13")),
    "purchases_per_barter_flip": ("Purchases for each Barter flip", ("SL-BARTER-05",)),
    "annihilation": ("Models are Annihilated", ("SL-ANNIH-01", "SL-INJURY-11")),
    "duplicate_at_limit": ("The same Injury again at the limit", ("SL-INJURY-06",)),
    "injury_limit_mode": ("The Injury number is", ("SL-INJURY-10", "SL-INJURY-11")),
    "lucky_miss_cheatable": ("The Lucky Miss flip may be cheated", ("SL-INJURY-12",)),
    "stat_map": ("Wk, Cg, Wd and Ht of an Injury", ("SL-3E-20", "SL-INJURY-07")),
    "bounty_cost": ("Scrip for a Bounty", ("SL-BOUNTY-01",)),
    "bounty_gate_scope": ("The Bounty that admits a Master was completed by the", ("SL-MASTER-03",)),
    "early_withdraw_reward": (
        "The Reward of a Bounty completed in a game withdrawn from early",
        ("SL-WITHDRAW-05", "SL-REWARD-01"),
    ),
    "reward_exhausted": ("When all of a Reward chart is owned", ("SL-REWARD-06",)),
    "bye_policy": ("A bye is paid", ()),
    "bye_scrip": ("Scrip for a bye", ()),
}

CHOICES: dict[str, str] = {
    "ss_cost": "its Soulstones",
    "weekly": "the weekly Scrip price",
    "leader_only": "for the Leader only",
    "always": "always",
    "one": "one",
    "any": "any number",
    "buy": "are bought",
    "bundled": "come with their Master",
    "insignificant_or_no_station": "Insignificant, or without a station",
    "none": "nobody",
    "printed": "as printed",
    "paid": "as paid",
    "free": "free",
    "follow_leader": "follows the new Leader",
    "as_hired": "stays as hired",
    "crew": "hired Crew",
    "arsenal": "whole Arsenal",
    "off": "off",
    "on": "on",
    "flagged_upgrade": "are Upgrades that count their bonus",
    "title_swap": "are another title of the Master",
    "3e": "are read as Mv, Health and Sz",
    "player": "player, with any Arsenal",
    "forfeit": "is forfeited",
    "keep": "is flipped all the same",
    "switch_then_none": "the other chart is flipped on; with that full too, nothing",
    "another_copy": "the flip gives another copy",
    "flag": "is shown to the organisers",
    "cheapest_legal": "hires the cheapest legal model",
    "sit_out": "sits the week out",
    "floor_plus_1": "the middle week",
    "ceil_plus_1": "the week after the middle",
    "stayer": "who stayed",
    "by_vp": "by Victory Points",
    "both_bye_half": "pays both half a bye",
    "forfeits": "waits for an organiser",
    "ignore": "changes nothing",
    "annihilate": "Annihilates the model",
    "max_carried": "the most a model carries",
    "kills_at": "the one that Annihilates",
    "current": "up to the week it first plays",
    "completed": "already played",
    "drawn": "are drawn by fate",
    "3e_core": "is flipped as the week opens",
    "organiser": "is the organisers’; flipped only if they set none",
    "core": "counts as 0 or 14",
    "reflip": "is flipped again",
    "killed": "killed",
    "killed_or_sacrificed": "killed or sacrificed",
    "removed": "leave with it",
    "flat": "as a fixed sum",
    "median_of_week": "as the median of the week",
}
# The same word of the core, said otherwise where it stands beside another setting.
SPECIAL = {
    ("bye_policy", "none"): "not at all",
    ("peon_mapping", "list"): "those on the league’s own list",
    ("factions", "3e"): "the eight of Third Edition",
    ("factions", "2e"): "the seven there were before: no Explorer’s Society",
    ("annihilation", "on"): "where a rule says so",
    ("annihilation", "off"): "never: at its number of Injuries a model takes no more",
    ("leader_cost_policy", "paid"): "paid for",
    ("weekly_events", "off"): "are not played",
    ("master_cost_for_schemes", "none"): "nothing: every comparison with it is false",
    ("master_cost_for_schemes", "printed"): "its printed cost",
    ("avatar_policy", "off"): "are none",
    ("stat_map", "off"): "change no stat",
    ("withdraw_buried", "killed"): "count as killed",
    ("bounty_gate_scope", "arsenal"): "present Arsenal",
}

GROUPS: tuple[tuple[str, str, str], ...] = (
    ("Starting Arsenal", "start_budget", "factions"),
    ("Sizes, Crews, Rating, Pools", "size_uses", "master_cost_for_schemes"),
    ("New Hires", "first_hire_discount", "halfway"),
    ("Starting anew and joining late", "anew_scrip", "anew_faction_change"),
    ("The week", "weekly_events", "reminder_h"),
    ("The Encounter and its report", "finish_threshold", "unplayed_policy"),
    ("Payday, Barter, Injuries", "weekly_cap", "stat_map"),
    ("Bounties and Rewards", "bounty_cost", "reward_exhausted"),
    ("Byes", "bye_policy", "bye_scrip"),
)
FEW = (
    "start_budget",
    "dead_mans_hand",
    "forced_hire_timeout",
    "weekly_events",
    "report_timeout_h",
    "weekly_cap",
    "bye_scrip",
)
_TYPES = get_type_hints(Policies, include_extras=True)
_USUAL = policies_as_dict(POLICIES)


class Setting(Struct, frozen=True):
    """One setting as a page shows it; ``special`` when it differs from the ledger's default."""

    name: str
    label: str
    rules: tuple[str, ...]
    value: str
    usual: str
    special: bool


class SettingGroup(Struct, frozen=True):
    title: str
    settings: tuple[Setting, ...]


def groups(policies: Policies) -> list[SettingGroup]:
    """Every setting in words, in the order of the core."""
    values = policies_as_dict(policies)
    names = list(Policies.__struct_fields__)
    return [
        SettingGroup(
            title,
            tuple(_setting(name, values[name]) for name in names[names.index(first) : names.index(last) + 1]),
        )
        for title, first, last in GROUPS
    ]


def _setting(name: str, value: Any) -> Setting:
    label, rules = WORDS[name]
    usual = _USUAL[name]
    return Setting(name, label, rules, said(name, value), said(name, usual), value != usual)


def said(name: str, value: Any) -> str:
    """The value of one setting in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(value) or "nobody"
    if isinstance(value, str):
        return SPECIAL.get((name, value), CHOICES.get(value, value))
    return str(value)


class PolicyForm(forms.Form):
    """Some or all settings; ``policies()`` is what differs from the ledger's defaults."""

    prefix = "rule"

    def __init__(self, *args: Any, names: Iterable[str] = (), current: Policies = POLICIES, **kwargs: Any):
        super().__init__(*args, **kwargs)
        values = policies_as_dict(current)
        for name in names or Policies.__struct_fields__:
            self.fields[name] = _field(name, values[name])

    def policies(self) -> dict[str, Any]:
        """Only what differs from the defaults, as ``policies_from`` reads it."""
        return {name: value for name, value in self.cleaned_data.items() if value != _USUAL[name]}


def _field(name: str, value: Any) -> forms.Field:
    label, rules = WORDS[name]
    common: dict[str, Any] = {"label": label, "help_text": _help(name, rules), "initial": value}
    kind, meta = _unwrapped(_TYPES[name])
    if kind is bool:
        return forms.BooleanField(required=False, **common)
    if get_origin(kind) is Literal:
        return forms.ChoiceField(choices=[(word, said(name, word)) for word in get_args(kind)], **common)
    if get_origin(kind) in (Union, types.UnionType):
        return _MasterValueField(**common)
    if get_origin(kind) is tuple:
        return _SlugsField(required=False, **(common | {"initial": ", ".join(value)}))
    least, most = (meta.ge, meta.le) if meta else (None, None)
    return forms.IntegerField(min_value=_whole(least), max_value=_whole(most), **common)


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)


def _unwrapped(kind: Any) -> tuple[Any, Meta | None]:
    if get_origin(kind) is Annotated:
        inner, *notes = get_args(kind)
        return inner, next((note for note in notes if isinstance(note, Meta)), None)
    return kind, None


class _MasterValueField(forms.CharField):
    """A number of Soulstones, or the word ``printed``."""

    def clean(self, value: Any) -> Any:
        text = str(super().clean(value)).strip().lower()
        if text == "printed":
            return text
        if not text.isascii() or not text.isdigit() or int(text) > 99:
            raise forms.ValidationError("Write a number from 0 to 99, or printed.")
        return int(text)


class _SlugsField(forms.CharField):
    """Short names of models, as the catalogue's addresses write them, with commas between them."""

    def clean(self, value: Any) -> Any:
        words = [word for word in re.split(r"[,;\s]+", str(super().clean(value)).lower()) if word]
        for word in words:
            if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", word) or len(word) > 80:
                raise forms.ValidationError(
                    f"“{word}” is no short name; write guild-hound, with commas between."
                )
        return tuple(dict.fromkeys(words))


def _help(name: str, rules: tuple[str, ...]) -> SafeString:
    links = format_html_join(" ", "{}", ((rule_link(rule),) for rule in rules))
    return format_html_join("", "{} {}", ((f"Usually {said(name, _USUAL[name])}.", links),))
