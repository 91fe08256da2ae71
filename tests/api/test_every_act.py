"""Every act of programs is done somewhere: a walk through scenes. In each all acts are tried that were not
done yet, and after each that was done what was refused in its room is tried again.

With ``--faults`` each is killed at every boundary of its statements when it is done (tests/faults.py).
"""

from __future__ import annotations

import itertools
import json
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from mfcampaign.api import operations
from mfcampaign.api.endpoint import Endpoint
from tests.api import scenes, stories
from tests.api.scenes import Scene
from tests.blocks import taken_back
from tests.campaigns.conftest import catalogue, figures, in_process, make_league  # noqa: F401  fixtures
from tests.faults import as_before, forget
from tests.permissions.test_api_matrix import _filled, endpoints
from tests.permissions.test_api_matrix import world as api_world
from tests.permissions.test_matrix import world as pages_world

pytestmark = [pytest.mark.django_db, pytest.mark.faults]
world_of_pages, world = pages_world, api_world
Request = tuple[Endpoint, Any, str, Any]
"""An act, who does it, the address and the body."""


class Walk:
    """What was done so far, by name, and in which scene after which acts."""

    def __init__(self) -> None:
        self.left = {act.name: act for act in endpoints().values() if act.acts}
        self.done: dict[str, str] = {}
        self.said: dict[str, list[str]] = {}
        self.tokens: dict[int, str] = {}
        self.refused: dict[str, set[Any]] = {}
        self.http = Client()

    def through(self, scene: Scene) -> None:
        """Try all that is left; then, after each that could be done, what was refused before it."""
        scopes = ["read", "play", "organise"]
        self.tokens = {who.pk: operations.make_token(who, name="t", scopes=scopes)[1] for who in scene.people}
        self.refused = {}
        paths: deque[list[Request]] = deque([[]])
        while paths:
            before = paths.popleft()
            with as_before():
                for request in before:
                    self.send(request)
                paths += [[*before, request] for request in self.tried(scene, before)]

    def tried(self, scene: Scene, before: list[Request]) -> Iterator[Request]:
        """Those that can be done now."""
        for name, act in list(self.left.items()):
            if before and (name not in self.refused or act.run.__module__ != before[-1][0].run.__module__):
                continue
            for request in requests(scene, act):
                if before and request[1] not in self.refused[name]:
                    continue
                with taken_back():  # what is refused changes nothing that a cache might know
                    status, said = self.send(request)
                if status < 400:
                    forget()
                    del self.left[name]
                    self.done[name] = " → ".join([scene.name, *(each[0].name for each in before)])
                    yield request
                    break
                if status in (404, 409) and not before:
                    self.refused.setdefault(name, set()).add(request[1])
                self.said.setdefault(name, []).append(f"{scene.name}: {status} {said}")

    def send(self, request: Request) -> tuple[int, str]:
        act, who, path, body = request
        headers = {"idempotency-key": act.name, "authorization": f"Bearer {self.tokens[who.pk]}"}
        answer = self.http.generic(
            act.method.upper(), path, json.dumps(body), content_type="application/json", headers=headers
        )
        assert answer.status_code < 500, (act.name, answer.content)
        return answer.status_code, answer.content.decode()[:400] if answer.status_code >= 400 else ""


def requests(scene: Scene, act: Endpoint) -> Iterator[Request]:
    """Each of the people at each of the places that the scene names."""
    at = scene.at | scene.at_of.get(act.name, {})
    if not set(act.places) <= set(at):
        return
    body = scene.bodies.get(act.name, act.example or {})
    body = body() if callable(body) else body
    found = [at[name]() if callable(at[name]) else at[name] for name in act.places]
    for places in itertools.product(*(each if isinstance(each, list) else [each] for each in found)):
        path = "/api/v1/" + _filled(act.path, dict(zip(act.places, places, strict=True)))
        for who in scene.people:
            yield act, who, path, body


def test_every_act_of_programs_is_done_somewhere(world, make_league, in_process):  # noqa: F811
    walk = Walk()
    assert len(walk.left) > 200, "the acts were not found at all"
    for scene in itertools.chain(
        scenes.everywhere(world, make_league), stories.everywhere(world, make_league)
    ):
        walk.through(scene)
    assert {name: walk.said.get(name) for name in walk.left} == {}
