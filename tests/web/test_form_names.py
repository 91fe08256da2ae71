"""A control named like a method of its form hides that method: htmx then cannot swap the form away."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What htmx and our own scripts call on forms and on what they replace.
TAKEN = frozenset(
    "remove closest matches children parentNode getAttribute setAttribute hasAttribute querySelector "
    "querySelectorAll dispatchEvent addEventListener submit reset elements method target id className "
    "classList contains focus tagName nodeType".split()
)


def test_no_control_hides_what_a_form_can_do():
    names = [
        (path.relative_to(ROOT), name)
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for name in re.findall(r'\bname="(\w+)"', path.read_text(encoding="utf-8"))
    ]
    assert len(names) > 50, "no controls were found at all"
    hiding = [f"{path}: name={name}" for path, name in names if name in TAKEN]
    assert not hiding, "choose another name: " + ", ".join(hiding)
