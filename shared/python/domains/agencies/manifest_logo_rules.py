"""Rules of logos in a manifest."""

import base64
import binascii
import re
from collections.abc import Iterator
from xml.parsers import expat

from domains.agencies.manifest_faults import Fault, Path

MAX_LOGO_BYTES = 16 * 1024
_SVG_SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"}
_SVG_STRUCTURE = {"svg", "g", "title", "desc", "defs", "symbol", "use", "clipPath", "mask"}
_SVG_ELEMENTS = _SVG_SHAPES | _SVG_STRUCTURE | {"linearGradient", "radialGradient", "stop"}
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def find_logo_faults(path: Path, logo: str) -> Iterator[Fault]:
    """Find faults in a logo, given as a `data:` address."""
    kind, _, encoded = logo.partition(";base64,")
    try:
        picture = base64.b64decode(encoded, validate=True)
    except binascii.Error:
        yield Fault(path, "The logo is not valid base64.", "Encode the file again: base64 -w0 logo.svg")
        return
    if len(picture) > MAX_LOGO_BYTES:
        yield Fault(
            path,
            f"The logo has {len(picture)} bytes, and 16384 are allowed.",
            "Simplify the picture or make it smaller.",
        )
    elif kind == "data:image/png":
        if not picture.startswith(_PNG_SIGNATURE):
            yield Fault(path, "The logo is not a PNG picture.", "Say image/svg+xml, or convert it.")
    elif problem := _find_svg_problem(picture):
        yield Fault(
            path, f"The logo is refused: {problem}.", "Export it as plain SVG with shapes and colors alone."
        )


class _SvgRefused(Exception):
    """An unsafe SVG; the message says why."""


def _find_svg_problem(picture: bytes) -> str | None:
    depth = 0

    def check_element(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        if depth == 0 and name != "svg":
            raise _SvgRefused("it is not an SVG document")
        depth += 1
        # An allow-list, because no list of elements that run or load something is complete.
        if name not in _SVG_ELEMENTS:
            raise _SvgRefused(f"it has an element {name}")
        for attribute, value in attributes.items():
            _refuse_attribute(attribute, value)

    def refuse_declaration(*_: object) -> None:
        raise _SvgRefused("it has a document type, an entity or a processing instruction")

    parser = expat.ParserCreate()
    parser.StartElementHandler = check_element
    parser.StartDoctypeDeclHandler = refuse_declaration
    parser.EntityDeclHandler = refuse_declaration
    parser.ProcessingInstructionHandler = refuse_declaration
    try:
        parser.Parse(picture, True)
    except _SvgRefused as error:
        return str(error)
    except expat.ExpatError as error:
        return f"it is not well-formed XML ({error})"
    return None


def _refuse_attribute(name: str, value: str) -> None:
    plain = name.rpartition(":")[2].lower()
    if plain.startswith("on"):
        raise _SvgRefused(f"it has an attribute {name}, which would run a script")
    if plain in ("href", "src") and not value.startswith("#"):
        raise _SvgRefused(f"its attribute {name} refers to something outside")
    squeezed = "".join(_drop_comments(value).split()).lower()
    if re.search(r"url\((?!['\"]?#)", squeezed) or "@import" in squeezed or "\\" in value:
        raise _SvgRefused(f"its attribute {name} refers to something outside")


def _drop_comments(value: str) -> str:
    # An expression would look for the end again from each beginning.
    parts, place = [], 0
    while (begin := value.find("/*", place)) >= 0 and (end := value.find("*/", begin + 2)) >= 0:
        parts.append(value[place:begin])
        place = end + 2
    return "".join([*parts, value[place:]])
