"""The options of an open question with their consequences, found by trying each in ``rules.campaign``."""

from __future__ import annotations

from msgspec import Struct

from mfcampaign.campaigns.aftermath.log import LoggedReplay
from mfcampaign.web.drawings.odds import percent
from rules.campaign.aftermath import asks
from rules.campaign.aftermath.asks import Ask, Bearer, Option
from rules.campaign.aftermath.odds import Risk
from rules.wording import listed

MOST_NAMED = 6
FATE_WORDS = {
    "annihilated": "Annihilated",
    "injury": "an Injury",
    "lucky_miss": "a Lucky Miss",
    "unhurt": "unhurt",
    "recovers": "annihilated and recovers",
    "traitor": "changes sides",
    "worse": "worse",
    "nothing": "no change",
    "another": "healed with another Injury",
    "undead": "healed as Undead",
    "construct": "healed as a Construct",
    "healed": "healed",
    "lucky": "healed with a Lucky Miss",
}
"""By the ``fate`` of a ``Risk``."""


class OptionOutcome(Struct, frozen=True):
    """One option with what it costs and exactly what would follow from it; ``card`` would count, and
    ``cheat`` says that it is one of the hand. ``flips``: a card is flipped next, or may be."""

    option: Option
    card: str
    cheat: bool
    follows: tuple[str, ...]
    default: bool
    flips: bool = True
    taker: str = ""
    bearers: tuple[tuple[str, str], ...] = ()
    barred: tuple[Bearer, ...] = ()


class ModelRisk(Struct, frozen=True):
    """What a flip may bring one model: in one line, and result by result."""

    name: str
    summary: str
    risks: tuple[Risk, ...]


class RisksShown(Struct, frozen=True):
    """Flips to come of one kind, model by model."""

    title: str
    rule: str
    models: tuple[ModelRisk, ...]


def choices_of(replay: LoggedReplay) -> tuple[list[OptionOutcome], tuple[str, ...]]:
    """Every option with what follows from it alone, and what follows whichever is taken."""
    ask, context = replay.view.ask, replay.context
    if ask is None or ask.who != "player":
        return [], ()
    after = {
        option.key: replay.after(option.key)
        for option in ask.options
        if option.legal and not (option.bearers or option.asks)
    }
    tried = {key: _tried(replay, then) for key, then in after.items()}
    alike = _alike(list(tried.values()))
    skills: dict[str, str] = {}
    if any(option.bearers for option in ask.options):
        skills = {s.slug: s.name for model in context.models for s in model.skills}
        skills |= {upgrade.slug: upgrade.name for upgrade in context.charts.upgrades}
    choices = []
    for option in ask.options:
        own = [sentence for sentence in tried.get(option.key, ()) if sentence not in alike]
        if option.price is not None or option.bearers or option.asks:
            own = list(replay.rules.about(context, ask, option.key))
        choices.append(
            OptionOutcome(
                option=option,
                card=_card_of(option, ask),
                cheat=any(option.key == held.code for held in replay.view.hand),
                follows=tuple(filter(None, own)),
                default=option.key == ask.default,
                flips=option.legal and _flips_after(after.get(option.key) or _any_way(replay, option)),
                taker=option.ready.name if option.ready else "",
                bearers=tuple(pair for bearer in option.bearers for pair in _bearer(bearer, skills)),
                barred=tuple(bearer for bearer in option.bearers if bearer.reason),
            )
        )
    return choices, alike


def risks_of(replay: LoggedReplay) -> tuple[RisksShown, ...]:
    """What the flips to come may do to models."""
    return tuple(
        RisksShown(
            shown.title,
            shown.rule,
            tuple(ModelRisk(name, summary(risks), risks) for name, risks in shown.models),
        )
        for shown in replay.rules.risks(replay.state, replay.view.ask)
    )


