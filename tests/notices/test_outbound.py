"""The one door outwards: real sockets on this machine, and a list of ways that must not lead inside."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import threading
import time

import pytest

from mfcampaign.notices import outbound


def test_a_redirect_is_an_answer_not_a_way(league, listener):
    listener.answers = [302]
    listener.location = listener.url.replace("/hook", "/inside")
    answer = outbound.post(listener.url, b"{}", {})
    assert (answer.status, answer.taken) == (302, False)
    assert [path for path, _, _ in listener.heard] == ["/hook?thread=7"]


# -- the deadline ---------------------------------------------------------------------------------

DEADLINE, PATIENCE = 0.6, 20
# A record of a TLS handshake that promises 16 KiB, and gives a byte now and then.
HANDSHAKE = b"\x16\x03\x03\x40\x00\x02\x00\x3f\xfc"
DRIPS = {
    "before any byte": (b"", b""),
    "in the status": (b"HTTP/1.1 2", b"0"),
    "in the headers": (b"HTTP/1.1 204 No Content\r\nX-Slow: ", b"x"),
    "header after header": (b"HTTP/1.1 204 No Content\r\n", b"A: b\r\n"),
    "in a body of known length": (b"HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n", b"x"),
    "in a body without an end": (b"HTTP/1.1 200 OK\r\n\r\n", b"x"),
    "in chunks": (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
    "interim answers": (b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\n"),
}


class Dripping:
    """A listener that sends ``first`` and then ``drop`` every twentieth of a second, until it is hung up on;
    ``hung_up`` says that it was."""

    def __init__(self, first, drop):
        self.first, self.drop, self.hung_up = first, drop, threading.Event()
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        line, _ = self.server.accept()
        with line:
            line.settimeout(0.05)
            try:
                line.sendall(self.first)
                until = time.monotonic() + 4 * PATIENCE
                while time.monotonic() < until:
                    with contextlib.suppress(TimeoutError):
                        if not line.recv(65536):
                            break
                    if self.drop:
                        line.sendall(self.drop)
                else:
                    return
            except OSError:
                pass
        self.hung_up.set()


@pytest.fixture
def dripping(settings, monkeypatch):
    settings.WEBHOOKS_ALLOW_INSIDE = True
    monkeypatch.setattr(outbound, "SECONDS", DEADLINE)
    made = []

    def make(first, drop):
        made.append(Dripping(first, drop))
        return made[-1]

    yield make
    for each in made:
        each.server.close()


def timed(url):
    began = time.monotonic()
    answer = outbound.post(url, b"{}", {})
    return answer, time.monotonic() - began


@pytest.mark.parametrize("where", DRIPS)
def test_no_way_to_drip_stretches_the_deadline(where, dripping):
    """A dripping listener would keep a socket's own timeout waiting for a minute and more."""
    listener = dripping(*DRIPS[where])
    answer, seconds = timed(f"http://127.0.0.1:{listener.port}/")
    assert (answer.status, answer.taken) == (0, False)
    assert "No whole answer" in answer.error
    assert DEADLINE * 0.9 <= seconds < PATIENCE
    assert listener.hung_up.wait(PATIENCE), "the line was left open"


def test_a_handshake_that_drips_is_cut_too(dripping):
    listener = dripping(HANDSHAKE, b"\x00")
    answer, seconds = timed(f"https://127.0.0.1:{listener.port}/")
    assert answer.status == 0
    assert seconds < PATIENCE
    assert listener.hung_up.wait(PATIENCE), "the line was left open"


def test_a_resolver_that_says_nothing_counts_towards_the_deadline(dripping, monkeypatch):
    asked = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: asked.wait(2 * PATIENCE) and [])
    answer, seconds = timed("https://slow.example/")
    assert "No whole answer" in answer.error
    assert seconds < PATIENCE
    asked.set()


def test_an_answer_in_time_is_taken_whole(listener):
    """The other side of all the above: who answers is heard."""
    assert timed(listener.url)[0].taken


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
 fec0::1 fe80::1%eth0 ::127.0.0.1 100::1 100:0:0:1::1 3fff::1 3fff:fff:ffff::1 5f00::1 2620:4f:8000::1
 192.31.196.1 192.52.193.1 192.175.48.1 4000::1 1::1 e000::1""".split()
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


@pytest.mark.parametrize("network", (outbound.SPECIAL_IPV4 + " " + outbound.SPECIAL_IPV6).split())
def test_the_first_and_last_address_of_every_special_registry_is_refused(network):
    found = ipaddress.ip_network(network)
    for address in {found[0], found[-1], found[found.num_addresses // 2]}:
        assert not outbound.lies_outside(str(address))


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
