"""A line to the server that can be cut: no signal for any engine, its service worker included."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from types import TracebackType
from urllib.parse import urlsplit

from tests import services

CHUNK = 65_536


class Line:
    """Passes what comes to ``address`` on to the server at ``url``, and back, until it is cut."""

    def __init__(self, url: str) -> None:
        there = urlsplit(url)
        assert there.hostname
        assert there.port
        self.server = there.hostname, there.port
        self.port = services.free_port()
        self.address = f"http://localhost:{self.port}"
        self.ends: set[socket.socket] = set()
        self.guard = threading.Lock()

    def __enter__(self) -> Line:
        self.mend()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: object, trace: TracebackType | None) -> None:
        self.cut()

    def mend(self) -> None:
        self.door = socket.create_server(("127.0.0.1", self.port), backlog=50)
        threading.Thread(target=self._let_in, args=(self.door,), daemon=True).start()

    def cut(self) -> None:
        with self.guard:
            for end in (self.door, *self.ends):
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self.ends.clear()

    @contextlib.contextmanager
    def down(self) -> Iterator[None]:
        """Nothing is heard inside."""
        self.cut()
        try:
            yield
        finally:
            self.mend()

    def _let_in(self, door: socket.socket) -> None:
        while True:
            try:
                near, _ = door.accept()
            except OSError:  # cut
                return
            with contextlib.suppress(OSError):
                far = socket.create_connection(self.server)
                with self.guard:
                    if door.fileno() < 0:
                        near.close()
                        far.close()
                        return
                    self.ends |= {near, far}
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while said := one.recv(CHUNK):
                other.sendall(said)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_WR)  # what comes the other way still arrives
        if other.fileno() < 0:
            return
        with self.guard:
            self.ends -= {one}
