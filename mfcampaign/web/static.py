"""Names and serving of static files.

Production renames every file by its content (``collectstatic`` writes the manifest), lets browsers cache it
for ever, and removes from style sheets and scripts what only people read. A page that names a missing file
fails at once. Elsewhere files keep their names and are served from their folders, so that the portal and its
tests need no ``collectstatic``.
"""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from whitenoise.storage import CompressedManifestStaticFilesStorage

_, _IMPORTS = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]  # not in the stubs


CORE = ("css/tokens.css", "css/colours.css", "css/base.css", "css/components.css", "css/forms.css")
"""Style sheets of every page, in this order; production serves them as one file, a round trip less."""
CORE_FILE = "css/core.css"


def core_files() -> tuple[str, ...]:
    """What a page links of them."""
    return (CORE_FILE,) if settings.PRODUCTION else CORE


def core_styles() -> SafeString:
    """``{% core_styles %}``: their links."""
    links = ((static(name),) for name in core_files())
    return format_html_join("\n", '<link rel="stylesheet" href="{}">', links)


def bare(name: str, text: bytes) -> bytes:
    """A style sheet or script of ours without comments of whole lines and the spaces that only people read.
    A text over several lines, or one with braces in a style sheet, would suffer: there is none."""
    if name.endswith(".css"):
        return re.sub(rb"\s*([{};])\s*", rb"\1", re.sub(rb"/\*.*?\*/", b"", text, flags=re.DOTALL))
    if name.endswith((".js", ".mjs")):
        return re.sub(rb"\n\s+", b"\n", re.sub(rb"^[ \t]*//.*$", b"", text, flags=re.MULTILINE)).lstrip()
    return text


class PortalStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Hashed and compressed in production, plain elsewhere. Modules import each other by their hashed names:
    one that a page names, too, would run twice under two. Those of libraries stay as they are."""

    patterns = (*HashedFilesMixin.patterns, ("js/*.js", _IMPORTS), ("js/*.mjs", _IMPORTS))

    def stored_name(self, name: str) -> str:
        return super().stored_name(name) if settings.PRODUCTION else self.clean_name(name)

    def post_process(self, paths: dict[str, Any], **options: Any) -> Any:
        if not settings.PRODUCTION:
            return ()
        if not options.get("dry_run") and paths.keys() >= set(CORE):
            for name in [name for name in paths if name.startswith(("css/", "js/"))]:
                self._write(name, bare(name, self._read(name)))
                paths[name] = (self, name)
            self._write(CORE_FILE, b"\n".join(map(self._read, CORE)))
            paths[CORE_FILE] = (self, CORE_FILE)
        return super().post_process(paths, **options)

    def _read(self, name: str) -> bytes:
        with self.open(name) as file:
            text: bytes = file.read()
        return text

    def _write(self, name: str, text: bytes) -> None:
        self.delete(name)
        self._save(name, ContentFile(text))

    def read_manifest(self) -> str | None:
        return super().read_manifest() if settings.PRODUCTION else None
