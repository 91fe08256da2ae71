"""Reading the form of a page as the body of an act."""

from __future__ import annotations

from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from msgspec import Meta

from mfcampaign.api.bodies import LARGEST
from mfcampaign.api.endpoint import Endpoint
from rules.refusal import Refusal, Violation

UNTICKED = frozenset({"", "0", "false", "off"})
MISSING = object()
PLACE = {"int": Annotated[int, Meta(ge=0, le=2**53)]}


def form_places(endpoint: Endpoint, request: HttpRequest) -> dict[str, Any]:
    """The places of the act's address that ``access`` does not take: fields of the form."""
    asked = {name: kind for name, kind in endpoint.places.items() if name not in endpoint.places_of_access}
    fields = [Field(name, PLACE.get(kind, str), required=True) for name, kind in asked.items()]
    return _read(fields, request)


def form_version(request: HttpRequest) -> int | None:
    """The version that the page of the form showed; ``None`` where the form has none."""
    version: int | None = _read([VERSION], request).get(VERSION.name)
    return version


def form_body(endpoint: Endpoint, request: HttpRequest) -> Any:
    """The form as the body of the act: each field of the body by its name.

    A check box is ``True`` or ``False``, a list has every value of its name that is not blank, a file is its
    text. What else is blank, also a list that may be ``None`` and of which the form has no field, is the
    field's default, or ``None`` where a field without one may be that. A form that asks for such a list has a
    blank field of its name, so that nothing ticked is an empty list. ``Refusal`` with a sentence for each
    wrong field.
    """
    if endpoint.read_form is not None:
        return endpoint.read_form(request)
    hints = get_type_hints(endpoint.body, include_extras=True)
    fields = [Field(f.name, hints[f.name], f.required) for f in msgspec.structs.fields(endpoint.body)]
    return endpoint.body(**_read(fields, request))


class Field(msgspec.Struct, frozen=True):
    """One field that a form may have."""

    name: str
    kind: Any
    required: bool


VERSION = Field("version", Annotated[int, Meta(ge=0, le=2**31 - 1)], required=False)


def _read(fields: Iterable[Field], request: HttpRequest) -> dict[str, Any]:
    """The values that the form gives, by name."""
    values, wrong = {}, []
    for field in fields:
        try:
            value = _sent(field, request)
            if value is not MISSING:
                values[field.name] = msgspec.convert(value, field.kind, strict=False)
            elif field.required and NoneType in get_args(field.kind):
                values[field.name] = None
            elif field.required:
                wrong.append(_problem(field, "is missing", "Fill it in."))
        except (msgspec.ValidationError, UnicodeDecodeError) as error:
            wrong.append(_problem(field, _fault(str(error)), "Correct it."))
    if wrong:
        raise Refusal.of(wrong)
    return values


def _sent(field: Field, request: HttpRequest) -> Any:
    """What the form says of a field, as ``msgspec`` converts it; ``MISSING`` where it is blank."""
    texts = [_text(text) for text in request.POST.getlist(field.name)]
    plain = get_args(field.kind)[0] if get_origin(field.kind) is Annotated else field.kind
    if plain is bool:
        return bool(texts) and texts[-1].lower() not in UNTICKED
    if _is_list(field.kind):
        filled = [text for text in texts if text]
        return MISSING if not texts and NoneType in get_args(field.kind) else filled
    sent = request.FILES.get(field.name)
    if isinstance(sent, UploadedFile):
        if (sent.size or 0) > LARGEST:
            raise msgspec.ValidationError(f"length <= {LARGEST}")
        texts = [sent.read().decode("utf-8-sig").replace("\x00", "")]
    return texts[-1] if texts and texts[-1] else MISSING


def _is_list(kind: Any) -> bool:
    """Whether a value of that kind is a list, or may be one.

    >>> _is_list(Annotated[tuple[int, ...], Meta(max_length=3)] | None), _is_list(int | None)
    (True, False)
    """
    origin = get_origin(kind)
    return origin in (tuple, list, frozenset) or (
        origin in (Annotated, Union, UnionType) and any(map(_is_list, get_args(kind)))
    )


def _text(text: str) -> str:
    """Without blanks around it, one line end, and no character that a database refuses."""
    return text.replace("\x00", "").replace("\r\n", "\n").strip()


FAULTS = (
    ("`array` of length >= ", "needs at least {} choices"),
    ("`array` of length <= ", "has at most {} choices"),
    ("length >= ", "needs at least {} characters"),
    ("length <= ", "has at most {} characters"),
    (" >= ", "is at least {}"),
    (" <= ", "is at most {}"),
    ("Expected `int", "is a whole number"),
    ("Expected `float", "is a number"),
    ("Invalid enum value", "is none of the choices"),
    ("utf-8", "is no text in UTF-8"),
)
"""What ``msgspec`` says, as a person reads it."""


def _fault(error: str) -> str:
    """
    >>> _fault("Expected `str` of length <= 300"), _fault("Expected `int | null`, got `str` - at `$[0]`")
    ('has at most 300 characters', 'is a whole number')
    """
    for said, words in FAULTS:
        if said in error:
            return words.format(error.partition(said)[2].partition(" ")[0])
    return "cannot be read"


def _problem(field: Field, fault: str, fix: str) -> Violation:
    name = field.name.replace("_", " ")
    return Violation("", f"“{name[:1].upper()}{name[1:]}” {fault}.", fix, field.name)
