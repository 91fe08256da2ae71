"""Declaring an operation: its address, who may ask, what goes in and what comes out.

    @get("leagues/<slug:slug>/", League, tag="Leagues")
    def league(call: Call, slug: str) -> League:
        '''One league. More about it in the lines after the first.'''

    @act("put", "leagues/<slug:slug>/name/", access.organiser, page="campaigns:organise", tag="Leagues")
    def rename_league(call: Call, visit: LeagueVisit, body: NewName) -> str:
        '''Give the league another name.'''
        operations.rename(visit.campaign, call.user, body.name)
        return "The league has a new name."

An act serves programs and the forms of pages alike (CONTRIBUTING.md, "An act"). The docstring's first line is
the summary, the rest the description.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from django.http import HttpRequest
from msgspec import Struct
from rest_framework.request import Request

from mfcampaign.api.bodies import LARGEST
from mfcampaign.api.calls import Call

Scope = Literal["read", "play", "organise"]
Run = Callable[..., Any]
Access = Callable[..., Any]
Answer = TypeVar("Answer")


class Endpoint(Struct, frozen=True, kw_only=True):
    """One operation. ``open`` answers strangers too. ``acts`` changes something: one transaction, under
    an Idempotency-Key. ``once`` are fields of the answer that are told one time only. ``expensive`` ones
    compute for long: few at a time.

    Of an act: ``access`` is a function of the user (of the request, where that is its first argument's name)
    and of the first places of the address. What it returns is the act's second argument; the other places are
    given by name. ``page`` names the page that its form goes
    back to, with those first places (a query or a part may follow: ``events:manage#results``); ``stays`` goes
    back to the page that the form was on, where that is known. ``no_account``: the form needs no account.
    ``read_form`` reads the body of a form whose fields are not those of the body. ``waits``: the form may
    wait on a device without signal. Of the visit it says the facts of the diary that who did it was looking
    at: what others did to those meanwhile is shown first. Empty: the body says what was seen."""

    name: str
    method: str
    path: str
    run: Run
    answer: Any
    tag: str
    scope: Scope = "read"
    body: Any = None
    query: Any = None
    open: bool = False
    status: int = 200
    once: tuple[str, ...] = ()
    expensive: bool = False
    largest: int = LARGEST
    example: Any = None
    answer_example: Any = None
    access: Access | None = None
    page: str = ""
    stays: bool = False
    no_account: bool = False
    read_form: Callable[[HttpRequest], Any] | None = None
    waits: Callable[[Any], dict[str, Any]] | None = None

    @property
    def acts(self) -> bool:
        return self.access is not None

    @property
    def places(self) -> dict[str, str]:
        """The converter of each place of the address by its name, in order."""
        return {name: kind for kind, name in re.findall(r"<(\w+):(\w+)>", self.path)}

    @property
    def places_of_access(self) -> list[str]:
        """The first places of the address, those that ``access`` takes."""
        assert self.access is not None, f"{self.name} is no act"
        return list(self.places)[: len(inspect.signature(self.access).parameters) - 1]

    def visit(self, request: HttpRequest | Request, places: dict[str, Any]) -> Any:
        """What who asks is at those places, as ``access`` says; 404 for who may not know of them."""
        assert self.access is not None, f"{self.name} is no act"
        by_request = next(iter(inspect.signature(self.access).parameters)) == "request"
        who = request if by_request else request.user
        return self.access(who, *(places[name] for name in self.places_of_access))

    def perform(self, call: Call, visit: Any, places: dict[str, Any]) -> Done[Any]:
        """Do the act, with the body of the call."""
        given = {name: value for name, value in places.items() if name not in self.places_of_access}
        if self.body is not None:
            given["body"] = call.body
        said = self.run(call, visit, **given)
        return said if isinstance(said, Done) else Done(said, None)

    @property
    def summary(self) -> str:
        return (self.run.__doc__ or "").strip().partition("\n")[0].rstrip(".")

    @property
    def description(self) -> str:
        lines = (line.strip() for line in (self.run.__doc__ or "").strip().splitlines())
        return "\n".join(lines).replace("``", "`")


class ActResult(Struct, frozen=True):
    """What an act did: the sentences it left in the diary, and the ``version`` the aggregate has now
    (for ``If-Match``). ``again`` marks the answer to an act that had been done before."""

    said: tuple[str, ...]
    version: int | None = None
    again: bool = False


class Done(Struct, Generic[Answer], frozen=True):
    """What an act did: a ``sentence`` for who did it on a page (empty: the page shows it anyway), the
    ``answer`` to a program (``None``: what the diary says), where to go ``to`` in place of its page, and the
    path of the form that does the opposite, ``undo``."""

    sentence: str
    answer: Answer
    to: str = ""
    undo: str = ""


REGISTERED: dict[tuple[str, str], Endpoint] = {}
ON_PAGES: dict[str, Endpoint] = {}
"""The acts that a form of a page does, by name."""


def _declared(method: str, path: str, answer: Any, **options: Any) -> Callable[[Run], Run]:
    def declare(run: Run) -> Run:
        _register(Endpoint(name=_name(run), method=method, path=path, run=run, answer=answer, **options))
        return run

    return declare


def _name(run: Run) -> str:
    assert run.__doc__, f"{run.__name__} says nothing about itself"
    return run.__name__.rstrip("_")  # ``league_`` where ``league`` is another function of the module


def _register(endpoint: Endpoint) -> None:
    method, path, name = endpoint.method, endpoint.path, endpoint.name
    assert (method, path) not in REGISTERED, f"{method} {path} is there twice"
    assert all(other.name != name for other in REGISTERED.values()), f"{name} is there twice"
    REGISTERED[method, path] = endpoint


def get(path: str, answer: Any, **options: Any) -> Callable[[Run], Run]:
    """Declare an operation that reads."""
    return _declared("get", path, answer, **options)


def asks(path: str, answer: Any, *, body: Any, **options: Any) -> Callable[[Run], Run]:
    """Declare a question that is too long for an address: POST, no change, the same answer each time."""
    return _declared("post", path, answer, body=body, **options)


def act(
    method: str, path: str, access: Access, *, scope: Scope = "play", **options: Any
) -> Callable[[Run], Run]:
    """Declare an act of programs and, with a ``page``, of that page's forms. Its body is the type of the
    argument ``body``, its answer what it returns: a sentence, or ``Done`` with an answer. Without a
    ``method`` it is an act of the page alone."""

    def declare(run: Run) -> Run:
        hints = get_type_hints(run, include_extras=True)
        answer = get_args(hints["return"])[0] if get_origin(hints["return"]) is Done else type(None)
        endpoint = Endpoint(
            name=_name(run),
            method=method,
            path=path,
            run=run,
            answer=ActResult if answer is type(None) else answer,
            body=hints.get("body"),
            scope=scope,
            access=access,
            **options,
        )
        if method:
            _register(endpoint)
        if endpoint.page:
            assert endpoint.name not in ON_PAGES, f"{endpoint.name} is there twice"
            ON_PAGES[endpoint.name] = endpoint
        return run

    return declare
