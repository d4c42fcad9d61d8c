"""Amazon Rekognition as far as the portal calls it, and a page in place of the camera.

The user of the page chooses the person before the camera, and a fault. The shapes are those of the
Rekognition API reference: CreateFaceLivenessSession, GetFaceLivenessSessionResults and CompareFaces.
"""

import json
import uuid
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args
from urllib.parse import parse_qsl

from infrastructure.local.http import (
    Request,
    Response,
    make_json_response,
    make_page_response,
    make_text_response,
)
from infrastructure.sandbox.face import pictures
from infrastructure.sandbox.pages import make_templates

if TYPE_CHECKING:
    from infrastructure.sandbox.agencies.records import Owner

FACE = "face"
"""Path of the service, beside the agencies."""

CAMERA = f"{FACE}/camera"

Mode = Literal["normal", "slow", "hanging", "error"]
MODES: tuple[Mode, ...] = get_args(Mode)

Case = Literal["live", "photograph", "darkness", "tooLate"]
CASES: Mapping[Case, str] = {
    "live": "nothing",
    "photograph": "a photograph is held before the camera",
    "darkness": "it is too dark to see a face",
    "tooLate": "the three minutes are over",
}

SESSION_LIFETIME = timedelta(minutes=3)
"""Source: Rekognition developer guide, Face Liveness: a session can be used for three minutes."""

_PREFIX = "RekognitionService."
_BOX = {"Left": 0.26, "Top": 0.14, "Width": 0.48, "Height": 0.6}
_LIVE, _PHOTOGRAPH = 98.7, 2.1
_LIGHT = -8
_SLOW_SECONDS = 1.0
_HANGING_SECONDS = 60.0
_EXPLAINED: Mapping[Mode, str] = {
    "normal": "answers at once",
    "slow": "answers the portal after 1 s",
    "hanging": "answers the portal after 60 s",
    "error": "answers the portal with 500",
}


@dataclass(slots=True)
class _Session:
    ends_at: datetime
    status: str = "CREATED"
    confidence: float | None = None
    picture: bytes | None = None


class _Refused(Exception):
    """The message is an error code of AWS."""


