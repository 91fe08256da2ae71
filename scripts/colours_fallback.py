"""``static/css/colours.css``: the colours of ``tokens.css`` for browsers that have no ``light-dark()``.

``python -m scripts.colours_fallback`` writes it; tests/project/test_browser_support.py, in ``make check``,
compares.
"""

from __future__ import annotations

import re
from pathlib import Path

CSS = Path(__file__).resolve().parent.parent / "static" / "css"
FALLBACK = CSS / "colours.css"
COLOUR = re.compile(r"^\s*(--[\w-]+): light-dark\(([^(),]+), ([^(),]+)\);$", re.M)
HEAD = """\
/* The colours of tokens.css, light and dark, for browsers without light-dark(): iOS before 17.5, Chrome
   before 123. Written by `python -m scripts.colours_fallback`. */
"""


def fallback() -> str:
    """The whole file. Every light-dark() of ``tokens.css`` is the whole value of a variable."""
    tokens = (CSS / "tokens.css").read_text()
    colours = COLOUR.findall(tokens)
    if len(colours) != len(re.findall(r"light-dark\([^)]", tokens)):
        raise SystemExit("tokens.css: each light-dark() must be the whole value of a variable of its own.")
    light = " ".join(f"{name}: {day};" for name, day, _ in colours)
    dark = " ".join(f"{name}: {night};" for name, _, night in colours)
    return f"""{HEAD}
@layer tokens {{
  @supports not (color: light-dark(#000, #fff)) {{
    :root {{ {light} }}
    @media screen and (prefers-color-scheme: dark) {{
      :root:not([data-theme="light"]) {{ {dark} }}
    }}
    @media screen {{
      [data-theme="dark"] {{ {dark} }}
    }}
  }}
}}
"""


if __name__ == "__main__":
    FALLBACK.write_text(fallback())
