"""A card's ability, Action or Trigger as controls of a form, and back: words are chosen, nobody writes code.

Controls follow the shapes of what is written (``rules.crews.shapes``), so a new word can be chosen without a
line here. A control's name is the place it fills (``script/parts/0/amount``);
beside it ``@`` is the chosen word and ``=`` a plain value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct, inspect

from rules.crews.shapes import (
    MOST_DEPTH,
    TypeOption,
    begun,
    choices,
    chosen,
    initial,
    said_of,
    shape_of,
    usuals,
)
from rules.crews.written_faults import PLAIN, Fault, Vocabulary
from rules.plain_numbers import whole
from rules.wording import titled

MOST_NAMES, MOST_PARTS = 4_000, 80
LABELS = {
    "name": "Name",
    "value": "Number behind the name",
    "type": "In brackets behind the name",
    "script": "What it does",
    "range_type": "Icon of the range",
    "stat_flip": "Beside the stat",
    "resist": "Resisted by",
    "tn": "TN",
    "tn_suits": "Suits of the TN",
    "damage": "Damage",
    "parts": "Parts",
    "whom": "Who",
    "of": "Of",
    "once": "How often",
    "do": "Word",
    "is": "Is",
    "like": "What it must be",
    "inches": "Range in inches",
    "combat": "Cb",
    "cc": "CC",
    "cost": "Price",
    "blasts": "Blasts",
    "aura_changes": "The aura changes",
    "pushes_to": "Pushes its target",
    "pushes_inches": "Pushes within, in inches",
    "through_floor": "Pushes a Spirit through the floor",
    "activates": "Its target activates next",
    "becomes": "The caster becomes (slug)",
    "summons": "Summons (slug)",
    "avatar": "Manifests as (slug)",
    "ca_suits": "Suits of Ca",
    "ap": "General AP, 0: as usual",
}
"""Names of fields that do not read as they are."""
LABELS_OF = {("Spell", "cost"): "AP"}
"""Names of fields that are called otherwise in one shape."""
HINTS = {("Spell", "cost"): "0: the (0) Action; −1: (all) AP of the activation."}
"""What stands under a field, by the shape it belongs to."""


class Control(Struct, kw_only=True):
    """One control: ``kind`` chooses its picture, ``more`` are fields with their usual values."""

    path: str
    label: str
    kind: str
    value: Any = ""
    options: tuple[tuple[str, str], ...] = ()
    children: list[Control] = []
    more: list[Control] = []
    hint: str = ""
    faults: tuple[str, ...] = ()
    optional: bool = False

    @property
    def id(self) -> str:
        return "c-" + self.path.replace("/", "-").replace("@", "w").replace("=", "v")


# From data to controls


def controls_of(
    data: Any, kind: type[Struct], faults: Iterable[Fault] = (), vocabulary: Vocabulary = PLAIN
) -> Control:
    """The controls of a thing; each fault is shown at the innermost control of its place."""
    whole = _Drawer(vocabulary).struct(data, shape_of(kind), "", "", 0)
    for fault in faults:
        _nearest(whole, fault.path).faults += (fault.sentence,)
    return whole


def _nearest(whole: Control, path: str) -> Control:
    near = whole
    while True:
        inner = next(
            (
                child
                for child in (*near.children, *near.more)
                if child is not near and (path == child.path or path.startswith(f"{child.path}/"))
            ),
            None,
        )
        if inner is None:
            return near
        near = inner


PAIR = ("what", "number")
"""What the places of a pair are called."""
ALWAYS = {
    "HouseAbility": ("value", "type", "script"),
    "HouseResistance": ("suit", "script"),
    "HouseTrigger": ("suits", "script"),
    "HouseAction": (
        "kind",
        "range_type",
        "range",
        "stat",
        "resist",
        "tn",
        "damage",
        "triggers",
        "script",
    ),
    "WrittenTalent": ("number", "of"),
    "Weapon": ("blasts", "paired", "magical", "gives"),
    "Spell": ("cost", "suits", "resist", "inches", "damage"),
    "TriggerM1": ("number",),
    "ReactionM1": ("inches", "cards", "wounds", "heals", "gives"),
    "WeaponBonus": ("combat", "damage"),
    "BesideStats": ("ap", "ca_suits", "avatar"),
    "TriggerScript": ("timing", "effects"),
    "ActionScript": ("targets", "effects"),
    "Gain": ("value", "whom"),
    "Damage": ("whom",),
    "Heal": ("whom",),
    "Models": ("side", "words", "within", "which"),
    "Markers": ("kinds", "within", "which"),
    "Move": ("inches", "whom"),
    "Draw": ("cards",),
    "Armor": ("amount",),
    "Reaction": ("optional", "cost", "once"),
    "Summon": ("card", "cost_most", "effects"),
    "Replace": ("card",),
}
"""Fields shown at once though they may be left as they are."""


class _Drawer:
    """Makes controls along the shape; a text that names something is a choice of what the vocabulary has."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def control(self, value: Any, wanted: inspect.Type, path: str, name: str, depth: int) -> Control:
        label = LABELS.get(name, titled(name.replace("_", " ")))
        if depth > MOST_DEPTH:
            return Control(path=path, label=label, kind="deep")
        offered = choices(wanted)
        keys = {choice.key for choice in offered}
        optional = "none" in keys
        simple = keys - {"none"}
        if simple and all(key.startswith("=") for key in simple):
            return self.literal(value, offered, path, label)
        if simple == {"number"}:
            shown = "" if value is None else f"{value:g}" if isinstance(value, float) else value
            return Control(path=path, label=label, kind="number", value=shown, optional=optional)
        if simple == {"yes", "no"} and not optional:
            return Control(path=path, label=label, kind="flag", value=bool(value))
        if simple == {"text"}:
            return self.text(value, path, label, name)
        if simple == {"flip"}:
            return Control(
                path=path, label=label, kind="flip", value=list(value or ["", "", ""]), optional=optional
            )
        if simple == {"pair"} and not optional:
            return self.pair(value, offered[0].type, path, label, name, depth)
        if simple == {"list"} and not optional:
            return self.several(value, offered[0].type, path, label, name, depth)
        if len(offered) == 1 and isinstance(offered[0].type, inspect.StructType):
            return self.struct(value, offered[0].type, path, label, depth)
        return self.union(value, wanted, offered, path, label, name, depth)

    def literal(self, value: Any, offered: list[TypeOption], path: str, label: str) -> Control:
        options = tuple(
            (choice.key.removeprefix("=") if choice.key != "none" else "", choice.label) for choice in offered
        )
        return Control(
            path=path, label=label, kind="choice", value="" if value is None else str(value), options=options
        )

    def text(self, value: Any, path: str, label: str, name: str) -> Control:
        """A text; a choice where it names something that there is."""
        if name not in self.vocabulary.named:
            return Control(path=path, label=label, kind="text", value=value or "")
        options = self.names(name, value)
        return Control(
            path=path, label=label, kind="choice", value=value or "", options=(("", "–"), *options)
        )

    def names(self, name: str, *held: Any) -> tuple[tuple[str, str], ...]:
        offered = self.vocabulary.named[name].offered
        return (*offered.items(), *((str(each), str(each)) for each in held if each and each not in offered))

    def several(
        self, value: Any, wanted: inspect.Type, path: str, label: str, name: str, depth: int
    ) -> Control:
        assert isinstance(wanted, inspect.VarTupleType)
        held, item = list(value or ()), wanted.item_type
        offered = choices(item)
        if all(choice.key.startswith("=") for choice in offered) and "suits" not in name:
            options = tuple((choice.key[1:], choice.label) for choice in offered)
            return Control(path=path, label=label, kind="many", value=held, options=options)
        if all(choice.key.startswith("=") or choice.key == "text" for choice in offered):
            if name in self.vocabulary.named and "suits" not in name:
                return Control(
                    path=path, label=label, kind="many", value=held, options=self.names(name, *held)
                )
            hint = "ram, mask, crow, tome; commas between." if "suits" in name else "Commas between."
            return Control(path=path, label=label, kind="words", value=", ".join(map(str, held)), hint=hint)
        children = [
            self.control(inner, item, f"{path}/{number}", f"{name.rstrip('s')} {number + 1}", depth + 1)
            for number, inner in enumerate(held)
        ]
        options = tuple((choice.key, choice.label) for choice in offered) if len(offered) > 1 else ()
        return Control(path=path, label=label, kind="list", children=children, options=options)

    def pair(self, value: Any, wanted: inspect.Type, path: str, label: str, name: str, depth: int) -> Control:
        """A word and its number, each a control of its own."""
        assert isinstance(wanted, inspect.TupleType)
        held = list(value or ())
        children = [
            self.control(
                held[place] if place < len(held) else initial(item), item, f"{path}/{place}", said, depth + 1
            )
            for place, (item, said) in enumerate(zip(wanted.item_types, PAIR, strict=True))
        ]
        return Control(path=path, label=label, kind="group", children=children)

    def struct(self, value: Any, shape: inspect.StructType, path: str, label: str, depth: int) -> Control:
        held = value if isinstance(value, dict) else {}
        shown, more = self.fields(held, shape, path, depth)
        for child in shown:
            child.hint = child.hint or HINTS.get((shape.cls.__name__, child.path.rpartition("/")[2]), "")
        return Control(path=path, label=label, kind="group", children=shown, more=more, hint=said_of(shape))

    def fields(
        self, held: Mapping[str, Any], shape: inspect.StructType, path: str, depth: int
    ) -> tuple[list[Control], list[Control]]:
        shown: list[Control] = []
        more: list[Control] = []
        usual = usuals(shape.cls)
        for field in shape.fields:
            name = field.encode_name
            value = held.get(name, initial(field.type) if field.required else usual[name])
            control = self.control(value, field.type, f"{path}/{name}" if path else name, name, depth + 1)
            control.label = LABELS_OF.get((shape.cls.__name__, name), control.label)
            in_sight = field.required or value != usual[name] or name in ALWAYS.get(shape.cls.__name__, ())
            (shown if in_sight else more).append(control)
        return shown, more

    def union(
        self,
        value: Any,
        wanted: inspect.Type,
        offered: list[TypeOption],
        path: str,
        label: str,
        name: str,
        depth: int,
    ) -> Control:
        here = chosen(wanted, value) or offered[0]
        options = tuple((choice.key, choice.label) for choice in offered)
        if name == "script":
            options = (("none", "as the name says on printed cards"), (offered[-1].key, "words of its own"))
        control = Control(path=path, label=label, kind="union", value=here.key, options=options)
        if here.key in ("number", "text"):
            control.children = [self.plain(value, here, f"{path}/=", label, name)]
        elif here.key == "flip":
            control.children = [
                Control(path=f"{path}/=", label=label, kind="flip", value=list(value or [1, 2, 3]))
            ]
        elif here.key == "list":
            control.children = [self.several(value, here.type, f"{path}/=", label, name, depth)]
        elif isinstance(here.type, inspect.StructType):
            control.children, control.more = self.fields(
                value if isinstance(value, dict) else {}, here.type, path, depth
            )
            control.hint = said_of(here.type)
        return control

    def plain(self, value: Any, here: TypeOption, path: str, label: str, name: str) -> Control:
        if here.key == "text":
            return self.text(value, path, label, name)
        return Control(path=path, label=label, kind="number", value=value)


