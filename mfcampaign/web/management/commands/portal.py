"""``manage.py portal``: the whole portal from one command, on one machine.

Migrates the database, loads the catalogue, plays the demo leagues when the database has no people yet, then
runs its parts until Ctrl-C: the web server, the process that streams updates to open pages, and (without a
broker) the ticker, which does the work of beat and workers.

The code is imported once: this process opens no connection and forks the parts, which share its memory. It
holds the socket of the web server: while a killed one is started again, who comes waits and is not refused.
"""

from __future__ import annotations

import contextlib
import ctypes
import http.client
import io
import multiprocessing
import multiprocessing.connection
import os
import signal
import socket
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from functools import partial
from multiprocessing.context import ForkProcess
from types import FrameType
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from mfcampaign.web.resilience.addresses import is_loopback
from mfcampaign.web.resilience.forking import load_and_share

LONGEST_SOCKET = 100  # bytes of the path of a Unix socket; the systems differ a little
ANSWER_SECONDS = 60
STOP_SECONDS = 15
STEADY_SECONDS = 5
"""A part that ends sooner than this cannot run here: the portal ends with it instead of starting it again."""
STOPS = (signal.SIGINT, signal.SIGTERM)
PARENT_DIED, OWN_NAME = 1, 15  # PR_SET_PDEATHSIG, PR_SET_NAME
BEYOND = (
    "Others reach this portal at {host}, unencrypted and with the settings of development: only in a\n"
    "network that you trust. The demo's people have passwords of their own; docs/operating.md says more."
)
FORK = multiprocessing.get_context("fork")


class Command(BaseCommand):
    help = "Prepare the database and the demo league, then serve until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--workers", type=int, default=1, help="web processes")
        parser.add_argument("--threads", type=int, default=4, help="threads of each web process")
        parser.add_argument("--no-demo", action="store_true", help="leave an empty database empty")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        listener = self._listener(host, port)
        open_to_others = not settings.PRODUCTION and not is_loopback(host)
        if open_to_others:
            self.stdout.write(self.style.WARNING(BEYOND.format(host=host)))
        self._name_site(host, port)
        load_and_share()
        if _apart(partial(self._prepare, demo=not options["no_demo"], own_passwords=open_to_others)):
            raise CommandError("The database could not be prepared; the reason stands above.")
        parts: dict[str, Callable[[], object]] = {}
        parts["web"] = partial(_web, listener, options["workers"], options["threads"])
        if len(os.fsencode(settings.LIVE_SOCKET)) <= LONGEST_SOCKET:
            parts["live"] = partial(_live, listener)
        else:
            self.stdout.write(
                "VAR_DIR is too long a path for a socket: pages poll. LIVE_SOCKET names another."
            )
        if settings.DISPATCH_IN_PROCESS:
            parts["ticker"] = partial(_ticker, listener)
        with listener, _Household(parts) as household:
            self._await_answer(household, host, port)
            self._greet(host, port)
            code = household.wait(self._tell_restart)
        if code:
            raise CommandError(f"A part of the portal ended by itself with {code}; the rest was stopped.")
        self.stdout.write("Stopped.")

    def _tell_restart(self, name: str, code: int) -> None:
        self.stderr.write(self.style.WARNING(f"{name} ended by itself with {code}; it was started again."))

    def _name_site(self, host: str, port: int) -> None:
        """Links in mails and on the greeting lead to this very portal, unless somebody said otherwise."""
        if not settings.PRODUCTION and "SITE_URL" not in os.environ:
            settings.SITE_URL = f"http://{_address(_own_name(host), port)}"

    def _listener(self, host: str, port: int) -> socket.socket:
        """Bound, so that the port is ours; the web server lets it listen once it answers."""
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as problem:
            listener.close()
            raise CommandError(f"{host}:{port} cannot be used ({problem.strerror}); try PORT=8001.") from None
        return listener

    def _prepare(self, *, demo: bool, own_passwords: bool) -> None:
        self.stdout.write("Bringing the database up to date …")
        call_command("migrate", verbosity=0, interactive=False)
        self.stdout.write("Loading the catalogue …")
        call_command("load_catalogue")
        if settings.PRODUCTION:
            call_command("collectstatic", verbosity=0, interactive=False)
        if demo and not settings.PRODUCTION and not get_user_model().objects.exists():
            self.stdout.write("Playing the demo league …")
            call_command("demo", stdout=io.StringIO())  # its people are named when the portal is open
        if own_passwords:
            call_command("demo", "--own-passwords", stdout=io.StringIO())

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
            _apart(partial(call_command, "demo", "--sign-ins"))
        self.stdout.write("Ctrl-C stops it.\n")
        self.stdout.flush()


