"""The permission check of packs: a fetch that answers 404 for a pack that the person may not see."""

from __future__ import annotations

from django.http import Http404
from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.catalog import queries
from mfcampaign.catalog.models import Pack

KINDS = ("model", "upgrade")


def readable_pack(user: Viewer, pack_id: int) -> Pack:
    """Their own pack or a public one. ``Http404`` otherwise."""
    pack = queries.packs_of(user).filter(pk=pack_id).first()
    if pack is None:
        raise Http404("No such pack.")
    return pack


class OwnCard(Struct, frozen=True):
    """A place in a pack that its owner may change: of the model or Upgrade (``kind``) with that slug."""

    pack: Pack
    kind: str
    slug: str


def own_card(user: Viewer, pack_id: int, kind: str, slug: str) -> OwnCard:
    """As ``own_pack``, for one card of the pack, or of the print."""
    if kind not in KINDS:
        raise Http404("No such card.")
    return OwnCard(own_pack(user, pack_id), kind, slug)


def own_pack(user: Viewer, pack_id: int) -> Pack:
    """A pack that this person may change. ``Http404`` for everyone else, also when it is public."""
    pack = readable_pack(user, pack_id)
    if not user.is_authenticated or pack.owner_id != user.pk:
        raise Http404("No such pack.")
    return pack
