"""Phase 4 of the Aftermath: the Reward of a completed Bounty (SL-REWARD)."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator

from msgspec.structs import replace

from rules.campaign.aftermath.asks import (
    DECLINE,
    Answer,
    Ask,
    Bearer,
    Gift,
    Option,
    OtherTitle,
    SkillGained,
    Steps,
    TitleSwapped,
    UpgradeGained,
)
from rules.campaign.aftermath.barter import bearer, teach
from rules.campaign.aftermath.flips import flip
from rules.campaign.aftermath.state import AftermathState
from rules.campaign.arsenal import OwnedModel
from rules.campaign.charts.rows import ChartUpgrade, RewardRow
from rules.crews.catalogue import MASTER
from rules.fate.cards import Card
from rules.refusal import Refusal

GENERIC = "generic"
Taking = Callable[[Option, Answer], None]
RewardChoice = tuple[Option, Taking]
"""One thing the Crew may take, and what doing so does."""


def reward(state: AftermathState) -> Steps:
    """Choose a chart, flip, keep or cheat, flip again where due, take it (SL-REWARD-01 to -06)."""
    state.phase = "reward"
    if state.context.completed_bounty:
        yield from reward_of(state, state.context.reward_modifier)


def reward_of(state: AftermathState, modifier: int) -> Steps:
    """The Reward itself, of a completed Bounty that gives its flip this fate modifier."""
    state.phase = "reward"
    row = None
    chart = yield from choose_chart(state)
    if chart:
        row = yield from reward_flip(state, chart, modifier)
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


def signs(modifier: int) -> str:
    """Fate modifiers as they are printed.

    >>> signs(2), signs(-1), signs(0)
    ('[+][+]', '[-]', '')
    """
    return abs(modifier) * ("[+]" if modifier > 0 else "[-]")


def chart_name(chart: str) -> str:
    return "generic chart" if chart == GENERIC else "chart of your Faction"


def reward_flip(state: AftermathState, chart: str, modifier: int = 0) -> Generator[Ask, Answer, RewardRow]:
    """One flip whose suit names the Upgrade; jokers and what is owned are flipped again (SL-REWARD-02
    to -04, -06), with the same fate modifier (A-48). Some suit is not owned, so every run of flips ends."""
    again = state.policies.reward_exhausted == "another_copy" and all(
        state.owned[row.upgrade] for row in state.charts.rewards[chart]
    )

    def worth(card: Card) -> int:
        row = state.charts.reward(chart, card)
        return int(row is not None and (again or not state.owned[row.upgrade]))

    sentence = " ".join(filter(None, ("Reward flip", signs(modifier), f"on the {chart_name(chart)}.")))
    while True:
        card = yield from flip(state, "reward", sentence, "SL-REWARD-02", modifier=modifier, worth=worth)
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
    usual = next((option.key for option, _ in choices if not option.bearers or option.ready), DECLINE)
    # No Master changes by doing nothing.
    choices += title_choices(state)
    if not choices:
        if upgrade is not None:
            state.note(f"{upgrade.name} is lost: no model that took part can learn it.", "SL-UPG-05")
        return
    if len(choices) == 1 and upgrade is not None and upgrade.category == "equipment":
        gain(state, upgrade, "reward")
        return
    ask = state.ask_player(
        "reward_take",
        f"The Reward is {upgrade.name}."
        if upgrade is not None
        else "No Upgrade is left; an Avatar may be taken.",
        "SL-REWARD-02",
        (*(option for option, _ in choices), Option(DECLINE, "Take nothing")),
        usual,
    )
    answer = with_bearer((yield ask))
    option = state.choice(ask, answer)
    if not option.bearers and (answer.bearer is not None or answer.annihilate):
        raise Refusal(f"{option.label}: no model is named for it.", rule="SL-REWARD-02")
    if option.key == DECLINE:
        state.note("The Reward is declined.", "SL-UPG-10")
        return
    next(apply for choice, apply in choices if choice is option)(option, answer)


_BEFORE = re.compile(r"^(?:reward|avatar)/([^/]+)(?:/(\d+)(?:/([^/]+))?)?$")
_TITLE_BEFORE = re.compile(r"^title/(\d+)/([^/]+)$")


def with_bearer(answer: Answer) -> Answer:
    """An answer that was stored when the key of an option named the model, too, as it is given now.

    >>> old = with_bearer(Answer(kind="choose", option="reward/brutal/12/agility"))
    >>> old.option, old.bearer, old.annihilate
    ('brutal', 12, 'agility')
    """
    if of_upgrade := _BEFORE.match(answer.option):
        slug, model, given_up = of_upgrade.groups()
        bearer = int(model) if model else None
        return replace(answer, option=slug, bearer=bearer, annihilate=given_up or "")
    if of_title := _TITLE_BEFORE.match(answer.option):
        return replace(answer, option=of_title[2], bearer=int(of_title[1]))
    return answer


def upgrade_choices(
    state: AftermathState, upgrade: ChartUpgrade, takers: Iterable[int], how: Gift
) -> Iterator[RewardChoice]:
    """Equipment joins the Arsenal; a Skill goes on one of ``takers``, at its limit for one it gives up
    (SL-REWARD-02, SL-UPG-05, -10)."""
    if upgrade.category == "equipment":
        option = Option(upgrade.slug, f"{upgrade.name} joins the Arsenal")
        yield option, lambda _option, _answer: gain(state, upgrade, how)
        return
    bearers = tuple(bearer(state, state.living[model_id], upgrade) for model_id in takers)
    if not all(taker.reason for taker in bearers):
        yield Option(upgrade.slug, upgrade.name, bearers=bearers), _learning(state, upgrade, how)


def _learning(state: AftermathState, upgrade: ChartUpgrade, how: Gift) -> Taking:
    def learn(option: Option, answer: Answer) -> None:
        model_state = state.living[teach(state, upgrade, option, answer)]
        model_state.skills.append((upgrade.slug, upgrade.name, None))
        state.owned[upgrade.slug] += 1
        state.effects.append(
            SkillGained(
                sentence=f"{model_state.model.name} learns {upgrade.name} as a Reward.",
                subject=model_state.model.name,
                rule="SL-REWARD-05" if how == "avatar" else "SL-REWARD-02",
                slug=upgrade.slug,
                name=upgrade.name,
                bearer_id=model_state.model.id,
                ss_cost=upgrade.ss_cost,
                how=how,
            )
        )

    return learn


def gain(state: AftermathState, upgrade: ChartUpgrade, how: Gift) -> None:
    state.owned[upgrade.slug] += 1
    state.effects.append(
        UpgradeGained(
            sentence=f"The Arsenal gains {upgrade.name} as a Reward.",
            subject="The Arsenal",
            rule="SL-REWARD-05" if how == "avatar" else "SL-REWARD-02",
            slug=upgrade.slug,
            name=upgrade.name,
            ss_cost=upgrade.ss_cost,
            how=how,
        )
    )


def masters_of(state: AftermathState) -> dict[int, OwnedModel]:
    """The Masters that took part and are alive, by id."""
    return {
        model_id: state.living[model_id].model
        for model_id in state.context.participants
        if model_id in state.living and state.living[model_id].model.station == MASTER
    }


def avatar_choices(state: AftermathState) -> Iterator[RewardChoice]:
    """The Avatar of a Master that took part, whatever the flip: a flagged Upgrade of the chart of Avatars,
    where the campaign's policy has them (SL-REWARD-05, SL-3E-10)."""
    if state.policies.avatar_policy != "flagged_upgrade":
        return
    takers: dict[str, list[int]] = {}
    for model_id, model in masters_of(state).items():
        for row in state.charts.avatars_of((model.slug,), state.context.faction):
            if not state.owned[row.upgrade]:
                takers.setdefault(row.upgrade, []).append(model_id)
    for slug, model_ids in takers.items():
        yield from upgrade_choices(state, state.charts.upgrade(slug), model_ids, "avatar")