class SandboxFaces:
    """Answers requests below its address."""

    def __init__(
        self, portal_origin: str, people: Sequence["Owner"], wait: Callable[[float], object]
    ) -> None:
        """Make the service, without sessions.

        Args:
            people: who can stand before the camera.
            wait: pauses for some seconds.
        """
        self._portal_origin = portal_origin
        self._wait = wait
        self._mode: Mode = "normal"
        self._sessions: dict[str, _Session] = {}
        self._templates = make_templates(
            Path(__file__).parent / "templates",
            portal_origin=portal_origin,
            people=people,
            cases=CASES,
            modes=MODES,
            explained=_EXPLAINED,
            picture_of=lambda name: f"data:image/png;base64,{b64encode(pictures.draw(name)).decode()}",
        )
        self._names = {owner.name for owner in people}

    def __call__(self, name: str, request: Request) -> Response:
        """Answer a request.

        Args:
            name: of what is asked for, below the address.
        """
        match request.method, name:
            case "GET", "":
                return self._render("home.html", mode=self._mode)
            case "POST", "":
                return self._answer_api(request)
            case "POST", "switch":
                return self._switch(_parse_form(request))
            case "GET", "camera":
                return self._show_camera(dict(parse_qsl(request.query)))
            case "POST", "camera":
                return self._look(_parse_form(request))
        return make_text_response(404, "There is nothing here.")

    def _answer_api(self, request: Request) -> Response:
        match self._mode:
            case "slow":
                self._wait(_SLOW_SECONDS)
            case "hanging":
                self._wait(_HANGING_SECONDS)
            case "error":
                return _make_error(500, "InternalServerError")
        sent = json.loads(request.body or b"{}")
        try:
            match (request.header("X-Amz-Target") or "").removeprefix(_PREFIX):
                case "CreateFaceLivenessSession":
                    return _answer(self._create())
                case "GetFaceLivenessSessionResults":
                    return _answer(self._get_results(str(sent["SessionId"])))
                case "CompareFaces":
                    return _answer(_compare(sent))
        except _Refused as error:
            return _make_error(400, str(error))
        return _make_error(400, "UnknownOperationException")

    def _create(self) -> Mapping[str, Any]:
        session_id = str(uuid.uuid4())
        self._sessions[session_id] = _Session(datetime.now(UTC) + SESSION_LIFETIME)
        return {"SessionId": session_id}

    def _get_results(self, session_id: str) -> Mapping[str, Any]:
        session = self._sessions.get(session_id)
        if session is None:
            raise _Refused("SessionNotFoundException")
        if session.status == "CREATED" and datetime.now(UTC) >= session.ends_at:
            session.status = "EXPIRED"
        results: dict[str, Any] = {"SessionId": session_id, "Status": session.status, "AuditImages": []}
        if session.confidence is not None:
            results["Confidence"] = session.confidence
        if session.picture is not None:
            picture = b64encode(session.picture).decode()
            results["ReferenceImage"] = {"Bytes": picture, "BoundingBox": _BOX}
        return results

    def _show_camera(self, asked: Mapping[str, str]) -> Response:
        if not self._is_from_portal(asked):
            return make_text_response(400, "The portal leads here, with a session.")
        return self._render("camera.html", asked=asked)

    def _look(self, form: Mapping[str, str]) -> Response:
        case = next((known for known in CASES if known == form.get("case")), None)
        if not self._is_from_portal(form) or case is None or form.get("name") not in self._names:
            return make_text_response(400, "This is not what the camera's page sends.")
        session = self._sessions[form["session"]]
        if session.status == "CREATED":
            match case:
                case "live":
                    session.status, session.confidence = "SUCCEEDED", _LIVE
                    session.picture = pictures.draw(form["name"], _LIGHT)
                case "photograph":
                    session.status, session.confidence = "SUCCEEDED", _PHOTOGRAPH
                    session.picture = pictures.draw(form["name"], _LIGHT)
                case "darkness":
                    session.status = "FAILED"
                case "tooLate":
                    session.status = "EXPIRED"
        return Response(303, [("Location", form["return"])])

    def _is_from_portal(self, sent: Mapping[str, str]) -> bool:
        leads_back = sent.get("return", "").startswith(f"{self._portal_origin}/")
        return leads_back and sent.get("session") in self._sessions

    def _switch(self, form: Mapping[str, str]) -> Response:
        mode = next((known for known in MODES if known == form.get("mode")), None)
        if mode is None:
            return make_json_response(400, {"error": f"mode is one of {', '.join(MODES)}"})
        self._mode = mode
        return Response(303, [("Location", f"/{FACE}")])

    def _render(self, template: str, **context: object) -> Response:
        html = self._templates.get_template(template).render(**context)
        return make_page_response(html, self._portal_origin)


def _compare(sent: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        source, target = (b64decode(sent[name]["Bytes"]) for name in ("SourceImage", "TargetImage"))
        alike = pictures.compute_similarity(source, target)
    except (KeyError, NotBase64, ValueError):
        raise _Refused("InvalidImageFormatException") from None
    face = {"BoundingBox": _BOX, "Confidence": 99.9}
    matches = [{"Similarity": alike, "Face": face}] if alike >= sent.get("SimilarityThreshold", 80) else []
    return {
        "SourceImageFace": face,
        "FaceMatches": matches,
        "UnmatchedFaces": [] if matches else [face],
    }


def _parse_form(request: Request) -> Mapping[str, str]:
    return dict(parse_qsl((request.body or b"").decode(errors="replace")))


def _answer(content: Mapping[str, Any]) -> Response:
    return Response(200, [("Content-Type", "application/x-amz-json-1.1")], json.dumps(content).encode())


def _make_error(status: int, code: str) -> Response:
    body = json.dumps({"__type": code, "message": "The sandbox says so."}).encode()
    return Response(status, [("Content-Type", "application/x-amz-json-1.1")], body)
