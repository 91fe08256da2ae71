"""People and leagues for the tests of notices; the network is a server of our own."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from mfcampaign.notices import outbound
from tests.campaigns.conftest import catalogue, figures, in_process, league, make_league, person  # noqa: F401


def confirmed(user: Any) -> Any:
    """``user`` with an address that is known to be theirs."""
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


class Listener:
    """What a real local server was sent: path, headers (lower case), body as JSON. ``answers`` are
    statuses to give, the last one for good; ``location`` goes with each. An ``endless`` answer drips for a
    minute, unless it is cut; then it is ``dry``."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, dict[str, str], bytes]] = []
        self.answers = [204]
        self.location = ""
        self.over = threading.Event()
        self.endless = self.dry = False
        self.url = ""

    def bodies(self) -> list[Any]:
        return [json.loads(body) for _, _, body in self.heard]


@pytest.fixture
def listener(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    """A server on this machine, which only the setting for trying things out lets webhooks reach; on a busy
    one it may take its time."""
    settings.WEBHOOKS_ALLOW_INSIDE = True
    monkeypatch.setattr(outbound, "SECONDS", 120)
    heard = Listener()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            heard.heard.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            status = heard.answers.pop(0) if len(heard.answers) > 1 else heard.answers[0]
            self.send_response(status)
            if heard.location:
                self.send_header("Location", heard.location)
            if not heard.endless:
                self.send_header("Content-Length", "0")
            self.end_headers()
            for _ in range(1200 if heard.endless else 0):
                try:
                    self.wfile.write(b"x")
                    self.wfile.flush()
                except OSError:
                    return
                if heard.over.wait(0.05):
                    return
            heard.dry = heard.endless

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    heard.url = f"http://127.0.0.1:{server.server_port}/hook?thread=7"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield heard
    heard.over.set()
    server.shutdown()
    server.server_close()
