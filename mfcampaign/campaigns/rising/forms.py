"""One step of the path to a Leader: a posted form laid over the draft."""

from __future__ import annotations

from collections.abc import Callable

from django.http import QueryDict
from msgspec.structs import replace

from rules.campaign.rising.leader import LeaderDraft, Pick
from rules.campaign.rising.start import StartDraft
from rules.plain_numbers import whole
from rules.refusal import Refusal

LONGEST_NAME = 60
SEPARATOR = "|"
"""Between the slug of a source and what is taken of its card."""


def changed(draft: StartDraft, posted: QueryDict) -> StartDraft:
    """The draft after one step was sent."""
    step = posted.get("step", "")
    if step not in _STEPS:
        raise Refusal("Nothing was chosen.", fix="Look at the page again.")
    return _STEPS[step](draft, posted)


def _text(words: str, most: int = LONGEST_NAME) -> str:
    """What was written, whole, or a ``Refusal``."""
    words = words.strip()
    if len(words) > most:
        raise Refusal(f"“{words[:20]}…” is longer than {most} characters.", fix="Shorten it.")
    return words


def _who(draft: StartDraft, posted: QueryDict) -> StartDraft:
    path = posted.get("path", "")
    words = [word.strip() for word in posted.get("characteristics", "").split(",")]
    leader = replace(
        draft.leader,
        name=_text(posted.get("name", "")),
        archetype=_text(posted.get("archetype", "")),
        keywords=tuple(dict.fromkeys(filter(None, (posted.get("keyword_1"), posted.get("keyword_2"))))),
        path="bruiser" if path == "bruiser" else "strategist" if path == "strategist" else "",
        sz=whole(posted.get("sz", "")) or 0,
        base_mm=whole(posted.get("base_mm", "")) or 0,
        characteristics=tuple(dict.fromkeys(_text(word, 30) for word in words if word)),
    )
    return replace(draft, leader=leader)


def _parts(draft: StartDraft, posted: QueryDict) -> StartDraft:
    def picked(part: str) -> tuple[Pick, ...]:
        pairs = (value.split(SEPARATOR, 1) for value in posted.getlist(part) if SEPARATOR in value)
        return tuple(dict.fromkeys(Pick(source, name) for source, name in pairs))

    leader: LeaderDraft = replace(
        draft.leader,
        attacks=picked("attack"),
        tacticals=picked("tactical"),
        abilities=picked("ability"),
        trigger=_text(posted.get("trigger", ""), 80),
    )
    return replace(draft, leader=leader)


def _effect(draft: StartDraft, posted: QueryDict) -> StartDraft:
    words = _text(posted.get("effect_choice", ""))
    leader = replace(draft.leader, effect=_text(posted.get("effect", ""), 80), effect_choice=words)
    return replace(draft, leader=leader)


def _models(draft: StartDraft, posted: QueryDict) -> StartDraft:
    models = list(draft.models)
    if slug := posted.get("add", ""):
        models.append(slug)
    if (slug := posted.get("take_out", "")) in models:
        models.remove(slug)
    return replace(draft, models=tuple(models))


def _confirm(draft: StartDraft, posted: QueryDict) -> StartDraft:
    return replace(draft, piece=_text(posted.get("piece", ""), 80))


_STEPS: dict[str, Callable[[StartDraft, QueryDict], StartDraft]] = {
    "who": _who,
    "parts": _parts,
    "effect": _effect,
    "models": _models,
    "confirm": _confirm,
}
