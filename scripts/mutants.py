"""``make mutants``: small faults are put into ``rules/``, one at a time; do its tests notice?

A sample of all places where one can be put (``--seed``, ``--number``) is drawn; for each the tests that run
the line are asked, the quick ones first, until one fails. What survives is listed: a line that no test
looks at, or a change that makes no difference. A mutant that takes far too long counts as noticed. Nothing
is written to the code: the changed module is made in memory, in a process of its own.

Left out is what cannot make a difference to a rule (``NO_RULES``, ``OF_A_CLASS``, ``_falsy``): figures of the
made-up Crews and tables, how a class is built (frozen, with slots), ``None`` returned instead of ``False``,
``<`` for ``<=`` where a tolerance blurs the bound (``_blurred``).

Needs what ``make coverage`` keeps in ``var/coverage``, and collects it where it is missing.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib.abc
import importlib.machinery
import json
import multiprocessing
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import coverage_report  # noqa: E402  needs the path above

# What one mutant may take: seconds of tests as they were measured, of the processor, and of the clock (which
# runs on while the machine does other work).
BUDGET, PATIENCE, CLOCK = 20.0, 90, 1800
MOST_TESTS = 150
LEAST = 90.0
CONTROLS = 20
NO_RULES = ("migrations", "management", "apps.py", "examples", "samples.py")
# Options of a class that change nothing for who only reads its instances.
OF_A_CLASS = ("frozen", "kw_only", "slots")
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
STRICTER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
# Lengths in inches below which places are one: nothing is measured to lie exactly so far beyond a bound.
TOLERANCES = frozenset({"TOUCH", "FINE", "NEAR", "HAIR", "SHORT"})
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


@dataclass(frozen=True)
class Mutant:
    """The ``index``-th place of a file where a fault can be put."""

    path: str
    index: int
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


def places(tree: ast.AST) -> Iterator[tuple[int, str, Callable[[], None]]]:
    """Line, words and the act itself of each fault that can be put into the tree, in a fixed order. One that
    makes no difference has no words, but its place: the sample stays what it is."""
    built = {id(option.value) for option in _options_of_classes(tree)}
    for node in _code(tree):
        before = ast.unparse(node)[:60] if isinstance(node, ast.expr) else ""
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
            other = COMPARISONS[type(node.ops[0])]
            what = "" if _blurred(node) else f"{before} → {other.__name__}"
            yield node.lineno, what, partial(node.ops.__setitem__, 0, other())
        elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC and not _of_text(node):
            turned = ARITHMETIC[type(node.op)]
            yield node.lineno, f"{before} → {turned.__name__}", partial(setattr, node, "op", turned())
        elif isinstance(node, ast.BoolOp):
            joined = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node.lineno, f"{before} → {type(joined).__name__}", partial(setattr, node, "op", joined)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            value = not node.value if isinstance(node.value, bool) else node.value + 1
            what = "" if id(node) in built else f"{node.value} → {value}"
            yield node.lineno, what, partial(setattr, node, "value", value)
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            test = ast.unparse(node.test)[:60]
            yield node.lineno, f"not: if {test}", partial(setattr, node, "test", _denied(node.test))
        elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
            text = "" if _falsy(node.value) else f"return {ast.unparse(node.value)[:50]} → None"
            yield node.lineno, text, partial(setattr, node, "value", ast.Constant(None))


def _code(tree: ast.AST) -> Iterator[ast.AST]:
    """What is executed: without annotations, decorators and what only a type checker reads."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or _for_types_only(node):
                continue
            yield node
            yield from _code(node)


