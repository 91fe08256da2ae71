"""The key of an embedded installation: made on its first start, kept beside its database."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

NAME = "secret_key"
BYTES = 64


def embedded_key(folder: Path) -> str:
    """The key in ``folder``, made now if there is none; of several processes at once one makes it. Only the
    file's owner reads it."""
    path = folder / NAME
    if not path.exists():
        number, written = tempfile.mkstemp(dir=folder)
        with os.fdopen(number, "w") as file:
            file.write(secrets.token_urlsafe(BYTES))
        try:
            os.link(written, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(written)
    return path.read_text().strip()
