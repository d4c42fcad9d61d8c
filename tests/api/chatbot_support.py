"""Chat panel of a person, for tests of the assistant."""

from datetime import UTC, datetime
from typing import Any

from tests.api.support import (
    Answer,
    ChatCaller,
    Client,
)

DIRECT_LINE = "/api/chatbot/directline"


NOON = datetime(2026, 11, 23, 19, tzinfo=UTC)


class Chat:
    """Chat panel: a person's token and the calls of a Direct Line client."""

    def __init__(self, client: Client) -> None:
        issued = client.get("/api/chatbot/data/token")
        assert issued.status == 200, issued.text
        self.issued = issued.json
        self.client = client.acting_as(ChatCaller(self.issued["token"]))
        self.id = self.client.post(f"{DIRECT_LINE}/conversations").json["conversationId"]
        self._sent = 0

    @property
    def activities(self) -> str:
        return f"{DIRECT_LINE}/conversations/{self.id}/activities"

    def post(self, text: str, client_id: str = "", **more: Any) -> Answer:
        self._sent += 1
        return self.client.post(
            self.activities,
            {
                "type": "message",
                "text": text,
                "channelData": {"clientActivityID": client_id or f"client-id-{self._sent}"},
                **more,
            },
        )

    def list(self, watermark: str = "") -> list[dict[str, Any]]:
        answer = self.client.get(f"{self.activities}?watermark={watermark}")
        assert answer.status == 200, answer.text
        return answer.json["activities"]

    def ask(self, text: str, locale: str = "en") -> dict[str, Any]:
        assert self.post(text, locale=locale).status == 200
        return self.list()[-1]
