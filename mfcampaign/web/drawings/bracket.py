"""A picture of a bracket of single elimination: a column for each round, with lines for the winners."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

# In pixels of the drawing; a wall scales it.
BOX_WIDTH, LINE, GAP_ACROSS, GAP_DOWN, HEAD = 190, 30, 34, 22, 30
LETTERS = 19


class Half(Struct, frozen=True):
    """One side of a match; ``known`` is false while the words are a placeholder."""

    text: str
    seed: int | None = None
    score: int | None = None
    won: bool = False
    known: bool = True
    classes: str = ""


class Box(Struct, frozen=True):
    """One match."""

    halves: tuple[Half, Half]


def bracket(
    title: str, heads: Sequence[str], columns: Sequence[Sequence[Box]], below: Box | None = None
) -> SafeString:
    """The picture. ``heads`` name the columns, each of which has half the matches of the one before;
    ``below`` is the game for third place."""
    pitch = 2 * LINE + GAP_DOWN
    tall = len(columns[0]) * pitch
    middles = [[tall * (2 * k + 1) / (2 * len(column)) for k in range(len(column))] for column in columns]
    lowest = middles[-1][0] + 2 * LINE + 2 * GAP_DOWN if below else 0
    height = HEAD + max(tall, lowest + LINE + GAP_DOWN / 2)
    width = len(columns) * (BOX_WIDTH + GAP_ACROSS) - GAP_ACROSS
    parts = [
        f'<svg class="bracket" viewBox="0 0 {width} {height:g}" role="img" aria-label="{escape(title)}" '
        f'style="--bracket-width: {width}px">'
    ]
    for depth, (head, column) in enumerate(zip(heads, columns, strict=True)):
        x = depth * (BOX_WIDTH + GAP_ACROSS)
        parts.append(f'<text class="bracket-head" x="{x}" y="16">{escape(head)}</text>')
        for k, box in enumerate(column):
            y = HEAD + middles[depth][k]
            parts.append(_box(box, x, y))
            if depth + 1 < len(columns):
                parts.append(_way(x, y, HEAD + middles[depth + 1][k // 2]))
    if below is not None:
        x, y = (len(columns) - 1) * (BOX_WIDTH + GAP_ACROSS), HEAD + lowest
        label = f'<text class="bracket-head" x="{x}" y="{y - LINE - 6:g}">Third place</text>'
        parts += [label, _box(below, x, y)]
    return mark_safe("".join([*parts, "</svg>"]))


def _box(box: Box, x: float, middle: float) -> str:
    return "".join(
        [
            f'<rect class="bracket-box" x="{x}" y="{middle - LINE:g}" width="{BOX_WIDTH}" '
            f'height="{2 * LINE}" rx="3"/>',
            f'<path class="bracket-rule" d="M{x} {middle:g}h{BOX_WIDTH}"/>',
            _half(box.halves[0], x, middle - 10),
            _half(box.halves[1], x, middle + LINE - 10),
        ]
    )


def _half(half: Half, x: float, y: float) -> str:
    text = half.text if len(half.text) <= LETTERS else f"{half.text[: LETTERS - 1]}…"
    state = "bracket-won" if half.won else "" if half.known else "bracket-open"
    parts = [f'<g class="{state} {half.classes}">']
    if half.seed is not None:
        parts.append(f'<text class="bracket-seed" x="{x + 8}" y="{y:g}">{half.seed}</text>')
    parts.append(f'<text class="bracket-name" x="{x + 30}" y="{y:g}">{escape(text)}</text>')
    if half.score is not None:
        end = x + BOX_WIDTH - 8
        parts.append(f'<text class="bracket-score" x="{end}" y="{y:g}">{half.score}</text>')
    return "".join([*parts, "</g>"])


def _way(x: float, y: float, to: float) -> str:
    start, half = x + BOX_WIDTH, GAP_ACROSS / 2
    return f'<path class="bracket-way" d="M{start} {y:g}h{half:g}V{to:g}h{half:g}"/>'
