"""The OpenAPI document: operations by drf-spectacular, bodies and answers by msgspec from the very types
that decode and encode them, so that neither can drift from what is served."""

from __future__ import annotations

import functools
from http import HTTPStatus
from typing import Any

import msgspec
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema

from mfcampaign.api.endpoint import REGISTERED, Endpoint
from mfcampaign.api.operations import SCOPES
from mfcampaign.api.problems import TYPE, ProblemDetails

TEMPLATE = "#/components/schemas/{name}"
ERRORS = {
    400: "The request cannot be read.",
    401: "Nobody is signed in, or the token is not known.",
    403: "The token lacks the scope, or the CSRF token is missing.",
    404: "There is no such thing, or it is not yours to know of.",
    409: "The rules, or the state of things, say no; `rule` and `fix` say why and what to do.",
    412: "It changed since the version named in `If-Match`.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The body is JSON of another shape, or the Idempotency-Key was used for another request.",
    429: "Too many requests; `Retry-After` says when to come back.",
}
REFUSED = {
    "type": "/about/rules/M3E-HIRE-12/",
    "title": "Not allowed",
    "status": 409,
    "detail": "Guild Hound: at most 4 in a Crew.",
    "rule": "M3E-HIRE-12",
    "fix": "Remove one.",
    "violations": [
        {
            "rule": "M3E-HIRE-12",
            "sentence": "Guild Hound: at most 4 in a Crew.",
            "fix": "Remove one.",
            "subject": "guild-hound",
            "see": "/about/rules/M3E-HIRE-12/",
        }
    ],
}


class AmbiguousName(Exception):
    """Two types of the API have the same class name. Readers of the description could not tell them apart."""


@functools.cache
def _shapes() -> tuple[dict[Any, dict[str, Any]], dict[str, Any]]:
    """The schema of each type by the type, and the components they refer to."""
    types: list[Any] = [ProblemDetails]
    for endpoint in REGISTERED.values():
        types += [kind for kind in (endpoint.body, endpoint.answer, endpoint.query) if kind is not None]
    types = list(dict.fromkeys(types))
    schemas, generated = msgspec.json.schema_components(types, ref_template=TEMPLATE)
    names = component_names(generated)
    references = {TEMPLATE.format(name=old): TEMPLATE.format(name=new) for old, new in names.items()}
    components = {
        names[old]: _portable(shape, references) | {"title": names[old]} for old, shape in generated.items()
    }
    shapes = {kind: _portable(shape, references) for kind, shape in zip(types, schemas, strict=True)}
    return shapes, components


def component_names(generated: dict[str, Any]) -> dict[str, str]:
    """The name of each generated component in the description: the class's own, ``CrewRowPage`` for
    ``Page[CrewRow]``. A client generator makes one class of each name, so no two may be alike.

    >>> component_names({"Page_CrewRow_": {"title": "Page[CrewRow]"}})
    {'Page_CrewRow_': 'CrewRowPage'}
    >>> component_names({"fate.Card": {"title": "Card"}, "catalog.Card": {"title": "Card"}})
    Traceback (most recent call last):
    mfcampaign.api.schema.AmbiguousName: fate.Card and catalog.Card: rename one of the classes.
    """
    names: dict[str, str] = {}
    for generated_name, shape in generated.items():
        container, _, item = shape["title"].rstrip("]").partition("[")
        name = item + container
        if name in names:
            raise AmbiguousName(f"{names[name]} and {generated_name}: rename one of the classes.")
        names[name] = generated_name
    return {generated_name: name for name, generated_name in names.items()}


def _portable(shape: Any, references: dict[str, str]) -> Any:
    """A schema as every generator of clients reads it: references by the final names, a docstring as Markdown
    on one line, a tuple of one kind as a list of that length, a single number as a range."""
    if isinstance(shape, str):
        return references.get(shape, shape)
    if isinstance(shape, list | tuple):
        return [_portable(value, references) for value in shape]
    if not isinstance(shape, dict):
        return shape
    portable = {key: _portable(value, references) for key, value in shape.items()}
    if isinstance(text := portable.get("description"), str):
        portable["description"] = " ".join(text.replace("``", "`").split())
    kinds = portable.get("prefixItems", ())
    if kinds:
        del portable["items"]  # ``false``: ``maxItems`` says the same
        if all(kind == kinds[0] for kind in kinds):
            portable["items"] = portable.pop("prefixItems")[0]
    values = portable.get("enum", ())
    if len(values) == 1 and not isinstance(values[0], str):
        portable |= _limited_to(portable.pop("enum")[0])
    return portable


