"""Phase 4 of the Aftermath: the Reward of a completed Bounty (SL-REWARD)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

from rules.campaign.aftermath.asks import (
    DECLINE,
    Answer,
    Ask,
    Gift,
    Option,
    OtherTitle,
    SkillGained,
    Steps,
    TitleSwapped,
    UpgradeGained,
)
from rules.campaign.aftermath.barter import bearer, forget
from rules.campaign.aftermath.state import AftermathState, flip
from rules.campaign.charts.rows import ChartUpgrade, RewardRow
from rules.crews.catalogue import MASTER
from rules.refusal import Refusal

GENERIC = "generic"
RewardChoice = tuple[Option, Callable[[], None]]
"""One thing the Crew may take, and what doing so does."""


def reward(state: AftermathState) -> Steps:
    """Choose a chart, flip, keep or cheat, flip again where due, take it (SL-REWARD-01 to -06)."""
    state.phase = "reward"
    if state.context.completed_bounty:
        yield from reward_of(state)


def reward_of(state: AftermathState) -> Steps:
    """The Reward itself, of a completed Bounty."""
    state.phase = "reward"
    row = None
    chart = yield from choose_chart(state)
    if chart:
        row = yield from reward_flip(state, chart)
    yield from take(state, row)


def charts_open(state: AftermathState) -> list[tuple[str, bool]]:
    """The Crew's own chart and the generic one, those the campaign has; whether all of it is owned."""
    rewards = state.charts.rewards
    return [(name, exhausted(state, name)) for name in (state.context.faction, GENERIC) if rewards.get(name)]


def exhausted(state: AftermathState, chart: str) -> bool:
    """Whether the Arsenal holds everything that chart gives (SL-REWARD-06, A-23)."""
    if state.policies.reward_exhausted == "another_copy":
        return False
    return all(state.owned[row.upgrade] > 0 for row in state.charts.rewards[chart])


def choose_chart(state: AftermathState) -> Generator[Ask, Answer, str]:
    """The chart to flip on; one that is owned whole is passed over for the other (A-23)."""
    open_charts = charts_open(state)
    fresh = [name for name, full in open_charts if not full]
    if not fresh:
        why = (
            "everything on the charts is owned already"
            if open_charts
            else "this campaign has no Reward chart"
        )
        state.note(f"No Reward flip: {why}.", "A-23")
        return ""
    if len(open_charts) == 1 or len(fresh) == 1:
        if len(fresh) < len(open_charts):
            state.note(f"The other chart is owned whole: the {chart_name(fresh[0])} is flipped on.", "A-23")
        return fresh[0]
    options = tuple(Option(name, f"The {chart_name(name)}") for name, _ in open_charts)
    ask = state.ask_player(
        "reward_chart", "A Bounty is complete. Which Reward chart?", "SL-REWARD-01", options, GENERIC
    )
    return state.choice(ask, (yield ask)).key


def chart_name(chart: str) -> str:
    return "generic chart" if chart == GENERIC else "chart of your Faction"


def reward_flip(state: AftermathState, chart: str) -> Generator[Ask, Answer, RewardRow]:
    """One flip whose suit names the Upgrade; jokers and what is owned are flipped again (SL-REWARD-02
    to -04, -06). Some suit is not owned, so every run of flips ends."""
    again = state.policies.reward_exhausted == "another_copy" and all(
        state.owned[row.upgrade] for row in state.charts.rewards[chart]
    )
    while True:
        card = yield from flip(state, "reward", f"Reward flip on the {chart_name(chart)}.", "SL-REWARD-02")
        row = state.charts.reward(chart, card)
        if row is None:
            state.note(f"The {card.spoken}: flip again.", "SL-REWARD-03")
        elif state.owned[row.upgrade] and not again:
            name = state.charts.upgrade(row.upgrade).name
            state.note(f"{name} is owned already: flip again.", "SL-REWARD-06")
        else:
            return row


def take(state: AftermathState, row: RewardRow | None) -> Steps:
    """What the flip gave joins the Arsenal, unless an Avatar is taken instead (SL-REWARD-02, -05)."""
    choices: list[RewardChoice] = []
    upgrade = state.charts.upgrade(row.upgrade) if row is not None else None
    if upgrade is not None:
        takers = [model_id for model_id in state.context.participants if model_id in state.living]
        choices += upgrade_choices(state, upgrade, takers, "reward")
    choices += avatar_choices(state)
    if not choices:
        if upgrade is not None:
            state.note(f"{upgrade.name} is lost: no model that took part can learn it.", "SL-UPG-05")
        return
    if len(choices) == 1 and upgrade is not None and upgrade.category == "equipment":
        choices[0][1]()
        return
    usual = next((option.key for option, _ in choices if not _takes_away(option)), DECLINE)
    ask = state.ask_player(
        "reward_take",
        f"The Reward is {upgrade.name}."
        if upgrade is not None
        else "No Upgrade is left; an Avatar may be taken.",
        "SL-REWARD-02",
        (*(option for option, _ in choices), Option(DECLINE, "Take nothing")),
        usual,
    )
    chosen = state.choice(ask, (yield ask)).key
    if chosen == DECLINE:
        state.note("The Reward is declined.", "SL-UPG-10")
        return
    next(apply for option, apply in choices if option.key == chosen)()


