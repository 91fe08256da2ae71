"""``manage.py portal``: the whole portal from one command, on one machine.

Migrates the database, loads the catalogue, plays the demo leagues when the database has no people yet, then
runs its child processes until Ctrl-C: the web server, the process that streams updates to open pages, and
(without a broker) the ticker, which does the work of beat and workers.
"""

from __future__ import annotations

import contextlib
import ctypes
import http.client
import io
import os
import signal
import socket
import subprocess
import sys
import time
from argparse import ArgumentParser
from functools import partial
from types import FrameType
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

LIVE = "mfcampaign.live"
LONGEST_SOCKET = 100  # bytes of the path of a Unix socket; the systems differ a little
ANSWER_SECONDS = 60
STOP_SECONDS = 15
PARENT_DIED = 1  # PR_SET_PDEATHSIG


class Command(BaseCommand):
    help = "Prepare the database and the demo league, then serve until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=1, help="web processes")
        parser.add_argument("--threads", type=int, default=4, help="threads of each web process")
        parser.add_argument("--no-demo", action="store_true", help="leave an empty database empty")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        self._refuse_taken_port(host, port)
        self._name_site(host, port)
        self._prepare(demo=not options["no_demo"])
        connections.close_all()
        commands = [_web(host, port, options["workers"], options["threads"])]
        if len(os.fsencode(settings.LIVE_SOCKET)) <= LONGEST_SOCKET:
            commands.append([sys.executable, "-m", LIVE])
        else:
            self.stdout.write(
                "VAR_DIR is too long a path for a socket: pages poll. LIVE_SOCKET names another."
            )
        if settings.DISPATCH_IN_PROCESS:
            commands.append([sys.executable, "manage.py", "ticker"])
        with _Household(commands) as household:
            self._await_answer(household, host, port)
            self._greet(host, port)
            code = household.wait()
        if code:
            raise CommandError(f"A part of the portal ended by itself with {code}; the rest was stopped.")
        self.stdout.write("Stopped.")

    def _name_site(self, host: str, port: int) -> None:
        """Links in mails and on the greeting lead to this very portal, unless somebody said otherwise."""
        if not settings.PRODUCTION and "SITE_URL" not in os.environ:
            settings.SITE_URL = os.environ["SITE_URL"] = f"http://{_address(_own_name(host), port)}"

    def _refuse_taken_port(self, host: str, port: int) -> None:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as problem:
                raise CommandError(
                    f"{host}:{port} cannot be used ({problem.strerror}); try PORT=8001."
                ) from None

    def _prepare(self, *, demo: bool) -> None:
        self.stdout.write("Bringing the database up to date …")
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write("Loading the catalogue …")
        call_command("load_catalogue")
        if settings.PRODUCTION:
            call_command("collectstatic", verbosity=0, interactive=False)
        if demo and not settings.PRODUCTION and not get_user_model().objects.exists():
            self.stdout.write("Playing the demo league …")
            call_command("demo", stdout=io.StringIO())  # its people are named when the portal is open

    def _await_answer(self, household: _Household, host: str, port: int) -> None:
        deadline = time.monotonic() + ANSWER_SECONDS
        while not _answers(_own_name(host), port):
            if household.ended or household.stopping:
                return
            if time.monotonic() > deadline:
                raise CommandError(f"No answer on port {port} after {ANSWER_SECONDS} seconds.")
            time.sleep(0.1)

    def _greet(self, host: str, port: int) -> None:
        self.stdout.write(
            self.style.SUCCESS(f"\nThe portal is open: http://{_address(_own_name(host), port)}/")
        )
        if not settings.PRODUCTION:
            call_command("demo", "--sign-ins")
        self.stdout.write("Ctrl-C stops it.\n")
        self.stdout.flush()


class _Household:
    """Children that live and end together; a context that leaves none behind."""

    def __init__(self, commands: list[list[str]]) -> None:
        self._commands = commands
        self._children: list[subprocess.Popen[bytes]] = []
        self.stopping = False

    def __enter__(self) -> _Household:
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, self._stop)
        end_with_us = partial(_end_with_parent, os.getpid())
        for command in self._commands:
            # A session of their own: Ctrl-C comes to us, and we stop them in order.
            self._children.append(
                subprocess.Popen(
                    command, cwd=settings.BASE_DIR, start_new_session=True, preexec_fn=end_with_us
                )
            )
        return self

    def __exit__(self, *exception: object) -> None:
        for child in self._children:
            if child.poll() is None:
                child.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for child in self._children:
            try:
                child.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def _stop(self, signum: int, frame: FrameType | None) -> None:
        self.stopping = True

    @property
    def ended(self) -> subprocess.Popen[bytes] | None:
        return next((child for child in self._children if child.poll() is not None), None)

    def wait(self) -> int:
        """Until a signal comes (0) or a child ends by itself (its code, or 1)."""
        while not self.stopping:
            if ended := self.ended:
                return ended.returncode or 1
            time.sleep(0.2)
        return 0


def _web(host: str, port: int, workers: int, threads: int) -> list[str]:
    command = [sys.executable, "-m", "gunicorn", "mfcampaign.wsgi:application"]
    command += ["--bind", _address(host, port)]
    command += [
        "--worker-class",
        "mfcampaign.web.resilience.worker.PortalWorker",
        "--workers",
        str(workers),
        "--threads",
        str(threads),
    ]
    return [*command, "--graceful-timeout", "10", "--log-level", "warning"]


def _answers(host: str, port: int) -> bool:
    """Whether the web server answers; its health page reports the rest."""
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    else:
        return True
    finally:
        connection.close()


def _own_name(host: str) -> str:
    """The local address of a server that listens on ``host``."""
    return "localhost" if host in ("0.0.0.0", "::") else host  # noqa: S104  asking, not listening  # nosec B104


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _end_with_parent(parent: int) -> None:
    """Linux: a killed portal takes its children along; elsewhere they must be stopped by hand."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PARENT_DIED, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
