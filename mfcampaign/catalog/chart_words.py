"""How the columns of the charts are called on pages, and what is written in them."""

from __future__ import annotations

LABELS: dict[str, str] = {
    "of": "faction",
    "slug": "short name",
    "ss_cost": "Soulstones",
    "campaign_cost": "Scrip",
    "values": "cards",
    "digest": "what it does",
    "rules": "what it does",
    "rating_weight": "weight in the Campaign Rating",
    "rating_bonus": "bonus in the Campaign Rating",
    "self_annihilates": "gone when used",
    "limit_per_arsenal": "most in an Arsenal",
    "red_joker": "Red Joker",
    "black_joker": "Black Joker",
    "stat_mods": "changes to stats",
    "annihilates": "ends its bearer",
    "opponent_scrip": "Scrip for the opponent",
    "other_effect": "another effect",
    "scrip_awards": "Scrip",
    "extra_barter_flips": "further Barter flips",
    "cost": "Scrip",
    "upgrade": "Campaign Upgrade",
    "restricted": "only for",
    "repeat": "times",
}
HELP: dict[str, str] = {
    "of": "A faction as it is written in addresses, such as ten-thunders; for Rewards also generic.",
    "slug": "Lower-case letters, digits and hyphens; other charts call it by this.",
    "values": "Numbers from 1 to 13, such as 1-3, 5.",
    "suits": "ram, mask, crow, tome, with commas between them.",
    "upgrade": "The short name of a Campaign Upgrade of these charts.",
    "injury": "The short name of an Injury of these charts, where the result is one.",
    "digest": "In your own words, on one line.",
    "rules": "In your own words, on one line.",
    "restricted": "What the bearer must match, with a bar between two: guild | minion.",
    "terrain": "What stands on every table, with a bar between two.",
    "stat_mods": "One a line: stat | change, such as wp | -1.",
    "portions": "One a line: short name | what is done | how many times | most in one game | in order (yes).",
    "cost": "Empty for the league’s usual price.",
    "contest": "For events at once: high card lets the portal decide it by a flip for each player.",
    "strategy": "A Strategy’s name, where the event sets it; empty leaves the week’s own.",
    "deployment": "Where the event sets it.",
    "extra_barter_flips": "For everyone, in each Aftermath of the week.",
    "scrip_awards": "One a line: what for | Scrip | game or week.",
    "master": "A Master as it is written in the catalogue’s addresses, or any.",
    "limit_per_arsenal": "Empty for any number.",
    "joker": "black or red; then no suits and no cards.",
    "faction": "Empty for everyone’s.",
    "rating_weight": "What it adds to the Campaign Rating; usually 1.",
    "rating_bonus": "Counts only where Avatars are flagged Upgrades; 3 for an Avatar.",
    "source": "figures (found in public sources), house (of this portal) or organiser.",
}


def label_of(name: str) -> str:
    """What people read above a column."""
    return LABELS.get(name, name.replace("_", " "))
