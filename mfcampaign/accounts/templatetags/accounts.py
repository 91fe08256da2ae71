"""Template tags of account pages."""

from __future__ import annotations

from django import template

from mfcampaign.accounts.signing_in import act_at

register = template.Library()
register.simple_tag(act_at)
