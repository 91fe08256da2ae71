"""What goes outwards: to real sockets, signed, again after failures, and never inside."""

from __future__ import annotations

import datetime as dt
import json
import socket

import pytest
import time_machine
from celery.exceptions import SoftTimeLimitExceeded
from django.core.cache import cache
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from mfcampaign.audit.queries import acts_of
from mfcampaign.campaigns.opening import operations as leagues
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.notices.models import Delivery, Notice, Webhook
from mfcampaign.notices.operations import detection, webhooks
from mfcampaign.web import cache as page_cache
from rules.refusal import Refusal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture(autouse=True)
def empty_cache():
    page_cache._values.clear()
    cache.clear()
    yield
    page_cache._values.clear()


def hook_of(league, listener, kind="signed", topics=("weeks", "people"), **more):
    return webhooks.add(
        league.campaign,
        league.organiser,
        name="Club",
        kind=kind,
        url=more.get("url", listener.url),
        topics=list(topics),
    )


def sweep(after=6):
    with time_machine.travel(timezone.now() + dt.timedelta(seconds=after), tick=True):
        return dispatch.sweep()


def test_an_act_arrives_signed_and_each_receiver_can_check_it(league, listener):
    hook = hook_of(league, listener)
    league.start()
    detection.detect(league.campaign.pk)
    sweep()
    started = next(heard for heard in listener.heard if b"The campaign begins" in heard[2])
    path, headers, body = started
    assert path == "/hook?thread=7"
    assert headers["content-type"] == "application/json"
    payload = Verifier(hook.secret).verify(body, headers)
    assert payload["type"] == "league.started"
    assert payload["data"]["league"] == league.campaign.slug
    assert payload["data"]["url"].startswith("http://localhost:8000/leagues/")
    with pytest.raises(WebhookVerificationError):
        Verifier(hook.secret).verify(body.replace(b"begins", b"ended"), headers)
    assert set(Delivery.objects.values_list("state", "status")) == {("delivered", 204)}
    before = len(listener.heard)
    detection.detect(league.campaign.pk)
    sweep(700)
    assert len(listener.heard) == before, "an act goes out once"


def test_discord_gets_words_that_call_nobody_and_hold_no_markup(league, listener):
    hook_of(league, listener, kind="discord")
    leagues.rename_crew(league.entry(0), league.players[0], "@everyone **[x](http://evil.example)**")
    detection.detect(league.campaign.pk)
    sweep()
    body = next(b for b in listener.bodies() if "everyone" in json.dumps(b))
    assert body["allowed_mentions"] == {"parse": []}
    description = body["embeds"][0]["description"]
    assert r"\*\*\[x\](http://evil.example)\*\*" in description
    assert "webhook-signature" not in listener.heard[0][1]


def test_topics_that_nobody_asked_for_stay_here(league, listener):
    hook_of(league, listener, topics=["games"])
    league.start()
    detection.detect(league.campaign.pk)
    sweep()
    assert listener.heard == []


def test_what_organisers_alone_may_know_is_never_sent(league, listener):
    hook_of(league, listener, topics=["weeks", "games", "arsenals", "rulings", "people"])
    token = leagues.invite(league.campaign, league.organiser)
    detection.detect(league.campaign.pk)
    sweep()
    sent = b"".join(body for _, _, body in listener.heard)
    assert b"invitation" not in sent
    assert token.encode() not in sent
    assert b"webhook" not in sent


def test_after_a_failure_it_is_tried_again_later_with_the_same_id(league, listener):
    detection.detect(league.campaign.pk)
    hook_of(league, listener)
    listener.answers = [503, 500, 204]
    leagues.rename_crew(league.entry(0), league.players[0], "The Late Shift")
    detection.detect(league.campaign.pk)
    sweep()
    delivery = Delivery.objects.get(event="entry.renamed")
    assert (delivery.state, delivery.attempts, delivery.status) == ("waiting", 1, 503)
    sweep(20)
    assert len(listener.heard) == 1, "not before its minute is over"
    sweep(70)
    sweep(600)
    delivery.refresh_from_db()
    ids = [headers["webhook-id"] for _, headers, _ in listener.heard]
    assert (delivery.state, delivery.attempts) == ("delivered", 3)
    assert ids == [delivery.event_id] * 3


