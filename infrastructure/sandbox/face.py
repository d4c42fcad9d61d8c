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
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from infrastructure.sandbox import pictures
from infrastructure.sandbox.samples import Owner
from infrastructure.sandbox.web import Switch, get, go_to, make_page, parse_form, post

FACE = "face"
"""Path of the service, beside the agencies."""

CAMERA = f"{FACE}/camera"
CASES: Mapping[str, str] = {
    "live": "nothing",
    "photograph": "a photograph is held before the camera",
    "darkness": "it is too dark to see a face",
    "tooLate": "the three minutes are over",
}
MODES: Mapping[str, str] = {
    "normal": "answers at once",
    "slow": "answers the portal after 1.5 s",
    "hanging": "answers the portal after 60 s",
    "error": "answers the portal with 500",
}

_PREFIX = "RekognitionService."
_BOX = {"Left": 0.26, "Top": 0.14, "Width": 0.48, "Height": 0.6}
_FACE = {"BoundingBox": _BOX, "Confidence": 99.9}
_CONFIDENCE = {"live": 98.7, "photograph": 2.1}
_LIGHT = -8


@dataclass(slots=True)
class _Session:
    status: str = "CREATED"
    confidence: float | None = None
    picture: bytes | None = None


class _Refused(Exception):
    """The message is an error code of AWS."""


class SandboxFaces:
    """Face recognition, and its camera."""

    def __init__(self, portal_origin: str, people: Sequence[Owner], wait: Callable[[float], object]) -> None:
        """Make the service, without sessions."""
        self._portal_origin = portal_origin
        self._people = people
        self._names = {owner.name for owner in people}
        self._sessions: dict[str, _Session] = {}
        self.switch = Switch(MODES, f"/{FACE}", wait)
        self.routes = [
            get(f"/{FACE}", lambda _: self._render("face.html", picture_of=_draw_for_page)),
            # SDKs call an endpoint with a path with and without a slash at the end.
            post(f"/{FACE}", self._answer_api),
            post(f"/{FACE}/", self._answer_api),
            post(f"/{FACE}/switch", self.switch.set),
            get(f"/{CAMERA}", self._show_camera),
            post(f"/{CAMERA}", self._look),
        ]

    def _answer_api(self, request: Request, body: bytes) -> Response:
        if self.switch.misbehave():
            return _answer(500, {"__type": "InternalServerError"})
        sent = json.loads(body or b"{}")
        try:
            match request.headers.get("X-Amz-Target", "").removeprefix(_PREFIX):
                case "CreateFaceLivenessSession":
                    return _answer(200, self._create())
                case "GetFaceLivenessSessionResults":
                    return _answer(200, self._get_results(str(sent["SessionId"])))
                case "CompareFaces":
                    return _answer(200, _compare(sent))
        except _Refused as error:
            return _answer(400, {"__type": str(error)})
        return _answer(400, {"__type": "UnknownOperationException"})

    def _create(self) -> Mapping[str, Any]:
        session_id = str(uuid.uuid4())
        self._sessions[session_id] = _Session()
        return {"SessionId": session_id}

    def _get_results(self, session_id: str) -> Mapping[str, Any]:
        session = self._sessions.get(session_id)
        if session is None:
            raise _Refused("SessionNotFoundException")
        results: dict[str, Any] = {"SessionId": session_id, "Status": session.status, "AuditImages": []}
        if session.confidence is not None:
            results["Confidence"] = session.confidence
        if session.picture is not None:
            picture = b64encode(session.picture).decode()
            results["ReferenceImage"] = {"Bytes": picture, "BoundingBox": _BOX}
        return results

    def _show_camera(self, request: Request) -> Response:
        if not self._is_from_portal(request.query_params):
            return PlainTextResponse("The portal leads here, with a session.", 400)
        return self._render("camera.html", asked=request.query_params, cases=CASES)

    def _look(self, _request: Request, body: bytes) -> Response:
        form = parse_form(body)
        case = form.get("case", "")
        if not self._is_from_portal(form) or case not in CASES or form.get("name") not in self._names:
            return PlainTextResponse("This is not what the camera's page sends.", 400)
        session = self._sessions[form["session"]]
        if session.status == "CREATED":
            if case in _CONFIDENCE:
                session.status, session.confidence = "SUCCEEDED", _CONFIDENCE[case]
                session.picture = pictures.draw(form["name"], _LIGHT)
            else:
                session.status = "FAILED" if case == "darkness" else "EXPIRED"
        return go_to(form["return"])

    def _is_from_portal(self, sent: Mapping[str, str]) -> bool:
        leads_back = sent.get("return", "").startswith(f"{self._portal_origin}/")
        return leads_back and sent.get("session") in self._sessions

    def _render(self, template: str, **context: Any) -> Response:
        context |= {"portal_origin": self._portal_origin, "switch": self.switch, "people": self._people}
        return make_page(template, self._portal_origin, **context)


def _compare(sent: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        source, target = (b64decode(sent[name]["Bytes"]) for name in ("SourceImage", "TargetImage"))
        alike = pictures.compute_similarity(source, target)
    except (KeyError, NotBase64, ValueError):
        raise _Refused("InvalidImageFormatException") from None
    matches = [{"Similarity": alike, "Face": _FACE}] if alike >= sent.get("SimilarityThreshold", 80) else []
    return {
        "SourceImageFace": _FACE,
        "FaceMatches": matches,
        "UnmatchedFaces": [] if matches else [_FACE],
    }


def _draw_for_page(name: str) -> str:
    return f"data:image/png;base64,{b64encode(pictures.draw(name)).decode()}"


def _answer(status: int, content: Mapping[str, Any]) -> Response:
    return JSONResponse(content, status, media_type="application/x-amz-json-1.1")
