"""An agency with one service, which has a message type and an action."""

from domains.agencies.manifest import Manifest


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
