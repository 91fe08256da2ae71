"""Real processes in tests: started in a group of their own, logged, and stopped whatever happens."""

from __future__ import annotations

import contextlib
import http.client
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# How long a busy machine may take: only what will never come is a failure.
PATIENCE = 300


class Running:
    """A process with its output so far."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self.process = process
        self._log = log

    @property
    def output(self) -> str:
        return self._log.read_text(errors="replace")

    def stop(self, how: signal.Signals = signal.SIGTERM, seconds: float = PATIENCE) -> int:
        """Send ``how`` and give back the exit code; killed when it does not end in time."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            raise

    def until(self, ready: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait until ``ready()`` is true; fails with the output when the process ends or time is up."""
        deadline = time.monotonic() + seconds
        while not ready():
            assert self.process.poll() is None, f"ended with {self.process.returncode}:\n{self.output}"
            assert time.monotonic() < deadline, f"not within {seconds} s:\n{self.output}"
            time.sleep(0.1)


@contextlib.contextmanager
def running(command: Sequence[str], environment: Mapping[str, str], log: Path) -> Iterator[Running]:
    with log.open("wb") as out:
        process = subprocess.Popen(
            list(command),
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield Running(process, log)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def get(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes] | None:
    """Status, headers (lower case) and body; ``None`` while nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request(
            "GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()}
        )
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    except OSError:
        return None
    finally:
        connection.close()
