"""Names that are stored keep their word: ``stored_names.txt`` lists them, and the code must still say each.

Rows, logs of Encounters, files and decks that anyone may check hold such a name for good. Were its class or
constant renamed, it would not be known again. ``python -m tests.project.test_stored_names`` reads the names
from the code and prints them; with ``--write`` it writes the list anew.
"""

from __future__ import annotations

import ast
import os
import pkgutil
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from tests.project.test_guards import ROOT, calls, python_files

LIST = Path(__file__).with_name("stored_names.txt")
OURS = ("rules", "mfcampaign")
Names = dict[str, list[str]]
# At least so many of each kind: fewer were not looked for in the right place.
LEAST = {
    "act": 150,
    "batch": 1,
    "choice": 150,
    "command": 10,
    "decision": 10,
    "delivery": 2,
    "deployment": 10,
    "edition": 3,
    "engine": 3,
    "enum": 20,
    "fate": 10,
    "guide": 2,
    "key": 40,
    "kind": 40,
    "need": 10,
    "option": 20,
    "policy": 300,
    "protocol": 10,
    "question": 40,
    "scope": 3,
    "tag count": 20,
    "tag do": 150,
    "tag event": 100,
    "tag if": 15,
    "tag is": 5,
    "tag options": 10,
    "tag pick": 3,
    "tag shape": 3,
    "tag type": 50,
    "task": 4,
    "topic": 5,
    "webhook event": 1,
}
# Variables that hold names, wherever they stand: the keys of a dict, the values of a Literal, a tuple.
VOCABULARIES = {
    "deployment": r"rules\..*:(Deployment\w*|DEPLOYMENTS)",
    "kind": r"rules\..*:\w*Kind",
    "need": r"rules\..*:(PLAIN|_NUMBERED_KINDS)",
    "question": r"rules\.game\..*:KINDS",
    "scope": r"mfcampaign\.api\..*:SCOPES",
    "topic": r"mfcampaign\.notices\..*:TOPICS",
}
# Addresses, and keys of the cache and of pages: nothing stores them for longer.
PASSING = (
    r"after|api|campaigns|cost|events|http|late|mailto|moment|new|person"
    r"|picture|play|rate|sqlite|tables|watch"
)


