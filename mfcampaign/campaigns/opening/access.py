"""The permission check of templates: whoever has the link of one may know of it."""

from __future__ import annotations

from django.http import Http404

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns.models import LeagueTemplate
from mfcampaign.campaigns.opening.queries import shared


def shared_template(user: Viewer, token: str) -> LeagueTemplate:
    """The template behind a link; 404 where there is none, or somebody else's that is archived."""
    template = shared(token, user)
    if template is None:
        raise Http404("No such template.")
    return template


def own_template(user: Viewer, token: str) -> LeagueTemplate:
    """As ``shared_template``, for its owner only."""
    template = shared_template(user, token)
    if template.owner_id != user.pk:
        raise Http404("Not your template.")
    return template