def test_a_webhook_that_never_answers_well_is_stopped_and_can_be_switched_on_again(league, listener):
    hook = hook_of(league, listener)
    listener.answers = [404]
    for number in range(webhooks.FAILURES):
        delivery = webhooks._deliver(
            hook, key=f"k{number}", event="week.closed", sentence="x", by="", url="/", at=timezone.now()
        )
        for _ in webhooks.RETRY_PAUSES:
            with pytest.raises(dispatch.RetryLater):
                webhooks.send(delivery.pk)
        webhooks.send(delivery.pk)
        delivery.refresh_from_db()
        assert (delivery.state, delivery.attempts) == ("failed", len(webhooks.RETRY_PAUSES) + 1)
    hook.refresh_from_db()
    assert hook.state == "failed"
    heard = len(listener.heard)
    late = webhooks._deliver(
        hook, key="late", event="week.closed", sentence="x", by="", url="/", at=timezone.now()
    )
    webhooks.send(late.pk)
    late.refresh_from_db()
    assert (late.state, len(listener.heard)) == ("dropped", heard)
    again = webhooks.switch(hook, league.organiser, "on")
    assert (again.state, again.failures) == ("on", 0)
    listener.answers = [204]
    webhooks.send(webhooks.test(again, league.organiser).pk)
    assert listener.bodies()[-1]["type"] == "webhook.test"


def test_one_success_forgets_the_failures_before_it(league, listener):
    hook = hook_of(league, listener)
    Webhook.objects.update(failures=webhooks.FAILURES - 1)
    delivery = webhooks._deliver(
        hook, key="k", event="week.closed", sentence="x", by="", url="/", at=timezone.now()
    )
    webhooks.send(delivery.pk)
    hook.refresh_from_db()
    assert hook.failures == 0


# -- pages ------------------------------------------------------------------------------------------


@pytest.fixture
def organiser(league):
    client = Client()
    client.force_login(league.organiser)
    return client


def test_an_organiser_adds_one_tries_it_and_reads_its_log(organiser, league, listener):
    address = reverse("notices:webhooks", args=[league.campaign.slug])
    data = {"name": "Club", "kind": "signed", "url": listener.url, "topics": ["weeks"]}
    page = organiser.post(address, data).content.decode()
    hook = Webhook.objects.get()
    assert hook.secret in page, "shown once"
    assert hook.secret not in organiser.get(address).content.decode()
    places = [league.campaign.slug, hook.pk]
    organiser.post(reverse("act:test_webhook", args=places))
    sweep()
    log = organiser.get(reverse("notices:webhook", args=places)).content.decode()
    assert "asks whether you hear us" in log
    assert "204" in log
    assert listener.url not in log, "an address can be a secret"
    removed = organiser.post(reverse("act:switch_webhook", args=places), {"state": "removed"})
    assert removed["Location"] == address
    assert "Club" not in organiser.get(address).context["hooks"]
    assert organiser.get(reverse("notices:webhook", args=places)).status_code == 404


def test_an_address_inside_is_refused_on_the_form_itself(organiser, league):
    address = reverse("notices:webhooks", args=[league.campaign.slug])
    for url, why in (
        ("http://169.254.169.254/latest/", "not on the public internet"),
        ("https://h:1/", "ports 80 and 443"),
    ):
        answer = organiser.post(address, {"name": "X", "kind": "signed", "url": url, "topics": ["weeks"]})
        assert answer.status_code == 422
        assert why in answer.content.decode()
    assert Webhook.objects.count() == 0


