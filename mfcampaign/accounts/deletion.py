"""Export and deletion of an account: a person's own rows are deleted, rows that others need keep a pseudonym.

Both follow from the foreign keys that name a person, so no app can be forgotten. Apps whose people must hand
something over first, or whose rows hold a name of their own, register ``DeletionSteps``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from django.apps import apps
from django.conf import settings
from django.db import models, transaction
from django.db.models import Exists, OuterRef, ProtectedError
from django.utils import timezone

from mfcampaign.accounts import mails
from mfcampaign.accounts.models import User
from mfcampaign.audit.operations import operation, rename_in_sentences
from mfcampaign.live.revocation import end_person
from rules.refusal import Refusal

FORMAT = "malifaux-person-1"
SECRETS = re.compile(
    r"token|secret|hash|password|seed|commitment|sha256|invitation|^(code|content|key|data|url)$"
)
"""Names of fields that grant access, or would help to guess: no export contains them."""
ENDED_WITH_ACCOUNT = ("owner", "user")
"""Keys by which a row is somebody's own, when it would outlive the account without an owner."""


class DeletionSteps(Protocol):
    """The part of one app in the deletion of ``person``."""

    def hindrances(self, person: User) -> list[str]: ...

    def leave(self, person: User, pseudonym: str) -> None: ...


_steps: dict[str, DeletionSteps] = {}


def register_deletion(app: str, steps: DeletionSteps) -> None:
    """Register ``steps`` (a module will do) for the deletion of accounts."""
    _steps[app] = steps


OwnRows = Callable[[User], Iterable[tuple[str, models.QuerySet[Any]]]]
_own_rows: dict[str, OwnRows] = {}


def register_own_rows(app: str, rows: OwnRows) -> None:
    """Register what hangs on a person's places in ``app`` and names no person itself: by model and key, as
    the rows that name one."""
    _own_rows[app] = rows


def _relations() -> Iterator[tuple[type[models.Model], models.Field[Any, Any]]]:
    """Each model and its foreign key that names a person, whichever app it is of."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model is User:
                yield model, field


def own_data(person: User) -> dict[str, Any]:
    """All rows that name the person or hang on their places, by model and key, without fields that grant
    access. One query, one for each key that has any, and those of ``register_own_rows``."""
    relations = {f"{model._meta.label_lower}.{key.name}": (model, key) for model, key in _relations()}
    there = {
        name.replace(".", "_"): Exists(model._base_manager.filter(**{key.name: OuterRef("pk")}))
        for name, (model, key) in relations.items()
    }
    row = User.objects.annotate(**there).values(*_open_fields(User), *there).get(pk=person.pk)
    named = [name for name in relations if row.pop(name.replace(".", "_"))]
    rows = {}
    for name in named:
        model, key = relations[name]
        rows[name] = _open_values(model._base_manager.filter(**{key.name: person}))
    for of_app in _own_rows.values():
        rows |= {name: own for name, hanging in of_app(person) if (own := _open_values(hanging))}
    return {"format": FORMAT, "written_at": timezone.now(), "person": row, "rows": rows}


def _open_values(rows: models.QuerySet[Any]) -> list[dict[str, Any]]:
    return list(rows.order_by("pk").values(*_open_fields(rows.model)))


def _open_fields(model: type[models.Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if not SECRETS.search(field.name)]


def hindrances(person: User) -> list[str]:
    """What must be handed over before the person can leave, a sentence each."""
    return [sentence for steps in _steps.values() for sentence in steps.hindrances(person)]


def pseudonym_of(person: User) -> str:
    return f"Former player {person.pk}"


@transaction.atomic
def leave(person: User) -> str:
    """Delete an account; return the pseudonym that remains. ``Refusal`` while something is to be handed over.

    The row stays without name, address and password: games, flips, Scrip and acts keep their number.
    """
    person = User.objects.select_for_update().get(pk=person.pk)
    if open_things := hindrances(person):
        raise Refusal(" ".join(open_things), fix="Hand these over first; then you can leave.")
    names, address, pseudonym = {str(person), person.username}, person.email, pseudonym_of(person)
    for steps in _steps.values():
        steps.leave(person, pseudonym)
    rename_in_sentences(person, names, pseudonym)
    # Their own rows first, which may stand in the way of others of theirs.
    for model, key in sorted(
        _relations(), key=lambda relation: _on_delete(relation[1]) is not models.CASCADE
    ):
        _let_go(model._base_manager.filter(**{key.name: person}), key)
    with operation(person, person, kind="account.left") as act:
        fresh = act.row
        fresh.username, fresh.display_name = f"former-{person.pk}", pseudonym
        fresh.first_name = fresh.last_name = fresh.email = fresh.timezone = ""
        fresh.is_active = fresh.is_guest = fresh.is_staff = fresh.is_superuser = fresh.past_open = False
        fresh.unread_notices = 0
        fresh.set_unusable_password()  # which ends every session
        fresh.save()
        end_person(person.pk)
        fresh.groups.clear()
        fresh.user_permissions.clear()
        act.say(f"{pseudonym} left the portal.")
    if address:
        subject = f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}Your account is deleted"
        text = "Your account was deleted, as you asked. This is the last mail to this address.\n"
        mails.post(address, subject, text)
    return pseudonym


def _let_go(rows: models.QuerySet[Any], key: models.Field[Any, Any]) -> None:
    """Delete the person's own rows; rows on which others depend, and the audit log, remain."""
    on_delete = _on_delete(key)
    if on_delete is models.CASCADE:
        rows.delete()
    elif key.name in ENDED_WITH_ACCOUNT and on_delete is models.PROTECT:
        for row in rows:
            if not _bears_a_game(row):
                try:
                    with transaction.atomic():
                        row.delete()
                except ProtectedError:
                    continue
    elif key.name in ENDED_WITH_ACCOUNT and key.null:
        rows.update(**{key.name: None})


def _on_delete(key: models.Field[Any, Any]) -> object:
    return key.remote_field.on_delete  # type: ignore[union-attr]


def _bears_a_game(row: models.Model) -> bool:
    """Whether the row is one's place in a league, an event or a game, which the others' results hang on."""
    return row._meta.label_lower in KEPT_PLACES


KEPT_PLACES = frozenset({"campaigns.entry", "campaigns.tenure", "events.player", "play.seat"})
