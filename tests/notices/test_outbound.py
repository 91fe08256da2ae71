"""The one door outwards: real sockets on this machine, and a list of ways that must not lead inside."""

from __future__ import annotations

import socket

import pytest

from mfcampaign.notices import outbound


def test_a_redirect_is_an_answer_not_a_way(league, listener):
    listener.answers = [302]
    listener.location = listener.url.replace("/hook", "/inside")
    answer = outbound.post(listener.url, b"{}", {})
    assert (answer.status, answer.taken) == (302, False)
    assert [path for path, _, _ in listener.heard] == ["/hook?thread=7"]


def test_an_answer_that_drips_for_ever_is_cut(listener, monkeypatch):
    monkeypatch.setattr(outbound, "SECONDS", 0.5)
    listener.endless = True
    answer = outbound.post(listener.url, b"{}", {})
    assert not listener.dry, "the answer was read to its end"
    assert answer.status in (0, 204)


def test_nobody_at_home_is_a_sentence_not_a_crash(settings):
    settings.WEBHOOKS_ALLOW_INSIDE = True
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        answer = outbound.post(f"http://127.0.0.1:{free.getsockname()[1]}/", b"", {})
    assert answer.status == 0
    assert "refused" in answer.error.lower()


# -- nothing inside ---------------------------------------------------------------------------------

INSIDE = """127.0.0.1 127.8.8.8 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.254 192.168.0.1 169.254.169.254
 100.64.0.1 100.127.255.255 192.0.0.8 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 240.0.0.1
 255.255.255.255 192.88.99.1 ::1 :: ::ffff:127.0.0.1
 ::ffff:10.0.0.1 ::ffff:169.254.169.254 fe80::1 fc00::1 fd12:3456::1
 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 2002:7f00:1:: 2002:a9fe:a9fe::1 2001::1 2001:db8::1 ff02::1
 fec0::1 fe80::1%eth0 ::127.0.0.1 100::1""".split()
OUTSIDE = (
    "1.1.1.1 93.184.216.34 162.159.128.233 2606:4700:4700::1111 2a00:1450:4009::1 ::ffff:1.1.1.1".split()
)


@pytest.mark.parametrize("address", INSIDE)
def test_no_address_inside_is_ever_connected_to(address, monkeypatch):
    assert not outbound.lies_outside(address)
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("it connected"))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [(0, 0, 0, "", (address, 443))])
    answer = outbound.post("https://innocent.example/", b"", {})
    assert answer.status == 0
    assert "not on the public internet" in answer.error


@pytest.mark.parametrize("address", OUTSIDE)
def test_addresses_of_the_public_internet_are(address):
    assert outbound.lies_outside(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0177.0.0.1/",
        "http://localhost/",
        "https://user:pass@example.org/",
        "https://example.org:8443/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "https:///nohost",
        "https://exa mple.org/",
        "https://example.org/\r\nX-Evil: 1",
        "https://example.org\\@127.0.0.1/",
        "https://ex\u00e4mple.org/",
        "javascript:alert(1)",
        "",
        "https://[::1",
        "https://example.org:99999/",
    ],
)
def test_hostile_ways_to_write_an_address_are_refused(url, monkeypatch):
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("it connected"))
    with pytest.raises(outbound.Refused):
        outbound.resolve(url)
    assert outbound.post(url, b"", {}).status == 0


def test_a_name_with_one_foot_inside_is_refused(monkeypatch):
    both = [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", ("10.0.0.5", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    with pytest.raises(outbound.Refused):
        outbound.resolve("https://half.example/")


def test_a_name_that_answers_differently_the_second_time_gains_nothing(monkeypatch):
    """The socket goes to the address that was checked; the name is not asked again."""
    answers = [[(0, 0, 0, "", ("93.184.216.34", 80))], [(0, 0, 0, "", ("127.0.0.1", 80))]]
    connected = []

    def create_connection(where, **_):
        connected.append(where)
        raise ConnectionRefusedError("stopped by the test")

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers.pop(0))
    monkeypatch.setattr(socket, "create_connection", create_connection)
    outbound.post("http://rebinding.example/", b"", {})
    assert connected == [("93.184.216.34", 80)]
    assert len(answers) == 1


def test_the_setting_for_trying_things_out_is_what_opens_the_inside(listener, settings):
    """The negative control of all the above: with it the same address answers."""
    assert outbound.post(listener.url, b"{}", {}).status == 204
    settings.WEBHOOKS_ALLOW_INSIDE = False
    assert outbound.post(listener.url, b"{}", {}).status == 0
    assert len(listener.heard) == 1