def summary(risks: tuple[Risk, ...]) -> str:
    """``Annihilated 2 %, an Injury 85 %, unhurt 11 %``."""
    shares: dict[str, int] = {}
    for risk in risks:
        shares[FATE_WORDS[risk.fate]] = shares.get(FATE_WORDS[risk.fate], 0) + risk.cards
    of = risks[0].of if risks else 1
    return ", ".join(f"{word} {percent(cards / of)}" for word, cards in shares.items() if cards)


def _alike(tried: list[list[str]]) -> tuple[str, ...]:
    """What every one of several options brings, in order; nothing where there is but one."""
    if len(tried) < 2:
        return ()
    return tuple(sentence for sentence in tried[0] if all(sentence in other for other in tried[1:]))


def _card_of(option: Option, ask: Ask) -> str:
    """The card that would count: the held one, or the flipped one that is kept."""
    if not ask.kind.endswith("_cheat"):
        return ""
    if option.key == asks.KEEP:
        return ask.card.code if ask.card else ""
    return option.key


def _bearer(bearer: Bearer, skills: dict[str, str]) -> list[tuple[str, str]]:
    """(value, words) of each way this model can take the Skill: as it is, or giving one up."""
    if bearer.reason:
        return []
    if not bearer.replaceable:
        return [(str(bearer.model_id), bearer.name)]
    return [
        (f"{bearer.model_id}:{slug}", f"{bearer.name}, giving up {skills.get(slug, slug)}")
        for slug in bearer.replaceable
    ]


def _any_way(replay: LoggedReplay, option: Option) -> LoggedReplay:
    """After one of the ways to take an option that asks for more: who bears it, in what words."""
    bearer = next((bearer for bearer in option.bearers if not bearer.reason), None)
    gives_up = bearer.replaceable[0] if bearer is not None and bearer.replaceable else ""
    return replay.after(
        option.key,
        bearer=bearer.model_id if bearer is not None else None,
        annihilate=gives_up,
        words="any" if option.asks else "",
    )


def _flips_after(after: LoggedReplay) -> bool:
    """Whether a card is flipped before the player is asked again, or the portal has to say something first
    that may lead to one."""
    ask = after.view.ask
    return ask is not None and ask.who != "player" and ask.kind != "lock"


def _tried(replay: LoggedReplay, after: LoggedReplay) -> list[str]:
    """What happens at once from ``replay`` to ``after`` it, and what the next flip may then bring."""
    effects = after.view.effects[len(replay.view.effects) :]
    sentences = [effect.sentence for effect in effects]
    sentences += dict.fromkeys(filter(None, (replay.rules.digest(replay.context, e) for e in effects)))
    ask = after.view.ask
    if ask is not None and ask.kind == "barter_buy":
        wares = [o for o in ask.options if o.legal and o.price is not None]
        offers = [f"{ware.label} for {ware.price} Scrip" for ware in wares]
        sentences.append(f"Then you may buy {listed(offers, 'or')}.")
    now = replay.view.ask
    if ask is not None and now is not None and (now.kind, ask.kind) == ("advance_cheat", "advance_take"):
        taken = [o.label for o in ask.options if o.legal and o.key != asks.PASS]
        sentences.append(f"Then you may take {_some(taken)}." if taken else "Then there is nothing to take.")
    passed = after.answers[-1].option == asks.PASS
    if ask is not None and ask.model_id is not None and now is not None and not passed:
        # The same flip again, or the one just chosen: its risk belongs to this option.
        if now.kind in ("injury_choose", "doctor") or now.model_id == ask.model_id:
            if risks := replay.rules.flip_risks(after.state, ask):
                sentences.append(f"The flip: {summary(risks)}.")
    return sentences


def _some(names: list[str]) -> str:
    """All of a few names; of many the last, which cost the highest cards, and how many more there are."""
    if len(names) <= MOST_NAMED:
        return listed(names, "or")
    more = len(names) - MOST_NAMED
    return f"{', '.join(names[-MOST_NAMED:])} or one of {more} more"
