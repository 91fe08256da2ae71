"""Draws the sample tables into docs/pictures: the same pictures as on "Can I see it?", each standing alone.

``python scripts/table_pictures.py``; a test compares what is kept with what would be drawn.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules.table.answers import line_of_sight_answer, on_highest_surface  # noqa: E402
from rules.table.pictures.drawing import picture  # noqa: E402
from rules.table.pictures.layers import band_layer, gap_layer, shadows_layer, sight_layer  # noqa: E402
from rules.table.presets.samples import SAMPLES, Sample  # noqa: E402
from rules.table.sight.line_of_sight import LineOfSight  # noqa: E402

HOME = ROOT / "docs" / "pictures"
SHEET = ROOT / "static" / "css" / "pictures.css"


def drawn(sample: Sample) -> str:
    """The sample with its answer, the look inside the file."""
    one, other = on_highest_surface(sample.table, sample.one), on_highest_surface(sample.table, sample.other)
    table = sample.table.with_base(one).with_base(other)
    answer = line_of_sight_answer(table, one, other)
    layers = (
        shadows_layer(table, (one, other)),
        band_layer(one, other),
        gap_layer(one, other),
        sight_layer(table, LineOfSight(answer.seen, "", answer.line, answer.blockers)),
    )
    words = " ".join(explanation.sentence for explanation in answer.said)
    svg = picture(table, *layers, title=answer.said[0].sentence, desc=words)
    return svg.replace("<title>", f"<style>{_look()}</style><title>", 1) + "\n"


def _look() -> str:
    """The rules of the sheet, without its layer and comments."""
    text = re.sub(r"/\*.*?\*/", "", SHEET.read_text(), flags=re.DOTALL)
    inner = text[text.index("{") + 1 : text.index("@media print")].rstrip().removesuffix("}")
    return " ".join(inner.split())


def main() -> int:
    HOME.mkdir(exist_ok=True)
    for sample in SAMPLES:
        (HOME / f"sight-{sample.slug}.svg").write_text(drawn(sample))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
