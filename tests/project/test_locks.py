"""uv.lock and requirements.lock install the same things."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ \\;]+)", re.M)


def pinned() -> set[tuple[str, str]]:
    return set(PIN.findall((ROOT / "requirements.lock").read_text()))


def needed(packages: list[dict[str, Any]]) -> set[str]:
    """What the portal and its development need, without its extras."""
    by_name: dict[str, list[dict[str, Any]]] = {}
    for package in packages:
        by_name.setdefault(package["name"], []).append(package)
    (portal,) = by_name["mfcampaign"]
    ahead = [*portal["dependencies"], *portal["dev-dependencies"]["dev"]]
    reached: set[str] = set()
    while ahead:
        if (name := ahead.pop()["name"]) not in reached:
            reached.add(name)
            for package in by_name[name]:
                ahead += package.get("dependencies", [])
                ahead += [
                    each for extra in package.get("optional-dependencies", {}).values() for each in extra
                ]
    return reached


def test_both_locks_name_the_same_versions() -> None:
    packages = tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    names = needed(packages)
    locked = {(p["name"], p["version"]) for p in packages if p["name"] in names}
    assert len(locked) > 50
    # A lock for all platforms may hold more than one version of a package; each is in both files.
    assert pinned() == locked, "run `uv lock` and `uv export …` as CONTRIBUTING.md says"


def test_every_pin_has_a_hash_and_comes_from_the_public_index() -> None:
    text = (ROOT / "requirements.lock").read_text()
    blocks = re.split(
        r"\n(?=\S)", "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    )
    assert len(blocks) > 50
    assert [block for block in blocks if "--hash=sha256:" not in block] == []
    assert "file:" not in text
    assert "--index-url" not in text
    sources = set(re.findall(r'registry = "([^"]+)"', (ROOT / "uv.lock").read_text()))
    assert sources == {"https://pypi.org/simple"}
