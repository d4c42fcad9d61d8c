"""An agency with one service, which has a message type and an action; and requests of it."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from domains.agencies.manifest import Manifest
from portal.errors import Problem
from portal.parts import make_parts
from portal.validation import make_invalid_request

Model = TypeVar("Model", bound=BaseModel)


def read_request(model: type[Model], sent: object) -> tuple[Model, tuple[Problem, ...]]:
    """Return a request, or its right parts with the faults of its shape."""
    try:
        return model.model_validate(sent), ()
    except ValidationError as error:
        return make_parts(model, sent), make_invalid_request(error).problems


def make_both(text: str) -> dict[str, str]:
    """Return a text that is the same in both languages."""
    return {"en": text, "es": text}


MANIFEST = Manifest.model_validate(
    {
        "manifestVersion": 1,
        "agency": {
            "id": "mvd",
            "name": make_both("MVD"),
            "description": make_both("MVD"),
            "kind": "state",
            "hosts": ["mvd.example"],
        },
        "services": [
            {
                "id": "mvd-vehicles",
                "code": "VEHICLES",
                "name": make_both("Vehicles"),
                "description": make_both("Vehicles"),
                "category": "vehicles",
                "actions": [
                    {
                        "id": "renew",
                        "label": make_both("Renew"),
                        "url": "http://localhost:8083/renew?p={plate}",
                    }
                ],
                "messageTypes": [
                    {
                        "code": "REMINDER",
                        "name": make_both("Reminder"),
                        "priority": "high",
                        "notice": "reminders",
                    }
                ],
                "endpoint": "https://api.mvd.example",
                "credentials": "mvd",
            }
        ],
    }
)