# From controls to data


def data_of(posted: Mapping[str, list[str]], kind: type[Struct], op: str = "") -> dict[str, Any]:
    """What the form says, after ``op``: "add:PATH", "remove:PATH", "up:PATH" or nothing."""
    tree: dict[str, Any] = {}
    for name, values in list(posted.items())[:MOST_NAMES]:
        parts = name.split("/")
        if len(parts) > MOST_PARTS or "$" in parts:  # none of the form's own names
            continue
        node = tree
        for part in parts:
            node = node.setdefault(part, {})
        node["$"] = values
    data = _ControlReader(posted, op).struct(tree, shape_of(kind), "")
    return data


class _ControlReader:
    """Reads controls along the shape; a missing one has its default."""

    def __init__(self, posted: Mapping[str, list[str]], op: str) -> None:
        self.posted = posted
        self.op, _, self.at = op.partition(":")

    def place(self, node: Mapping[str, Any], wanted: inspect.Type, path: str, name: str) -> Any:
        offered = choices(wanted)
        simple = {choice.key for choice in offered} - {"none"}
        optional = len(simple) != len(offered)
        text = _last(node)
        if simple and all(key.startswith("=") for key in simple):
            return begun(wanted, "none" if optional and text == "" else f"={text}")
        if simple == {"number"}:
            return None if optional and text.strip() == "" else _number(text)
        if simple == {"yes", "no"} and not optional:
            return text == "on"
        if simple == {"text"}:
            return text.strip()
        if simple == {"flip"}:
            return _flip(node, optional=optional)
        if simple == {"pair"} and not optional:
            pair = offered[0].type
            assert isinstance(pair, inspect.TupleType)
            return [
                self.place(node.get(str(n), {}), item, f"{path}/{n}", PAIR[n])
                for n, item in enumerate(pair.item_types)
            ]
        if simple == {"list"} and not optional:
            return self.several(node, offered[0].type, path, name)
        if len(offered) == 1 and isinstance(offered[0].type, inspect.StructType):
            return self.struct(node, offered[0].type, path)
        return self.union(node, wanted, offered, path, name)

    def union(
        self, node: Mapping[str, Any], wanted: inspect.Type, offered: list[TypeOption], path: str, name: str
    ) -> Any:
        key = _last(node.get("@", {}))
        here = next((choice for choice in offered if choice.key == key), offered[0])
        inner = node.get("=")
        if isinstance(here.type, inspect.StructType):
            return self.struct(node, here.type, path)
        if inner is None or here.key not in ("number", "text", "flip", "list"):
            return begun(wanted, here.key)
        if here.key == "number":
            return _number(_last(inner))
        if here.key == "text":
            return _last(inner).strip()
        if here.key == "flip":
            return _flip(inner, optional=False) if "0" in inner else begun(wanted, "flip")
        return self.several(inner, here.type, f"{path}/=", name)

    def several(self, node: Mapping[str, Any], wanted: inspect.Type, path: str, name: str) -> list[Any]:
        assert isinstance(wanted, inspect.VarTupleType)
        item = wanted.item_type
        if "$" in node:
            values = [value for value in node["$"] if value]
            many = len(node["$"]) > 1 or "," not in "".join(values)
            return values if many else [word for part in values[0].split(",") if (word := part.strip())]
        held: list[Any] = []
        for number in sorted(number for key in node if (number := whole(key, 999)) is not None):
            at = f"{path}/{number}"
            if (self.op, self.at) == ("remove", at):
                continue
            held.append(self.place(node[str(number)], item, at, name))
            if (self.op, self.at) == ("up", at) and len(held) > 1:
                held[-2:] = held[:-3:-1]
        if (self.op, self.at) == ("add", path):
            key = (self.posted.get(f"new:{path}") or [""])[-1]
            held.append(begun(item, key))
        return held

    def struct(self, node: Mapping[str, Any], shape: inspect.StructType, path: str) -> dict[str, Any]:
        data: dict[str, Any] = {shape.tag_field: shape.tag} if shape.tag_field else {}
        usual = usuals(shape.cls)
        for field in shape.fields:
            name = field.encode_name
            inner = node.get(name)
            if inner is None:
                if field.required:
                    data[name] = initial(field.type)
                continue
            value = self.place(inner, field.type, f"{path}/{name}" if path else name, name)
            if value == "" and not field.required and isinstance(usual[name], int | float):
                value = usual[name]
            if field.required or value != usual[name]:
                data[name] = value
        return data


def _last(node: Mapping[str, Any]) -> str:
    values = node.get("$") or [""]
    return str(values[-1])


def _number(text: str) -> Any:
    """A number; other text remains text and is reported as a fault."""
    text = text.strip()
    try:
        return int(text)
    except ValueError:
        try:
            number = float(text)
        except ValueError:
            return text
        return number if abs(number) < 1e6 else text


def _flip(node: Mapping[str, Any], *, optional: bool) -> Any:
    texts = [_last(node.get(str(place), {})) for place in range(3)]
    if optional and not any(text.strip() for text in texts):
        return None
    return [_number(text) for text in texts]
