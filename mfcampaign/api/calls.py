"""One request, as an operation receives it."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db.models import Model
from django.http import HttpRequest
from rest_framework.request import Request

from mfcampaign.api.models import Token
from mfcampaign.api.operations import SCOPES
from mfcampaign.api.problems import Problem
from mfcampaign.audit.actors import Viewer
from mfcampaign.audit.queries import last_ordinal

Aggregate = TypeVar("Aggregate", bound=Model)


class Call:
    """Who asks (``user``), with which ``body`` and ``query``; ``about`` names what the answer hangs on.

    ``key`` is for the operation of an act: that of a form, which a browser may send twice. A program's is
    ``None``, since its answers are kept under its own key (``operations.begin_answer``). ``seen`` is the
    version that the page of a form showed; that of a program is its ``If-Match``."""

    user: Viewer

    def __init__(
        self,
        request: Request | HttpRequest,
        body: Any = None,
        query: Any = None,
        *,
        acting: bool = False,
        key: str | None = None,
        seen: int | None = None,
    ) -> None:
        self.request, self.user = request, request.user
        self.body, self.query, self.acting, self.key, self.seen = body, query, acting, key, seen
        self.version: int | None = None
        self.row: Model | None = None
        self.counter = ""
        self.acts_before = 0

    @property
    def scopes(self) -> tuple[str, ...]:
        """The scopes of this call: those of the token, all of them for a browser."""
        held = getattr(self.request, "auth", None)
        return tuple(held.scopes) if isinstance(held, Token) else tuple(SCOPES)

    def about(self, row: Aggregate) -> Aggregate:
        """The aggregate this call is about, whose version, or count of acts, rises with every write.

        An act locks its row here, so that ``If-Match`` is held against what is true until the end.
        """
        self.row = row
        self.counter = counter = "version" if hasattr(row, "version") else "acts"
        self.version = getattr(row, counter)
        if self.acting:
            fresh = type(row)._default_manager.select_for_update().get(pk=row.pk)
            self.version = getattr(fresh, counter)
            self.acts_before = last_ordinal(fresh)
            self._expect_seen()
        return row

    def _expect_seen(self) -> None:
        wanted = self.request.headers.get("if-match", "")
        if not wanted or wanted.strip() == "*":
            return
        seen = {tag.strip().removeprefix("W/").strip('"').partition("-")[0] for tag in wanted.split(",")}
        if str(self.version) not in seen:
            raise Problem(
                412,
                "This changed since you read it; nothing was done.",
                fix="Read it again, then decide again.",
                ETag=f'"{self.version}"',
            )

    def version_now(self) -> int | None:
        """The version after the act."""
        if self.row is None:
            return None
        rows = type(self.row)._default_manager.filter(pk=self.row.pk)
        version: int | None = rows.values_list(self.counter, flat=True).first()
        return version

    def link(self, path: str) -> str:
        url: str = self.request.build_absolute_uri(path)
        return url
