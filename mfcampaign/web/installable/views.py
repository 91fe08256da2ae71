"""The manifest, the service worker, and the page that replaces one that is not stored on the device. The
worker stores files and pages for reading; it sends nothing and answers no POST."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from mfcampaign.web.static import core_files

SUFFIXES = (".css", ".js", ".mjs", ".woff2", ".svg", ".png")
WORKER = Path(__file__).parent / "worker.js"
# Fetches of the worker obey the policy sent with its own script.
WORKER_POLICY = "default-src 'none'; connect-src 'self'; script-src 'self'"


@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """Names, colours and icons of the installed app."""
    icons = [
        {"src": static("icons/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *(
            {"src": static(f"icons/app-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ),
        {
            "src": static("icons/app-maskable.png"),
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "maskable",
        },
    ]
    described = {
        "id": "/",
        "name": "Malifaux Leagues",
        "short_name": "Malifaux",
        "description": "Leagues, Encounters and Crews; a record of the table that needs no signal.",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "lang": "en-GB",
        "background_color": "#261d17",
        "theme_color": "#261d17",
        "icons": icons,
    }
    return JsonResponse(described, content_type="application/manifest+json")


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """The worker of this build; browsers compare its bytes to find a new one."""
    build, files = build_of()
    head = {
        "build": build,
        "files": files,
        "files_at": settings.STATIC_URL,
        "stand_in": reverse("web:offline"),
    }
    body = f"const PORTAL = {json.dumps(head)};\n{WORKER.read_text('utf-8')}"
    answer = HttpResponse(body, content_type="text/javascript")
    answer["Cache-Control"] = "no-cache"
    answer["Content-Security-Policy"] = WORKER_POLICY
    return answer


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Shown by the worker where a page was not kept and there is no signal."""
    return render(request, "web/offline.html")


@lru_cache(maxsize=1)
def build_of() -> tuple[str, list[str]]:
    """The name of this build, and the addresses of all files of its pages."""
    root = Path(settings.STATICFILES_DIRS[0])
    paths = sorted(path for path in root.rglob("*") if path.suffix in SUFFIXES)
    digest = hashlib.sha256(WORKER.read_bytes())
    for path in paths:
        digest.update(path.read_bytes())
    names = {*(str(path.relative_to(root)) for path in paths), *core_files()}
    return digest.hexdigest()[:12], [static(name) for name in sorted(names)]
