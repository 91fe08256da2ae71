"""Pages go compressed to who takes it, of masked length; streams and pictures of bits stay as they are."""

from __future__ import annotations

import gzip

from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from mfcampaign.web.middleware import CompressionMiddleware


def test_a_page_is_compressed_and_its_length_masked(db: None) -> None:
    answers = [Client().get("/", headers={"accept-encoding": "gzip"}) for _ in range(6)]
    assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}
    assert all(b"<!DOCTYPE html>" in gzip.decompress(answer.content) for answer in answers)
    assert "Accept-Encoding" in answers[0]["Vary"]
    assert len({len(answer.content) for answer in answers}) > 1, "equal lengths tell what a page holds"
    assert "Content-Encoding" not in Client().get("/")


def test_a_stream_is_never_held_back() -> None:
    request = RequestFactory().get("/", headers={"accept-encoding": "gzip"})
    events = StreamingHttpResponse(iter([b"data: 1\n\n" * 100]), content_type="text/event-stream")
    picture = HttpResponse(b"1" * 1000, content_type="image/png")
    for response in (events, picture):
        answer = CompressionMiddleware(lambda _, given=response: given)(request)
        assert "Content-Encoding" not in answer
