"""Declaring an operation of the API: its address, who may ask, what goes in and what comes out.

    @get("leagues/<slug:slug>/", League, tag="Leagues")
    def league(call: Call, slug: str) -> League:
        '''One league. More about it in the lines after the first.'''

``body`` of ``asks`` and ``acts`` is a msgspec Struct, decoded strictly. The docstring's first line is the
summary, the rest the description.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from mfcampaign.api.bodies import LARGEST

Scope = Literal["read", "play", "organise"]
Run = Callable[..., Any]


class Endpoint(Struct, frozen=True, kw_only=True):
    """One operation. ``open`` answers strangers too. ``acts`` changes something: one transaction, under
    an Idempotency-Key. ``once`` are fields of the answer that are told one time only. ``dear`` ones
    compute for long: few at a time."""

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
    acts: bool = False
    status: int = 200
    once: tuple[str, ...] = ()
    dear: bool = False
    largest: int = LARGEST
    example: Any = None
    answer_example: Any = None

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


REGISTERED: dict[tuple[str, str], Endpoint] = {}


def _declared(method: str, path: str, answer: Any, **options: Any) -> Callable[[Run], Run]:
    def declare(run: Run) -> Run:
        name = run.__name__.rstrip("_")  # ``league_`` where ``league`` is another function of the module
        assert run.__doc__, f"{name} says nothing about itself"
        assert (method, path) not in REGISTERED, f"{method} {path} is there twice"
        assert all(other.name != name for other in REGISTERED.values()), f"{name} is there twice"
        REGISTERED[method, path] = Endpoint(
            name=name, method=method, path=path, run=run, answer=answer, **options
        )
        return run

    return declare


def get(path: str, answer: Any, **options: Any) -> Callable[[Run], Run]:
    """Declare an operation that reads."""
    return _declared("get", path, answer, **options)


def asks(path: str, answer: Any, *, body: Any, **options: Any) -> Callable[[Run], Run]:
    """Declare a question that is too long for an address: POST, no change, the same answer each time."""
    return _declared("post", path, answer, body=body, **options)


def acts(
    method: str, path: str, answer: Any = ActResult, *, scope: Scope = "play", **options: Any
) -> Callable[[Run], Run]:
    """Declare an act."""
    return _declared(method, path, answer, scope=scope, acts=True, **options)