def tags(structs: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """The tag of each struct, beside the field that holds it; one named ``_…`` is only derived from."""
    for struct in structs:
        if (config := struct.__struct_config__).tag is not None and not struct.__name__.startswith("_"):
            yield f"tag {config.tag_field}", str(config.tag)


def below(base: type) -> set[Any]:
    """The classes of the code that derive from ``base``; those of tests are not of it."""
    found: set[Any] = set()
    left = [base]
    while left:
        new = set(left.pop().__subclasses__()) - found
        found |= new
        left += new
    return {each for each in found if each.__module__.partition(".")[0] in OURS}


def imported() -> list[Any]:
    """Every module of the code; what needs a package that is not installed is left out."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mfcampaign.settings")
    django.setup()
    for name in OURS:
        for module in pkgutil.walk_packages(import_module(name).__path__, f"{name}."):
            if not module.name.endswith("__main__"):
                with suppress(ModuleNotFoundError):
                    import_module(module.name)
    return [each for name, each in sorted(sys.modules.items()) if name.partition(".")[0] in OURS]


def strings(value: Any) -> list[str]:
    """The names in a dict (and what is no sentence beside them), a tuple, a list of choices or a Literal."""
    held = get_args(value) if get_origin(value) is Literal else value
    if not isinstance(held, dict | tuple | list):
        return []
    parts = [part for each in held for part in (each if isinstance(each, tuple) else [each])]
    if isinstance(held, dict):
        parts += [each for each in held.values() if isinstance(each, str) and each.isalpha()]
    return [part for part in parts if isinstance(part, str) and part]


def running() -> Iterator[tuple[str, str]]:
    """What the modules hold once they are imported."""
    modules = imported()
    from celery import current_app
    from django.apps import apps
    from django.db.models import Choices

    from mfcampaign.dispatch import registry
    from rules.edition import editions

    yield from tags(below(msgspec.Struct))
    codes = {each.code for each in editions()}
    yield from (("edition", code) for code in codes)
    for table in (each.table for each in editions()):
        yield from (("deployment", each.slug) for each in table.deployments)
        yield from (("guide", each.slug) for each in (table.guide,) if each is not None)
    for kind, pattern in VOCABULARIES.items():
        for module in modules:
            for name, value in vars(module).items():
                if re.fullmatch(pattern, f"{module.__name__}:{name}"):
                    yield from ((kind, each) for each in strings(value))
    for struct in below(msgspec.Struct):
        if re.search(r"Policies|\wReadings|Readings\w|LadderRules", struct.__name__):
            for field, of in get_type_hints(struct).items():
                values = [value for part in (of, *get_args(of)) for value in strings(part)]
                yield from (("policy", word) for word in (field, *(f"{field}={value}" for value in values)))
    for each in below(Enum) - below(Choices):
        yield from (("enum", f"{each.__name__} {one.value}") for one in each if isinstance(one.value, str))
    for model in apps.get_models():
        for field in model._meta.get_fields() if model.__module__.startswith(OURS) else ():
            values = [str(value) for value, _ in getattr(field, "flatchoices", ()) if value != ""]
            if not codes.issuperset(values):
                yield from (("choice", f"{model._meta.label_lower}.{field.name} {each}") for each in values)
    for kind, table in (
        ("command", registry._handlers),
        ("delivery", registry._deliveries),
        ("batch", registry._batches),
    ):
        yield from ((kind, name) for name, each in table.items() if each.__module__.startswith(OURS))
    yield from (("task", name) for name in current_app.tasks if name.startswith(OURS))


Held = dict[str, list[ast.expr]]


def words(node: ast.AST | None, held: Held) -> Iterator[str]:
    """What an argument may say, ``held`` being the values of names; ``…`` is what an f-string fills in."""
    match node:
        case ast.Constant(str(value)):
            yield value
        case ast.JoinedStr(parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)
        case ast.IfExp(_, one, other):
            yield from (*words(one, held), *words(other, held))
        case ast.Name(name) | ast.Attribute(_, name):
            for value in held.get(name, ()):
                yield from words(value, {})


def assigned(nodes: Iterable[ast.AST]) -> Held:
    held: Held = {}
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], value):
                held.setdefault(name, []).append(value)
            case ast.Assign([ast.Tuple(names)], ast.Tuple(values)):
                for each, value in zip(names, values, strict=False):
                    held.setdefault(getattr(each, "id", ""), []).append(value)
    return held


def handed_on(nodes: Iterable[ast.AST]) -> dict[str, tuple[int, ast.expr | None]]:
    """Functions that hand the kind of an act on to ``operation``: the place of ``kind``, and its default."""
    found: dict[str, tuple[int, ast.expr | None]] = {"operation": (2, None)}
    for node in nodes:
        if isinstance(node, ast.FunctionDef) and any(calls(each, "operation") for each in ast.walk(node)):
            given = node.args
            names = [each.arg for each in given.args]
            late = dict(zip(reversed(names), reversed(given.defaults), strict=False))
            if "kind" in names:
                found[node.name] = names.index("kind"), late.get("kind")
            for each, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
                if each.arg == "kind":
                    found[node.name] = -1, default
    return found


def said(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What only the text of the code says: arguments, and constants of a certain form."""
    files = [list(ast.walk(ast.parse(text))) for text in texts]
    carry = handed_on(node for nodes in files for node in nodes)
    defaults = (each for _, default in carry.values() for each in words(default, {}))
    yield from (("act", each) for each in defaults if re.fullmatch(FORMS["act"], each))
    constants = {name: value for nodes in files for name, value in assigned(nodes).items() if name.isupper()}
    for nodes in files:
        held = {**constants, **assigned(nodes)}
        for node in nodes:
            yield from said_by(node, held, carry)


# What an argument of each kind looks like; others of that name are something else.
FORMS = {
    "act": r"[a-z]+\.[a-z_…-]+|….[a-z_]+",
    "decision": r"[a-z_]+",
    "fate": r"[a-z…-]+",
    "kind": r"[a-z_]+",
    "key": r"[a-z-]+:[^ ]*|…/[a-z]+(:…)?",
    "option": r"[a-z][a-z0-9_:/…-]*",
    "webhook event": r"[a-z]+\.[a-z_]+",
}


def said_by(node: ast.AST, held: Held, carry: dict[str, Any]) -> Iterator[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    match node:
        case ast.Call(func=(ast.Name(called) | ast.Attribute(_, called)), args=args, keywords=keywords):
            named = {each.arg: each.value for each in keywords}
            for kind, name, place, here in (
                ("act", "kind", carry.get(called, (99,))[0], called in carry),
                ("decision", "kind", 2, called == "note" and ast.unparse(node.func).startswith("log.")),
                ("fate", "purpose", 1, called in ("fate_of", "purpose_key", "draws")),
                ("option", "key", 0, called in ("Choice", "Option", "ActionOffer", "TypeOption")),
                ("webhook event", "event", 99, called == "_deliver"),
                ("key", "natural_key", 99, True),
            ):
                if here:
                    value = named.get(name, args[place] if 0 <= place < len(args) else None)
                    found += ((kind, each) for each in words(value, held))
        case ast.FunctionDef(returns=ast.Subscript() as returns):
            if ast.unparse(returns) == "tuple[str | int, ...]":
                firsts = (
                    each.elts[0] for each in ast.walk(node) if isinstance(each, ast.Tuple) and each.elts
                )
                found += (("fate", each) for first in firsts for each in words(first, {}))
        case ast.JoinedStr():
            found += (("key", each) for each in words(node, {}) if not re.match(rf"({PASSING})[:/]", each))
        case ast.AnnAssign(ast.Name("kind"), ast.Subscript(ast.Name("Literal"), values)):
            found += (("kind", each) for part in ast.walk(values) for each in words(part, {}))
        case ast.Constant(str() | bytes() as value):
            text = value if isinstance(value, str) else value.decode("latin-1")
            for kind, form in (("engine", r"m\d+e-\d"), ("protocol", r"mfx-[a-z0-9-]+-v\d+(/\w+)?")):
                if re.fullmatch(form, text):
                    yield kind, text
    yield from (each for each in found if re.fullmatch(FORMS[each[0]], each[1]))


def stored_names() -> list[str]:
    """``kind: name`` of every name, sorted. A tag stands as often as there are classes that have it."""
    held = Counter(running())
    texts = [path.read_text(encoding="utf-8") for path in python_files(*OURS)]
    found = Counter({*held, *said(texts)}) | Counter(
        {each: n for each, n in held.items() if "tag" in each[0]}
    )
    return sorted(f"{kind}: {name}" for kind, name in found.elements())


def faults(listed: Iterable[str], found: Iterable[str]) -> list[str]:
    """A sentence for each name that vanished, and for each that is not listed yet."""
    gone, new = Counter(listed) - Counter(found), Counter(found) - Counter(listed)
    sentences = []
    for each in gone.elements():
        kind, _, name = each.partition(": ")
        cure = f'give the class tag="{name}"' if kind.startswith("tag ") else "keep the word in the code"
        sentences.append(f"Stored rows still say “{name}” ({kind}): {cure}.")
    return sentences + [f"“{each}” is new: list it, {LISTED}." for each in new.elements()]


LISTED = "python -m tests.project.test_stored_names --write"


@pytest.fixture(scope="module")
def found() -> list[str]:
    """Read in a process of its own, where no test has defined or registered anything."""
    asked = [sys.executable, "-m", "tests.project.test_stored_names"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_every_stored_name_keeps_its_word(found: list[str]) -> None:
    sentences = faults(LIST.read_text(encoding="utf-8").splitlines(), found)
    assert not sentences, (
        "\n".join(sentences)
        + f"\nWhere no row, log or file can hold the name, take it off the list: {LISTED}."
    )


def test_names_of_every_kind_were_found(found: list[str]) -> None:
    many = Counter(each.partition(": ")[0] for each in found)
    few = {kind: many[kind] for kind, least in LEAST.items() if many[kind] < least}
    assert not few, f"not looked for in the right place: {few}"


class _Union(msgspec.Struct, tag=True):
    """Stands for a union whose members are stored under the names of their classes."""


def test_a_renamed_class_is_seen_unless_it_keeps_its_tag() -> None:
    class Before(_Union, tag=True):
        pass

    class Renamed(_Union, tag=True):
        pass

    class Kept(_Union, tag="Before"):
        pass

    before, renamed, kept = ([": ".join(each) for each in tags([of])] for of in (Before, Renamed, Kept))
    assert before == kept == ["tag type: Before"]
    gone, new = faults(before, renamed)
    assert gone == 'Stored rows still say “Before” (tag type): give the class tag="Before".'
    assert new == f"“tag type: Renamed” is new: list it, {LISTED}."
    assert not {_Union, Before, Renamed, Kept} & below(msgspec.Struct), "classes of tests are not stored"


def test_a_tag_of_two_unions_stays_in_both() -> None:
    assert len(faults(["tag do: act"] * 2, ["tag do: act"])) == 1


def test_a_missing_word_is_seen() -> None:
    code = """
LOCKED, PURPOSE = "setup.locked", "encounter"
def changing(row, kind="crew.create"):
    with operation(row, None, kind=kind):
        pass
def lock(row, pk):
    with operation(row, None, kind=LOCKED), changing(row, "crew.add" if pk else "crew.drop"):
        move(natural_key=f"week:{pk}/hire:{pk}", deck=fate_of(seed, PURPOSE, pk))
def name(row) -> tuple[str | int, ...]:
    return ("owed", row.number)
"""
    words_said = {": ".join(each) for each in said([code])}
    acts = {f"act: {each}" for each in ("setup.locked", "crew.create", "crew.add", "crew.drop")}
    assert words_said == acts | {"fate: encounter", "fate: owed", "key: week:…/hire:…"}
    for word, other in (("setup.locked", "setup.shut"), ("encounter", "game"), ("/hire:", "/hired:")):
        assert len(faults(words_said, {": ".join(each) for each in said([code.replace(word, other)])})) == 2


if __name__ == "__main__":
    lines = "".join(f"{each}\n" for each in stored_names())
    if "--write" in sys.argv:
        LIST.write_text(lines, encoding="utf-8")
    else:
        sys.stdout.write(lines)
