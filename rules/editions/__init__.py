"""The editions there are, the newest first: the only list of them."""

from __future__ import annotations

from rules.edition import register
from rules.editions import m1e, m2e, m3e, m4e

for _each in (m4e.EDITION, m3e.EDITION, m2e.EDITION, m1e.EDITION):
    register(_each)
