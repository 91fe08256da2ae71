"""Servers as processes of the tests: as whom they run, where they live, and that they die with us."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

UNPRIVILEGED = ("postgres", "nobody", "daemon")
# How long a busy machine may take; who waits in vain waits once.
START_SECONDS = 600


class NotStarted(RuntimeError):
    """A server would not run; the text is the end of what it said."""


def unprivileged_user() -> pwd.struct_passwd:
    for name in UNPRIVILEGED:
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise NotStarted("PostgreSQL refuses to run as root and there is no unprivileged user here")


def reachable(path: Path, user: pwd.struct_passwd) -> bool:
    """Whether ``user`` may run what lies in ``path``."""
    test = ["test", "-x", str(path / "initdb")]
    return (
        subprocess.run(test, check=False, user=user.pw_uid, group=user.pw_gid, extra_groups=[]).returncode
        == 0
    )


@contextlib.contextmanager
def home(prefix: str, user: pwd.struct_passwd | None) -> Iterator[Path]:
    home = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        if user:
            os.chown(home, user.pw_uid, user.pw_gid)
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


def run(command: list[str | Path], user: pwd.struct_passwd | None, home: Path) -> None:
    subprocess.run(
        [str(part) for part in command],
        check=True,
        cwd=home,
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        **as_user(user),
    )


@contextlib.contextmanager
def daemon(
    command: list[str],
    home: Path,
    user: pwd.struct_passwd | None,
    *,
    stop: signal.Signals,
    ready: Callable[[], bool],
) -> Iterator[None]:
    log = home / "server.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=home,
            env=environment(home),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_parent,
            **as_user(user),
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not ready():
            if process.poll() is not None or time.monotonic() > deadline:
                raise NotStarted(f"did not start: {log.read_text(errors='replace')[-500:].strip()}")
            time.sleep(0.05)
        yield
    finally:
        process.send_signal(stop)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def environment(home: Path) -> dict[str, str]:
    """Only what a server needs: the caller's HOME and XDG directories may be closed to its user."""
    return {"PATH": os.environ.get("PATH", os.defpath), "HOME": str(home), "LC_ALL": "C", "TZ": "UTC"}


def as_user(user: pwd.struct_passwd | None) -> dict[str, Any]:
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}


def die_with_parent() -> None:
    """Linux: the kernel stops the server when the test run is killed; elsewhere nothing happens.

    A session of its own keeps Ctrl-C on the terminal from reaching the server before us.
    """
    os.setsid()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT, 0, 0, 0)


def reason(problem: Exception) -> str:
    if isinstance(problem, subprocess.CalledProcessError):
        return (problem.stderr or str(problem)).strip().splitlines()[-1]
    return str(problem)