def _for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def _of_text(node: ast.BinOp) -> bool:
    """A sentence put together, or one that values are put into."""
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def _denied(test: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _options_of_classes(tree: ast.AST) -> Iterator[ast.keyword]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from (option for option in node.keywords if option.arg in OF_A_CLASS)


def _blurred(comparison: ast.Compare) -> bool:
    names = {node.id for node in ast.walk(comparison) if isinstance(node, ast.Name)}
    return isinstance(comparison.ops[0], STRICTER) and bool(names & TOLERANCES)


def _falsy(value: ast.expr) -> bool:
    """``False``: who asks for a truth value is told the same by ``None``."""
    return isinstance(value, ast.Constant) and value.value is False


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def all_mutants() -> list[Mutant]:
    mutants = []
    for path in sorted((ROOT / "rules").rglob("*.py")):
        if any(part in NO_RULES for part in path.parts):
            continue
        name = path.relative_to(ROOT).as_posix()
        spots = places(ast.parse(path.read_text(encoding="utf-8")))
        mutants += [Mutant(name, index, line, what) for index, (line, what, _) in enumerate(spots) if what]
    return mutants


def mutated(mutant: Mutant) -> ast.Module:
    tree = ast.parse((ROOT / mutant.path).read_text(encoding="utf-8"))
    for index, (_, _, change) in enumerate(places(tree)):
        if index == mutant.index:
            change()
            break
    return ast.fix_missing_locations(tree)


# --- which tests ----------------------------------------------------------------------------------


class Witnesses:
    """Which tests run a line, the quick ones first."""

    def __init__(self) -> None:
        from coverage import CoverageData

        self.data = CoverageData(basename=str(coverage_report.DATA))
        self.data.read()
        self.times: dict[str, float] = {}
        for path in coverage_report.FOLDER.glob("times-*.json"):
            self.times |= json.loads(path.read_text())
        self._files: dict[str, dict[int, list[str]]] = {}

    def of(self, mutant: Mutant) -> list[str]:
        """For what runs at import alone, the tests that run anything else of the file."""
        lines = self._lines(mutant.path)
        names = set(lines.get(mutant.line, ())) - {""}
        if not names and "" in lines.get(mutant.line, ()):
            names = {name for tests in lines.values() for name in tests} - {""}
        chosen: list[str] = []
        spent = 0.0
        for name in sorted(names, key=lambda name: (self.times.get(name, 9.0), name))[:MOST_TESTS]:
            spent += self.times.get(name, 9.0)
            if chosen and spent > BUDGET:
                break
            chosen.append(name)
        return chosen

    def _lines(self, path: str) -> dict[int, list[str]]:
        if path not in self._files:
            self._files[path] = self.data.contexts_by_lineno(str(ROOT / path))
        return self._files[path]


# --- one mutant -----------------------------------------------------------------------------------


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives the mutated module to whoever imports it."""

    def __init__(self, mutant: Mutant) -> None:
        self.path = ROOT / mutant.path
        name = mutant.path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        self.name, self.tree = name, mutated(mutant)

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        package = self.path.name == "__init__.py"
        spec = importlib.machinery.ModuleSpec(name, self, origin=str(self.path), is_package=package)
        spec.has_location = True
        if package:
            spec.submodule_search_locations = [str(self.path.parent)]
        return spec

    def exec_module(self, module: Any) -> None:
        exec(compile(self.tree, str(self.path), "exec"), module.__dict__)  # noqa: S102  our own code, changed  # nosec B102


def ask(mutant: Mutant | None, tests: list[str]) -> None:
    """In a process of its own: exits with 0 when all tests pass, else with what pytest says."""
    import pytest

    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 5))
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    os.chdir(ROOT)
    if mutant is not None:
        sys.meta_path.insert(0, Changed(mutant))
    quiet = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header", "--tb=no"]
    quiet += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # pytest was there before the fork
    os._exit(int(pytest.main([*quiet, *tests])))


def verdict(mutant: Mutant | None, tests: list[str]) -> str:
    """``killed``, ``too long`` (noticed, too), ``survived`` or ``no test``; ``None`` changes nothing."""
    if not tests:
        return "no test"
    process = multiprocessing.get_context("fork").Process(target=ask, args=(mutant, tests))
    process.start()
    process.join(CLOCK)
    if process.is_alive():
        os.killpg(process.pid or 0, signal.SIGKILL)
        process.join()
        return "too long"
    if process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "too long"
    return "survived" if process.exitcode == 0 else "killed"


# --- all of them ----------------------------------------------------------------------------------


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60, help="no new mutant is begun after so long")
    options = parser.parse_args(arguments)
    if not coverage_report.DATA.exists() and coverage_report.collect():
        print("The tests fail without any mutant.")
        return 1
    os.environ.setdefault("PYTHONHASHSEED", "0")
    everything = all_mutants()
    sample = sorted(everything, key=lambda mutant: _rank(mutant, options.seed))[: options.number]
    print(f"{len(sample)} of {len(everything)} mutants of rules/, seed {options.seed}", flush=True)
    deadline = time.monotonic() + options.minutes * 60
    _warm_up()
    witnesses = Witnesses()
    for path in sorted({mutant.path for mutant in sample}):
        witnesses._lines(path)  # read by one thread
    verdicts: dict[Mutant, str] = {}

    # The control: what fails without any mutant would count every one of them as noticed.
    control = sorted({test for mutant in sample[:CONTROLS] for test in witnesses.of(mutant)[:CONTROLS]})
    if (unchanged := verdict(None, control)) != "survived":
        print(f"The tests do not pass without any mutant: {unchanged}.")
        return 1

    def one(mutant: Mutant) -> None:
        if time.monotonic() < deadline:
            verdicts[mutant] = verdict(mutant, witnesses.of(mutant))
            if verdicts[mutant] in ("survived", "no test"):
                print(f"{verdicts[mutant]:<9}{mutant}", flush=True)

    with ThreadPoolExecutor(max_workers=min(os.cpu_count() or 1, 4)) as pool:
        list(pool.map(one, sample))
    counts = Counter(verdicts.values())
    noticed = counts["killed"] + counts["too long"]
    share = 100.0 * noticed / len(verdicts) if verdicts else 0.0
    print(f"\n{dict(counts)}: {noticed} of {len(verdicts)} noticed, {share:.1f} %")
    if len(verdicts) < len(sample):
        print(f"{len(sample) - len(verdicts)} were not begun in {options.minutes:g} minutes.")
    return int(share < LEAST)


def _rank(mutant: Mutant, seed: int) -> str:
    """A sample without ``random``, which no code of ours imports; it hardly changes when the code does."""
    return hashlib.sha256(f"{seed}/{mutant.path}/{mutant.index}/{mutant.what}".encode()).hexdigest()


def _warm_up() -> None:
    """What every child needs and no mutant changes is imported once, before the first is forked."""
    for name in (
        "pytest",
        "django",
        "msgspec",
        "numpy",
        "shapely",
        "_pytest.assertion.rewrite",
    ):
        __import__(name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
