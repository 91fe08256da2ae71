"""Payday, byes and unplayed games: the Scrip earned in a week (SL-PAY, A-19, A-32)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.campaign.policies import POLICIES, Policies
from rules.refusal import Total, TotalLine


def payday(
    *,
    vp: int,
    winner: bool,
    rating: int,
    other_rating: int,
    event_scrip: int = 0,
    earned_this_week: int = 0,
    policies: Policies = POLICIES,
) -> Total:
    """The Scrip for one Encounter, never below 0 (SL-PAY-01 to -05, SL-EVENT-05).

    ``vp`` are the final VP after any withdrawal; ``earned_this_week`` is what this Crew already
    earned towards the week's maximum. What does not fit is lost and shows as a negative line.

    >>> payday(vp=5, winner=True, rating=-1, other_rating=3).amount
    8
    """
    each = policies.vp_for_scrip
    said = f"half of {vp} VP" if each == 2 else f"{vp} VP, {each} for one Scrip"
    lines = [TotalLine(f"{said}, rounded up", -(-vp // each), "SL-PAY-01")]
    if winner:
        lines.append(TotalLine("won the Encounter", 1, "SL-PAY-02"))
    if rating < other_rating:
        lines.append(
            TotalLine(
                f"lower Campaign Rating ({rating} against {other_rating})", other_rating - rating, "SL-PAY-03"
            )
        )
    if event_scrip:
        lines.append(TotalLine("Weekly Event", event_scrip, "SL-PAY-04"))
        if event_scrip > policies.event_cap:
            over = policies.event_cap - event_scrip
            lines.append(TotalLine(f"above {policies.event_cap} from the event", over, "SL-EVENT-05"))
    return within_week(lines, earned_this_week, policies)


def bye_pay(others: Sequence[int], earned_this_week: int = 0, policies: Policies = POLICIES) -> Total:
    """The Scrip for a bye (A-32). ``others`` are the Paydays of the week's players, for the median."""
    if policies.bye_policy == "none":
        return Total(0)
    if policies.bye_policy == "median_of_week" and others:
        ranked = sorted(others)
        amount = ranked[(len(ranked) - 1) // 2]  # the lower median keeps Scrip whole
        line = TotalLine("bye: the median Payday of the week", amount, "A-32")
    else:
        line = TotalLine("bye", policies.bye_scrip, "A-32")
    return within_week([line], earned_this_week, policies)


def bye_in_words(policies: Policies = POLICIES) -> str:
    """A sentence that says what a bye pays (A-32).

    >>> bye_in_words(), bye_in_words(Policies(bye_policy="none"))
    ('A bye pays 3 Scrip when the week closes.', 'A bye pays nothing.')
    """
    if policies.bye_policy == "median_of_week":
        return "A bye pays the median Payday of the week when the week closes."
    if policies.bye_policy == "none" or not policies.bye_scrip:
        return "A bye pays nothing."
    return f"A bye pays {policies.bye_scrip} Scrip when the week closes."


def unplayed_pay(earned_this_week: int = 0, policies: Policies = POLICIES) -> Total:
    """The Scrip of each player of an unplayed pairing (ledger section 4.5): half a bye, rounded down.

    With ``unplayed_policy=forfeits`` nothing is paid automatically: the organiser rules who was absent.
    """
    if policies.unplayed_policy == "forfeits" or policies.bye_policy == "none":
        return Total(0)
    line = TotalLine("unplayed pairing: half a bye", policies.bye_scrip // 2, "A-32")
    return within_week([line], earned_this_week, policies)


def within_week(lines: list[TotalLine], earned: int, policies: Policies = POLICIES) -> Total:
    """``lines`` limited by what is left of the week's maximum after ``earned`` (SL-PAY-05, A-19)."""
    room = max(0, policies.weekly_cap - earned)
    total = sum(line.amount for line in lines)
    if total > room:
        lines.append(TotalLine(f"above {policies.weekly_cap} in a week", room - total, "SL-PAY-05"))
        total = room
    return Total(total, tuple(lines))
