"""How static files are named and served.

Production renames every file by its content (``collectstatic`` writes the manifest) and lets
browsers keep it for ever; a page that names a file which is not there fails at once. Elsewhere
files keep their names and are found where they lie, so that no ``collectstatic`` is needed to run
the portal or its tests.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_, _IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]  # not in the stubs


class PortalStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hashed and compressed in production, plain elsewhere. Modules import each other by their hashed names:
    one that a page names, too, would run twice under two. Those of libraries stay as they are."""

    patterns = (*HashedFilesMixin.patterns, ("js/*.js", _IMPORTS), ("js/*.mjs", _IMPORTS))

    def stored_name(self, name: str) -> str:
        return super().stored_name(name) if settings.PRODUCTION else self.clean_name(name)

    def post_process(self, *args: Any, **options: Any) -> Any:
        return super().post_process(*args, **options) if settings.PRODUCTION else ()

    def read_manifest(self) -> str | None:
        return super().read_manifest() if settings.PRODUCTION else None
