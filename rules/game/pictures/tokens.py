"""Tokens: models and markers on the table as a person points at them.

A token of a model bears its initials, its Crew's colour, a pip for each Health it had at most, and a small
mark for each Condition; one that has Activated is pale. It is a link to the model's Stat Card on the same
page, so that it is named and reached without any script. Lengths are inches, y runs down.

>>> from rules import two_crews
>>> initials(two_crews().first_state())
{'a1': 'CB', 'a2': 'GH', 'b1': 'Pa', 'b2': 'So'}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from xml.sax.saxutils import escape, quoteattr

from rules.game.narration import Names, condition_words, conditions_in_words
from rules.game.state import Marker, Model, State
from rules.table.geometry.footprints import MM
from rules.table.pictures.drawing import n
from rules.wording import titled

SIGNS = {"scheme": "▲", "strategy": "◆"}
GRIP = 0.9
"""The radius in inches within which a token reacts to a finger, however small its base is."""
MOST_MARKS = 4
UNNAMED = frozenset({"a", "an", "and", "in", "of", "the"})


def tokens(state: State, offered: Set[str], depth: float, asked: int | None = None) -> str:
    """The markers, then the models, so that models are drawn over markers. Among those ``offered`` the own
    ones of the seat that is ``asked`` are drawn apart."""
    names, short = Names(state), initials(state)
    markers = (_marker(marker, offered, depth) for marker in state.markers.values())
    models = (
        _model(model, names(model.id), short[model.id], state, offered, depth, asked)
        for model in state.on_table()
    )
    return "".join((*markers, *models))


def initials(state: State) -> dict[str, str]:
    """Two letters for each model, with the number of its id when several models of its Crew share
    them."""
    letters = {model.id: _letters(model.name) for model in state.models.values()}
    alike = Counter((model.seat, letters[model.id]) for model in state.models.values())
    return {
        model.id: letters[model.id] + (model.id[1:] if alike[model.seat, letters[model.id]] > 1 else "")
        for model in state.models.values()
    }


def _letters(name: str) -> str:
    words = [word for word in name.replace("-", " ").split() if word.casefold() not in UNNAMED] or [name]
    return words[0][:2] if len(words) == 1 else words[0][:1] + words[1][:1]


def _model(
    model: Model, name: str, short: str, state: State, offered: Set[str], depth: float, asked: int | None
) -> str:
    x, y, r = model.x, depth - model.y, model.mm / 2 * MM
    letter = r * (0.9 if len(short) < 3 else 0.68)
    kinds = ["token", f"side-{model.seat}"]
    kinds += ["token-activated"] if model.activated else []
    kinds += ["token-acting"] if model.id == state.activating else []
    kinds += ["token-offered"] if model.id in offered else []
    kinds += ["token-own"] if model.id in offered and model.player == asked else []
    return (
        f'<a class="{" ".join(kinds)}" href="#card-{model.id}" data-model="{model.id}" data-x="{n(model.x)}"'
        f' data-y="{n(model.y)}" data-r="{n(r)}" aria-label={quoteattr(_said(model, name, state))}>'
        f"<title>{escape(_said(model, name, state))}</title>"
        f'<circle class="token-grip" cx="{n(x)}" cy="{n(y)}" r="{n(max(r, GRIP))}" fill="none"/>'
        f'<circle class="token-disc" cx="{n(x)}" cy="{n(y)}" r="{n(r)}"/>'
        f"{_pips(model, x, y, r)}"
        f'<text class="token-name" x="{n(x)}" y="{n(y + 0.28 * r)}" font-size="{n(letter)}"'
        f' text-anchor="middle">{escape(short)}</text>'
        f"{_marks(_condition_marks(model, Names(state)), x, y + r)}</a>"
    )


def _said(model: Model, name: str, state: State) -> str:
    """What a token shows, in words."""
    health = f"Health {model.health} of {model.most}" if model.most else "Health not known"
    said = [name, f"{state.crews[model.seat].name}", health]
    said += ["Leader"] if model.leader else []
    said += ["Activates now"] if model.id == state.activating else []
    said += ["has Activated"] if model.activated else []
    said += conditions_in_words(model, Names(state))
    return ", ".join(said)


def _pips(model: Model, x: float, y: float, r: float) -> str:
    """A ring with one pip for each Health the model may have; the pips of its current Health are
    filled."""
    most = max(model.most, 1)
    left = min(max(model.health, 0), most)
    ring = f'cx="{n(x)}" cy="{n(y)}" r="{n(0.87 * r)}" fill="none" pathLength="{most}"'
    turned = f'transform="rotate(-90 {n(x)} {n(y)})"'
    filled = " ".join(["0.7 0.3"] * (left - 1) + [f"0.7 {most - left + 0.3:.1f}"]) if left else ""
    lost = f'<circle class="token-lost" {ring} {turned} stroke-dasharray="0.7 0.3"/>'
    return lost + (
        f'<circle class="token-health" {ring} {turned} stroke-dasharray="{filled}"/>' if left else ""
    )


def _condition_marks(model: Model, names: Names) -> list[tuple[str, str]]:
    """Two letters and the words of each Condition."""
    marks = [(key[:2].title(), condition_words(key, value, names)) for key, value in model.conditions.items()]
    return [(letters, words) for letters, words in marks if words]


def _marks(marks: Iterable[tuple[str, str]], x: float, y: float) -> str:
    shown = list(marks)[:MOST_MARKS]
    left = x - 0.31 * (len(shown) - 1)
    return "".join(
        f'<g class="token-mark"><title>{escape(words)}</title>'
        f'<circle cx="{n(left + 0.62 * place)}" cy="{n(y)}" r="0.3"/>'
        f'<text x="{n(left + 0.62 * place)}" y="{n(y + 0.12)}" font-size="0.34" text-anchor="middle">'
        f"{escape(letters)}</text></g>"
        for place, (letters, words) in enumerate(shown)
    )


def _marker(marker: Marker, offered: Set[str], depth: float) -> str:
    x, y, r = marker.x, depth - marker.y, marker.mm / 2 * MM
    side = "" if marker.seat is None else f" side-{marker.seat}"
    lit = " token-offered" if marker.id in offered else ""
    name = marker.name or f"{titled(marker.kind)} Marker"
    return (
        f'<g class="token-marker{side}{lit}" data-model="{marker.id}" data-x="{n(marker.x)}"'
        f' data-y="{n(marker.y)}" data-r="{n(r)}">'
        f"<title>{escape(f'{marker.id.upper()} {name}, {marker.mm:g} mm, Ht {marker.size}')}</title>"
        f'<circle class="token-disc" cx="{n(x)}" cy="{n(y)}" r="{n(r)}" fill-opacity="0.3"/>'
        f'<text class="base-mark" x="{n(x)}" y="{n(y + 0.27)}" font-size="0.75" text-anchor="middle">'
        f"{escape(SIGNS.get(marker.kind, marker.kind[:1].upper()))}</text></g>"
    )
