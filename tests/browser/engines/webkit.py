"""WebKitGTK, by WebDriver: a display and a driver a session of tests, a browser of its own a window."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.print_page_options import PrintOptions
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options
from urllib3.exceptions import HTTPError

from tests import services
from tests.browser.engines.window import PageFault, Window, as_function, read
from tests.browser.timeouts import PATIENCE

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Driver:
    """Where the running driver is asked, and the file in which its pages say what breaks."""

    url: str
    told: Path


def missing() -> str:
    """What is not installed, or ``""``."""
    lacking = [name for name in ("WebKitWebDriver", "Xvfb", "dbus-run-session") if not shutil.which(name)]
    asked = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2"
    if (
        not lacking
        and subprocess.run(["/usr/bin/python3", "-c", asked], capture_output=True, check=False).returncode
    ):
        lacking.append("gir1.2-webkit2-4.1")
    return ", ".join(lacking)


@contextlib.contextmanager
def running(text: str = "") -> Iterator[Driver]:
    """``text``: how many times larger letters are, as a phone's own setting."""
    with (
        tempfile.TemporaryDirectory(prefix="mfc-webkit-", ignore_cleanup_errors=True) as home,
        contextlib.ExitStack() as stack,
    ):
        told, log = Path(home) / "told.txt", stack.enter_context((Path(home) / "log.txt").open("wb"))
        told.touch()
        read_end, write_end = os.pipe()
        screen = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", "1600x1400x24", "-nolisten", "tcp"]
        stack.callback(_end, subprocess.Popen(screen, stdout=log, stderr=log, pass_fds=[write_end]))
        os.close(write_end)
        with os.fdopen(read_end) as answer:
            display = answer.readline().strip()
        port = services.free_port()
        environment = {
            **os.environ,
            "DISPLAY": f":{display}",
            "GDK_BACKEND": "x11",
            "HOME": home,
            "LIBGL_ALWAYS_SOFTWARE": "1",  # without it a screenshot may never come
            "WEBKIT_LISTENING": str(HERE / "listening.js"),
            "WEBKIT_TEXT": text,
            "WEBKIT_TOLD": str(told),
        }
        driver = ["dbus-run-session", "--", "WebKitWebDriver", f"--port={port}"]
        stack.callback(_end, subprocess.Popen(driver, stdout=log, stderr=log, env=environment))
        _until_it_listens(port)
        yield Driver(f"http://127.0.0.1:{port}", told)


def _until_it_listens(port: int) -> None:
    ends = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > ends:
                raise
            time.sleep(0.05)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(30)
    process.kill()
    process.wait()


FORGET = """
localStorage.clear();
sessionStorage.clear();
for (const worker of await navigator.serviceWorker?.getRegistrations() ?? []) await worker.unregister();
for (const name of await globalThis.caches?.keys() ?? []) await caches.delete(name);
for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
"""


class WebKit(Window):
    engine = "webkit"

    def __init__(self, driver: Driver) -> None:
        self.where = driver
        self.begin()

    def begin(self) -> None:
        driver, options = self.where, Options()
        options.binary_location = str(HERE / "webkit_window.py")
        options.set_capability("unhandledPromptBehavior", "accept")
        config = ClientConfig(remote_server_addr=driver.url, timeout=PATIENCE / 1000)
        self.told, self.read = driver.told, driver.told.stat().st_size
        self.driver = webdriver.Remote(RemoteConnection(client_config=config), options=options)
        self.driver.set_page_load_timeout(PATIENCE / 1000)
        self.driver.set_script_timeout(PATIENCE / 1000)

    def renew(self, address: str) -> None:
        """Starting it anew takes two seconds: the same one forgets. One that no longer answers is ended, lest
        every journey after it waits for it."""
        self.address = address
        try:
            self._forget(address)
        except (WebDriverException, HTTPError, PageFault, AssertionError):
            with contextlib.suppress(WebDriverException, HTTPError):
                self.driver.quit()
            self.begin()
            self._forget(address)

    def _forget(self, address: str) -> None:
        self.resize(375)
        self.driver.get(f"{address}/healthz")
        self.driver.delete_all_cookies()
        self.run(FORGET)
        self.heard()

    def load(self, url: str) -> None:
        self.driver.get(url)

    def script(self, body: str, arguments: Sequence[Any]) -> Any:
        called = (
            "const done = arguments[1];"
            f"({as_function(body)})(JSON.parse(arguments[0])).then((said) => done([said, '']),"
            " (fault) => done(['', `${fault} ${fault.stack}`]))"
        )
        try:
            said, fault = self.driver.execute_async_script(called, json.dumps(list(arguments)))
        except WebDriverException as error:
            raise PageFault(str(error)) from error
        if fault:
            raise PageFault(fault)
        return read(said)

    def act(self, actions: list[dict[str, Any]]) -> None:
        self.driver.execute("actions", {"actions": actions})

    def resize(self, width: int, height: int = 800) -> None:
        """The page hears of it a moment after the window has its size; the window has no frame."""
        self.driver.set_window_rect(0, 0, width, height)
        self.until("return innerWidth === a[0] && innerHeight === a[1]", width, height)

    def back(self) -> None:
        self.driver.back()

    def picture(self) -> bytes:
        return self.driver.get_screenshot_as_png()

    def paper(self, width: float, height: float) -> bytes:
        options = PrintOptions()
        options.page_width, options.page_height, options.background = width, height, True
        return base64.b64decode(self.driver.print_page(options))

    def heard(self) -> list[str]:
        self.run("return 0")
        time.sleep(0.1)  # told by another process
        with self.told.open() as told:
            told.seek(self.read)
            said = told.read().splitlines()
            self.read = told.tell()
        return said

    def close(self) -> None:
        self.driver.quit()
