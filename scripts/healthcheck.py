"""Exit code 0 when the web server of this container says that it is well: for container healthchecks."""

from __future__ import annotations

import http.client
import os
import sys


def main(port: int = 8000) -> int:
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=4)
    try:
        connection.request("GET", "/healthz", headers={"Host": host, "X-Forwarded-Proto": "https"})
        return 0 if connection.getresponse().status == 200 else 1
    except OSError:
        return 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