def test_to_add_one_nobody_waits_for_a_name(organiser, league, monkeypatch):
    """A name server of one's own can answer as slowly as it likes, while the request holds a thread and, in
    the API, a transaction."""
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: pytest.fail("it asked for the name"))
    address = reverse("notices:webhooks", args=[league.campaign.slug])
    wanted = {"name": "X", "kind": "signed", "url": "https://slow.example/", "topics": ["weeks"]}
    assert organiser.post(address, wanted).status_code == 200
    assert Webhook.objects.get().url == "https://slow.example/"


def test_so_many_tests_an_hour_are_sent(league, listener, monkeypatch):
    monkeypatch.setattr(webhooks, "TESTS_AN_HOUR", 2)
    hook = hook_of(league, listener)
    for _ in range(2):
        webhooks.test(hook, league.organiser)
    with pytest.raises(Refusal, match="many tests"):
        webhooks.test(hook, league.organiser)


def test_a_league_has_at_most_ten(league, listener):
    for _ in range(webhooks.MOST):
        hook_of(league, listener)
    with pytest.raises(Refusal):
        hook_of(league, listener)


# -- what is counted when ---------------------------------------------------------------------------


def one_delivery(league, listener):
    hook_of(league, listener, topics=("weeks",))
    league.start()
    detection.detect(league.campaign.pk)
    return Delivery.objects.latest("pk")


def test_a_try_is_counted_before_it_is_sent(league, listener, monkeypatch):
    """Who is killed while the other side drips has tried: in the end it is given up."""
    delivery = one_delivery(league, listener)

    def killed(*_):
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(webhooks.outbound, "post", killed)
    for number in range(1, webhooks.TRIES + 1):
        with pytest.raises(SoftTimeLimitExceeded):
            webhooks.send(delivery.pk)
        delivery.refresh_from_db()
        assert (delivery.attempts, delivery.state) == (number, Delivery.State.WAITING)
    webhooks.send(delivery.pk)
    delivery.refresh_from_db()
    assert delivery.state == Delivery.State.FAILED
    assert listener.heard == []


def test_who_was_overtaken_does_not_send(league, listener, monkeypatch):
    delivery = one_delivery(league, listener)
    read = webhooks._written

    def overtaken(*args):
        raise AssertionError("it would be sent twice")

    monkeypatch.setattr(webhooks, "_written", overtaken)
    update = QuerySet.update

    def late(rows, **values):
        if rows.model is Delivery and "tried_at" in values:
            update(Delivery.objects.filter(pk=delivery.pk), attempts=1)
        return update(rows, **values)

    monkeypatch.setattr(QuerySet, "update", late)
    webhooks.send(delivery.pk)
    monkeypatch.setattr(webhooks, "_written", read)
    assert listener.heard == []


def test_a_soft_time_limit_ends_the_whole_task(league, listener, monkeypatch):
    one_delivery(league, listener)

    def out_of_time(*_):
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(webhooks.outbound, "post", out_of_time)
    with pytest.raises(SoftTimeLimitExceeded):
        sweep()


def test_page_digest_and_webhook_name_who_acted(league, listener, organiser):
    hook_of(league, listener)
    league.start()
    by = str(league.organiser)
    act = acts_of(league.campaign, organiser=False).get(kind="league.started")
    assert by not in act.sentence, "or it would be named without our doing"
    detection.detect(league.campaign.pk)
    sweep()
    (told,) = [json.loads(body)["data"] for _, _, body in listener.heard if b"league.started" in body]
    assert told["sentence"] == f"{by}: {act.sentence}"
    subjects = Notice.objects.filter(subject__contains=act.sentence).values_list("subject", flat=True)
    assert set(subjects) == {f"{by}: {act.sentence}"}
    diary = organiser.get(reverse("campaigns:diary", args=[league.campaign.slug])).content.decode()
    row = diary.partition(act.sentence)
    assert by in row[0][-600:] + row[2][:600]
