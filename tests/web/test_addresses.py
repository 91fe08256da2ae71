"""Whose request it is behind one proxy, several, or none: the same answer for sign-in, API and limits."""

from __future__ import annotations

import pytest
from allauth.account.adapter import get_adapter
from django.test import Client, RequestFactory

from mfcampaign.accounts.models import User
from mfcampaign.web.resilience.addresses import client_address, limited_address
from mfcampaign.web.resilience.rate_limit import limit_rate
from rules.refusal import Refusal

ONE, OTHER, PROXY = "203.0.113.7", "198.51.100.9", "10.0.0.2"
WRONG = "a-wrong-guess"


def asked(forwarded=None, connected=PROXY):
    more = {} if forwarded is None else {"HTTP_X_FORWARDED_FOR": forwarded}
    return RequestFactory().get("/", REMOTE_ADDR=connected, **more)


@pytest.mark.parametrize(
    ("hops", "forwarded", "expected"),
    [
        (0, None, PROXY),
        (0, ONE, PROXY),
        (1, None, PROXY),
        (1, ONE, ONE),
        (1, f"127.0.0.1, {ONE}", ONE),
        (2, f"{OTHER}, {ONE}, 10.9.9.9", ONE),
        (2, ONE, PROXY),
        (1, "[2001:db8::7]:4711", "2001:db8::7"),
        (1, f"{ONE}:4711", ONE),
        (1, f"::ffff:{ONE}", ONE),
        (1, "unknown", PROXY),
        (1, "<script>", PROXY),
        (1, "", PROXY),
    ],
)
def test_the_address_is_the_one_that_our_outermost_proxy_saw(settings, hops, forwarded, expected):
    settings.TRUSTED_PROXIES = hops
    assert client_address(asked(forwarded)) == expected
    assert get_adapter().get_client_ip(asked(forwarded)) == expected


def test_a_whole_network_of_one_house_counts_as_one(settings):
    settings.TRUSTED_PROXIES = 1
    assert limited_address(asked("2001:db8:1:2:aaaa::1")) == limited_address(asked("2001:db8:1:2:bbbb::9"))
    assert limited_address(asked("2001:db8:1:2::1")) != limited_address(asked("2001:db8:1:3::1"))
    assert limited_address(asked(ONE)) == ONE


def guess(client, address, password=WRONG, username="mara"):
    return client.post(
        "/account/login/",
        {"login": username, "password": password},
        REMOTE_ADDR=PROXY,
        HTTP_X_FORWARDED_FOR=address,
    )


@pytest.fixture
def people(db):
    User.objects.create_user("vesper", password="lantern-oil-9")
    return [User.objects.create_user(f"mara{number}", password="lantern-oil-9") for number in range(14)]


def test_wrong_passwords_of_one_lock_nobody_else_out_behind_the_same_proxy(settings, people):
    settings.TRUSTED_PROXIES = settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    stranger = Client()
    answers = [guess(stranger, ONE, username=f"mara{number}") for number in range(14)]
    locked = [b"many failed" in answer.content.lower() for answer in answers]
    assert locked[-1], "the one who guesses is stopped"
    assert not locked[0]
    honest = guess(Client(), OTHER, "lantern-oil-9", "vesper")
    assert (honest.status_code, honest.headers["Location"]) == (302, "/")


def test_without_the_setting_the_proxy_is_one_visitor_and_all_are_locked_out(settings, people):
    """The negative control: what the setting is for."""
    settings.TRUSTED_PROXIES = settings.ALLAUTH_TRUSTED_PROXY_COUNT = 0
    for number in range(14):
        guess(Client(), ONE, username=f"mara{number}")
    assert guess(Client(), OTHER, "lantern-oil-9", "vesper").status_code == 200


def test_no_client_escapes_a_limit_by_writing_addresses_of_its_own(settings, people):
    settings.TRUSTED_PROXIES = settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for number in range(14):
        guess(Client(), f"192.0.2.{number}, {ONE}", username=f"mara{number}")
    assert guess(Client(), f"192.0.2.99, {ONE}", "lantern-oil-9", "vesper").status_code == 200


def test_the_api_counts_each_client_behind_the_proxy_by_itself(settings, db):
    settings.TRUSTED_PROXIES = 1
    settings.API_RATES = {"address": "2/min", "holder": "100/min"}

    def ask(address):
        return Client().get("/api/v1/leagues/", REMOTE_ADDR=PROXY, HTTP_X_FORWARDED_FOR=address).status_code

    assert [ask(ONE) for _ in range(3)][-1] == 429
    assert ask(OTHER) != 429


def test_our_own_limits_count_each_client_behind_the_proxy_by_itself(settings, db):
    from django.contrib.auth.models import AnonymousUser

    settings.TRUSTED_PROXIES = 1
    one, other = asked(ONE), asked(OTHER)
    one.user = other.user = AnonymousUser()
    enough = Refusal("That was enough.")
    for _ in range(2):
        limit_rate(one, "tried", 2, enough)
    with pytest.raises(Refusal):
        limit_rate(one, "tried", 2, enough)
    limit_rate(other, "tried", 2, enough)
