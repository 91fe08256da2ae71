"""The watch of the random seasons: what could have changed is counted again, and nothing else."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.db import connection

from tests.campaigns.seasons.watch import Watch


@pytest.fixture
def watch(db):
    watcher = Watch()
    with connection.execute_wrapper(watcher.statement):
        yield watcher


def groups() -> list[str]:
    return list(Group.objects.order_by("name").values_list("name", flat=True))


def test_what_was_read_and_then_written_is_counted_again(watch):
    Group.objects.create(name="first")
    assert watch.count("groups", groups) == ["first"]
    assert watch.count("groups", groups) == []
    Group.objects.create(name="second")
    assert watch.count("groups", groups) == ["first", "second"]
    Group.objects.filter(name="first").update(name="third")
    assert watch.count("groups", groups) == ["second", "third"]
    Group.objects.filter(name="third").delete()
    assert watch.count("groups", groups) == ["second"]


def test_other_tables_and_other_counts_do_not_matter(watch):
    Group.objects.create(name="first")
    watch.count("groups", groups)
    get_user_model().objects.create_user(username="mara", email="mara@example.org", password="secret-pass")
    assert watch.count("groups", groups) == []
    assert watch.count("the same under another name", groups) == ["first"]


def test_a_table_behind_a_join_or_a_subquery_counts(watch):
    user = get_user_model().objects.create_user(
        username="mara", email="m@example.org", password="secret-pass"
    )

    def joined() -> list[str]:
        members = get_user_model().objects.filter(groups__in=Group.objects.filter(name="first"))
        return list(members.values_list("username", flat=True))

    group = Group.objects.create(name="first")
    assert watch.count("members", joined) == []
    user.groups.add(group)
    assert watch.count("members", joined) == ["mara"]
    Group.objects.filter(pk=group.pk).update(name="second")
    assert watch.count("members", lambda: joined() or ["nobody"]) == ["nobody"]
