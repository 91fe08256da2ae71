"""Promises about who imports whom: rooms stand in layers, nothing goes in circles, rows have one owner.

The apps are discovered (folders of ``mfcampaign`` with Python in them, and ``rules``), the layers are read
from the contract in pyproject.toml that ``lint-imports`` checks as well. Imports inside functions and under
``TYPE_CHECKING`` count, but for one module: ``rules.edition`` names the types of its members for type
checkers, and runs below all of them (decision 32).
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import grimp
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]
LAYERS = "Rooms, from the top down: imports run downwards only"
# What Django and Celery start from; it belongs to no room, and no room imports it.
PROJECT = frozenset(
    {"mfcampaign", *(f"mfcampaign.{name}" for name in ("celery", "settings", "urls", "wsgi"))}
)
MOST_FILES = 20
EDITION = "rules.edition"
Graph = Mapping[str, frozenset[str]]


@functools.cache
def graph() -> Graph:
    """Every module with the modules it imports directly; migrations are history and left out."""
    built = grimp.build_graph("mfcampaign", "rules", cache_dir=None)
    modules = {name for name in built.modules if ".migrations" not in name}
    imports = {name: built.find_modules_directly_imported_by(name) & modules for name in modules}
    assert len(imports) > 300, "nothing to look at"
    imports[EDITION] = imported_when_run(EDITION)
    return {name: frozenset(imported) for name, imported in imports.items()}


@functools.cache
def imported_when_run(module: str) -> frozenset[str]:
    """What a module imports itself, types left out."""
    built = grimp.build_graph("rules", exclude_type_checking_imports=True, cache_dir=None)
    return frozenset(built.find_modules_directly_imported_by(module))


def rooms() -> set[str]:
    """The rooms as they lie in the file system."""
    folders = (path.parent for path in (ROOT / "mfcampaign").glob("*/__init__.py"))
    names = {f"mfcampaign.{folder.name}" for folder in folders} - PROJECT
    return {*names, "rules"}


def room_of(module: str) -> str:
    """
    >>> room_of("mfcampaign.web.cache"), room_of("rules.editions.m3e.play.play")
    ('mfcampaign.web', 'rules')
    """
    return "rules" if module.partition(".")[0] == "rules" else ".".join(module.split(".")[:2])


def contracts() -> list[dict[str, Any]]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    parsed: list[dict[str, Any]] = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    return parsed


def layers() -> list[list[str]]:
    """The layers from the top down, each the rooms that stand side by side and do not know each other."""
    (contract,) = (contract_ for contract_ in contracts() if contract_["name"] == LAYERS)
    return [[name.strip() for name in layer.split("|")] for layer in contract["layers"]]


def up_arrows(imports: Graph, order: list[list[str]]) -> list[str]:
    """Imports that do not run downwards."""
    height = {room: place for place, layer in enumerate(order) for room in layer}
    return sorted(
        f"{module} imports {imported}"
        for module, targets in imports.items()
        for imported in targets
        if room_of(module) != room_of(imported)
        and room_of(module) in height
        and height.get(room_of(imported), -1) <= height[room_of(module)]
    )


def circles(imports: Graph) -> list[list[str]]:
    """Groups of modules that import each other in a circle (Tarjan's strongly connected components)."""
    index: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []
    on_path: set[str] = set()
    groups: list[list[str]] = []
    for start in sorted(imports):
        work = [(start, iter(sorted(imports[start])))] if start not in index else []
        while work:
            module, targets = work[-1]
            if module not in index:
                index[module] = lowest[module] = len(index)
                path.append(module)
                on_path.add(module)
            for target in targets:
                if target not in index:
                    work.append((target, iter(sorted(imports.get(target, ())))))
                    break
                if target in on_path:
                    lowest[module] = min(lowest[module], index[target])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    lowest[above] = min(lowest[above], lowest[module])
                if lowest[module] == index[module]:
                    group = path[path.index(module) :]
                    del path[path.index(module) :]
                    on_path -= set(group)
                    if len(group) > 1:
                        groups.append(sorted(group))
    return groups


def foreign_rows(imports: Graph) -> list[str]:
    """Imports of another room's ``models``."""
    return sorted(
        f"{module} imports {imported}"
        for module, targets in imports.items()
        for imported in targets
        if room_of(imported) != room_of(module) and "models" in imported.split(".")[2:3]
    )


def crowded(folders: Iterable[Path]) -> list[str]:
    lines = []
    for folder in folders:
        count = sum(1 for path in folder.glob("*.py"))
        if count > MOST_FILES:
            lines.append(f"{folder.relative_to(ROOT)} ({count} files)")
    return lines


def test_the_guards_see_a_breach() -> None:
    imports = {
        "mfcampaign.web.a": frozenset({"mfcampaign.events.b", "mfcampaign.events.models"}),
        "mfcampaign.events.b": frozenset({"mfcampaign.web.c"}),
        "mfcampaign.web.c": frozenset({"mfcampaign.web.a"}),
        "mfcampaign.events.models": frozenset[str](),
    }
    assert len(up_arrows(imports, [["mfcampaign.events"], ["mfcampaign.web"]])) == 2
    assert circles(imports) == [["mfcampaign.events.b", "mfcampaign.web.a", "mfcampaign.web.c"]]
    assert foreign_rows(imports) == ["mfcampaign.web.a imports mfcampaign.events.models"]


def test_every_room_has_its_layer_and_every_app_is_installed() -> None:
    named = [room for layer in layers() for room in layer]
    assert len(named) == len(set(named)), "a room stands in two layers"
    assert rooms() - set(named) == set(), "say in pyproject.toml's layers where the new room stands"
    assert set(named) - rooms() == set(), "pyproject.toml's layers name rooms that are gone"
    ours = {name for name in settings.INSTALLED_APPS if name.startswith("mfcampaign.") or name == "rules"}
    assert rooms() == ours, "each room is an installed app, and each installed app of ours is a room"
    known = {room_of(module) for module in graph()}
    assert known - PROJECT == rooms(), "a module stands in no room"


def test_no_arrow_runs_back_up() -> None:
    arrows = up_arrows(graph(), layers())
    assert not arrows, (
        f"a lower room knows an upper one; let the upper one register itself in AppConfig.ready: {arrows}"
    )


def test_no_modules_import_each_other_in_a_circle() -> None:
    groups = circles(graph())
    assert not groups, f"break these circles, or make one module of what is one idea: {groups}"


def test_an_edition_is_known_below_everything_that_asks_it() -> None:
    assert imported_when_run(EDITION) == {"rules.refusal"}


def test_no_scripts_import_each_other_in_a_circle() -> None:
    built = grimp.build_graph("scripts", cache_dir=None)
    imports = {name: built.find_modules_directly_imported_by(name) & built.modules for name in built.modules}
    assert len(imports) > 20, "nothing to look at"
    assert not circles({name: frozenset(imported) for name, imported in imports.items()})


def test_only_an_app_itself_imports_its_rows() -> None:
    imports = foreign_rows(graph())
    assert not imports, f"ask the other app's queries or operations, or import what these offer: {imports}"


def test_a_folder_holds_one_idea() -> None:
    folders = {
        path.parent for root in ("mfcampaign", "rules", "scripts") for path in (ROOT / root).rglob("*.py")
    }
    assert len(folders) > 20, "nothing to look at"
    lines = crowded(sorted(folder for folder in folders if folder.name != "migrations"))
    assert not lines, f"more than {MOST_FILES} Python files in a folder; cut it by idea: {lines}"