def title_choices(state: AftermathState) -> Iterator[RewardChoice]:
    """Another title of a Master that took part, by the campaign's policy (SL-3E-10)."""
    if state.policies.avatar_policy != "title_swap":
        return
    masters = masters_of(state)
    titles: dict[str, list[OtherTitle]] = {}
    for title in state.context.titles:
        if title.model_id in masters:
            titles.setdefault(title.slug, []).append(title)
    for slug, ways in titles.items():
        bearers = tuple(Bearer(way.model_id, masters[way.model_id].name) for way in ways)
        label = f"{bearers[0].name} goes on as {ways[0].name}"
        yield Option(slug, label, bearers=bearers), _swapping(state, ways)


def _swapping(state: AftermathState, ways: list[OtherTitle]) -> Taking:
    def swap(option: Option, answer: Answer) -> None:
        title = next((way for way in ways if way.model_id == answer.bearer), None)
        if title is None or title.model_id not in state.living:
            raise Refusal(f"{option.label}: name that Master.", rule="league.avatars")
        model_state = state.living[title.model_id]
        state.effects.append(
            TitleSwapped(
                sentence=f"{model_state.model.name} goes on as {title.name}.",
                subject=model_state.model.name,
                rule="league.avatars",
                model_id=title.model_id,
                slug=title.slug,
                name=title.name,
            )
        )
        model_state.rename(title.slug, title.name)

    return swap