class _Household:
    """Parts that end together, and are started again when one dies; a context that leaves none behind."""

    def __init__(self, parts: dict[str, Callable[[], object]]) -> None:
        self._works = parts
        self._parts: dict[str, ForkProcess] = {}
        self._started_at: dict[str, float] = {}
        self.stopping = False

    def __enter__(self) -> _Household:
        for signum in STOPS:
            signal.signal(signum, self._stop)
        for name in self._works:
            self._start(name)
        return self

    def __exit__(self, *exception: object) -> None:
        for part in self._parts.values():
            part.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for part in self._parts.values():
            part.join(max(0.1, deadline - time.monotonic()))
            part.kill()
            part.join()

    def _start(self, name: str) -> None:
        """Each leads a session of its own: Ctrl-C comes to us, and we stop them in order."""
        part = _part(f"portal-{name}", self._works[name], session=True)
        # A signal that comes meanwhile waits for our handlers, and in a part until ours are gone there.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
        part.start()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self._parts[name], self._started_at[name] = part, time.monotonic()

    def _stop(self, signum: int, frame: FrameType | None) -> None:
        self.stopping = True

    @property
    def ended(self) -> str | None:
        """The name of a part that has ended by itself."""
        return next((name for name, part in self._parts.items() if not part.is_alive()), None)

    def wait(self, tell: Callable[[str, int], None]) -> int:
        """Until a signal comes (0) or a part does not stay (its code, or 1); ``tell`` hears of each that was
        started again, with its code."""
        while not self.stopping:
            if name := self.ended:
                part, code = self._parts[name], self._parts[name].exitcode or 1
                if time.monotonic() < self._started_at[name] + STEADY_SECONDS:
                    return code
                assert part.pid
                with contextlib.suppress(ProcessLookupError):  # what it had started still holds its port
                    os.killpg(part.pid, signal.SIGKILL)
                self._start(name)
                tell(name, code)
            multiprocessing.connection.wait([part.sentinel for part in self._parts.values()], 0.2)
        return 0


def _apart(work: Callable[[], object]) -> int:
    """The exit code of a process that does this and leaves nothing of it in our memory."""
    part = _part("portal", work, session=False)
    part.start()
    part.join()
    return part.exitcode or 0


def _part(name: str, work: Callable[[], object], *, session: bool) -> ForkProcess:
    return FORK.Process(target=_run, args=(name, work, os.getpid(), session), daemon=True)


def _run(name: str, work: Callable[[], object], parent: int, session: bool) -> None:
    """In the new process: answers to signals as one that was started by itself, and does its work."""
    if session:
        os.setsid()
    for each in STOPS:
        signal.signal(each, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)
    with contextlib.suppress(OSError, AttributeError):
        # Linux: a killed portal takes its parts along, and `ps` tells them apart; elsewhere neither.
        libc = ctypes.CDLL(None)
        libc.prctl(PARENT_DIED, signal.SIGTERM, 0, 0, 0)
        libc.prctl(OWN_NAME, name.encode(), 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(1)
    try:
        work()
    except CommandError as fault:
        sys.exit(f"CommandError: {fault}")


def _web(listener: socket.socket, workers: int, threads: int) -> None:
    from gunicorn.app.wsgiapp import run

    sys.argv = ["gunicorn", "mfcampaign.wsgi:application", "--bind", f"fd://{listener.detach()}"]
    sys.argv += ["--config", "python:mfcampaign.web.resilience.gunicorn"]
    sys.argv += ["--workers", str(workers), "--threads", str(threads)]
    sys.argv += ["--graceful-timeout", "10", "--log-level", "warning"]
    run()


def _live(listener: socket.socket) -> None:
    from mfcampaign.live.server import main

    listener.close()  # its own copy: the port is free as soon as portal and web server are gone
    main()


def _ticker(listener: socket.socket) -> None:
    listener.close()
    call_command("ticker")


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