def _takes_away(option: Option) -> bool:
    """Nobody gives a Skill up, and no Master changes, by doing nothing."""
    return bool(option.gives_up or option.title)


def upgrade_choices(
    state: AftermathState, upgrade: ChartUpgrade, takers: list[int], how: Gift
) -> Iterator[RewardChoice]:
    """Equipment joins the Arsenal; a Skill goes on one of ``takers``, at its limit for one it gives up
    (SL-REWARD-02, SL-UPG-05, -10)."""
    if upgrade.category == "equipment":
        yield (
            Option(f"{how}/{upgrade.slug}", f"{upgrade.name} joins the Arsenal", upgrade=upgrade.slug),
            lambda: gain(state, upgrade, how),
        )
        return
    for model_id in takers:
        taker = bearer(state, state.living[model_id], upgrade)
        if taker.reason:
            continue
        names = {slug: name for slug, name, _ in state.living[model_id].skills}
        for given_up in taker.replaceable or ("",):
            key = f"{how}/{upgrade.slug}/{model_id}" + (f"/{given_up}" if given_up else "")
            words = f", giving up {names[given_up]}" if given_up else ""
            yield (
                Option(
                    key,
                    f"{taker.name} learns {upgrade.name}{words}",
                    upgrade=upgrade.slug,
                    taker=model_id,
                    gives_up=given_up,
                ),
                _learning(state, upgrade, model_id, given_up, how),
            )


def _learning(
    state: AftermathState, upgrade: ChartUpgrade, model_id: int, given_up: str, how: Gift
) -> Callable[[], None]:
    def learn() -> None:
        model_state = state.living[model_id]
        if given_up:
            forget(state, model_state, given_up, "SL-UPG-10")
        model_state.skills.append((upgrade.slug, upgrade.name, None))
        state.owned[upgrade.slug] += 1
        state.effects.append(
            SkillGained(
                sentence=f"{model_state.model.name} learns {upgrade.name}: a Reward.",
                rule="SL-REWARD-05" if how == "avatar" else "SL-REWARD-02",
                slug=upgrade.slug,
                name=upgrade.name,
                bearer_id=model_id,
                ss_cost=upgrade.ss_cost,
                how=how,
            )
        )

    return learn


def gain(state: AftermathState, upgrade: ChartUpgrade, how: Gift) -> None:
    state.owned[upgrade.slug] += 1
    state.effects.append(
        UpgradeGained(
            sentence=f"The Arsenal gains {upgrade.name}: a Reward.",
            rule="SL-REWARD-05" if how == "avatar" else "SL-REWARD-02",
            slug=upgrade.slug,
            name=upgrade.name,
            ss_cost=upgrade.ss_cost,
            how=how,
        )
    )


def avatar_choices(state: AftermathState) -> Iterator[RewardChoice]:
    """The Avatar of a Master that took part, whatever the flip, by the campaign's policy (SL-REWARD-05,
    SL-3E-10): a flagged Upgrade of the chart of Avatars, or another title of that Master."""
    policy = state.policies.avatar_policy
    masters = {
        model_id: state.living[model_id].model
        for model_id in state.context.participants
        if model_id in state.living and state.living[model_id].model.station == MASTER
    }
    if policy == "flagged_upgrade":
        for model_id, model in masters.items():
            for row in state.charts.avatars_of((model.slug,), state.context.faction):
                if not state.owned[row.upgrade]:
                    yield from upgrade_choices(state, state.charts.upgrade(row.upgrade), [model_id], "avatar")
    elif policy == "title_swap":
        for title in state.context.titles:
            if title.model_id in masters:
                name = masters[title.model_id].name
                option = Option(
                    f"title/{title.model_id}/{title.slug}",
                    f"{name} goes on as {title.name}",
                    taker=title.model_id,
                    title=title.slug,
                )
                yield option, _swapping(state, title)


def _swapping(state: AftermathState, title: OtherTitle) -> Callable[[], None]:
    def swap() -> None:
        model_state = state.living.get(title.model_id)
        if model_state is None:
            raise Refusal("That Master is no longer in the Arsenal.", rule="SL-3E-10")
        state.effects.append(
            TitleSwapped(
                sentence=f"{model_state.model.name} goes on as {title.name}.",
                rule="SL-3E-10",
                model_id=title.model_id,
                slug=title.slug,
                name=title.name,
            )
        )
        model_state.rename(title.slug, title.name)

    return swap