def _limited_to(value: bool | int) -> dict[str, Any]:
    """One number or truth value without ``enum`` and ``const``: openapi-python-client refuses the one and
    writes code that Python cannot read for the other."""
    if isinstance(value, bool):
        return {"type": "boolean", "not": {"const": not value}}
    return {"type": "integer", "minimum": value, "maximum": value}


def _errors(endpoint: Endpoint) -> list[int]:
    statuses = {429, 401}
    if "<" in endpoint.path or endpoint.acts:
        statuses |= {404}
    if endpoint.query is not None:
        statuses |= {400}
    if endpoint.body is not None:
        statuses |= {400, 413, 415, 422}
    if endpoint.acts:
        statuses |= {400, 409, 412, 422}
    return sorted(statuses | {403, 409})


def parameters_of(query: Any) -> list[OpenApiParameter]:
    shapes, components = _shapes()
    shape = components[shapes[query]["$ref"].rpartition("/")[2]]
    return [
        OpenApiParameter(
            name,
            type={key: value for key, value in inner.items() if key != "description"},
            location="query",
            required=name in shape.get("required", ()),
            description=inner.get("description", ""),
        )
        for name, inner in shape["properties"].items()
    ]


def headers_of(endpoint: Endpoint) -> list[OpenApiParameter]:
    if not endpoint.acts:
        return []
    key = {"type": "string", "minLength": 1, "maxLength": 80, "pattern": "^[A-Za-z0-9_.:-]+$"}
    text = "New for each act; the same one again repeats the answer without acting again."
    headers = [OpenApiParameter("Idempotency-Key", key, "header", required=True, description=text)]
    version = {"type": "string", "maxLength": 60, "pattern": '^"[0-9]{1,9}"$'}
    text = "The version you read (an ETag, or its number in quotes): 412 if it is another now."
    return [*headers, OpenApiParameter("If-Match", version, "header", description=text)]


def described(endpoint: Endpoint) -> Any:
    """The drf-spectacular decorator of one operation."""
    shapes, _ = _shapes()
    answers: dict[Any, Any] = {(endpoint.status, "application/json"): shapes[endpoint.answer]}
    answers |= {(status, TYPE): shapes[ProblemDetails] for status in _errors(endpoint)}
    examples = []
    if endpoint.example is not None:
        examples.append(OpenApiExample("Asked", endpoint.example, request_only=True))
    if endpoint.answer_example is not None:
        code = str(endpoint.status)
        examples.append(
            OpenApiExample("Told", endpoint.answer_example, response_only=True, status_codes=[code])
        )
    parameters = [*headers_of(endpoint), *(parameters_of(endpoint.query) if endpoint.query else ())]
    ways: Any = [*([{}] if endpoint.open else []), {"token": [endpoint.scope]}, {"session": []}]
    return extend_schema(
        operation_id=endpoint.name,
        summary=endpoint.summary,
        description=_description(endpoint),
        tags=[endpoint.tag],
        request={"application/json": shapes[endpoint.body]} if endpoint.body is not None else None,
        responses=answers,
        parameters=parameters,
        examples=examples,
        auth=ways,
    )


def _description(endpoint: Endpoint) -> str:
    who = "Open to everyone." if endpoint.open else f"Scope of a token: `{endpoint.scope}`."
    return f"{endpoint.description}\n\n{who}"


class Words(AutoSchema):
    """What the framework would guess from a view is said by the endpoint."""

    def get_auth(self) -> list[dict[str, list[str]]]:
        return []


def finished(result: dict[str, Any], generator: SchemaGenerator, **kwargs: Any) -> dict[str, Any]:
    """The components, the ways to sign in, and each error's own words."""
    _, components = _shapes()
    block = result.setdefault("components", {})
    block["schemas"] = dict(sorted((block.get("schemas", {}) | components).items()))
    block["securitySchemes"] = {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "A personal token from /account/tokens/. Scopes: "
            + " ".join(f"`{name}`: {words}" for name, words in SCOPES.items()),
        },
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "A signed-in browser; acts need the header X-CSRFToken.",
        },
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
            for status, answer in operation["responses"].items():
                if int(status) in ERRORS:
                    operation["responses"][status] = {"$ref": f"#/components/responses/Problem{status}"}
                else:
                    answer["description"] = HTTPStatus(int(status)).phrase
    block["responses"] = {f"Problem{status}": _problem(status) for status in ERRORS}
    return result


def _problem(status: int) -> dict[str, Any]:
    content: dict[str, Any] = {"schema": {"$ref": TEMPLATE.format(name="ProblemDetails")}}
    if status == 409:
        content["examples"] = {"Refused": {"value": REFUSED}}
    return {"description": ERRORS[status], "content": {TYPE: content}}


def document() -> dict[str, Any]:
    """The whole document."""
    description: dict[str, Any] = SchemaGenerator(patterns=None).get_schema(public=True)
    return description
