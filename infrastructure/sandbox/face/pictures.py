"""Generated pictures of faces, derived from a name: the agency's portrait, and the camera's picture.

They are PNG files without filters, so that they can be read back in a few lines and compared point by point.
"""

import random
import struct
import zlib
from collections.abc import Iterator
from hashlib import sha256

WIDTH, HEIGHT = 120, 150

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
_HEADER_LENGTH = 25

_Color = tuple[int, int, int]
_SKINS: tuple[_Color, ...] = ((247, 219, 192), (224, 172, 125), (186, 128, 84), (141, 85, 52), (92, 58, 38))
_HAIRS: tuple[_Color, ...] = ((32, 26, 24), (88, 56, 34), (150, 96, 44), (208, 170, 98), (150, 150, 150))
_EYES: tuple[_Color, ...] = ((60, 40, 28), (64, 92, 120), (72, 104, 64))
_SHIRTS: tuple[_Color, ...] = ((36, 92, 110), (150, 60, 44), (70, 70, 90), (96, 110, 50))
_BACKGROUND: _Color = (214, 222, 226)
_WHITE: _Color = (250, 250, 250)
_LIPS: _Color = (150, 70, 66)

# The same face in another light has a similarity of at least 99; two faces have less than 90.
_PER_DIFFERENCE = 4.0


def draw(name: str, brightness: int = 0) -> bytes:
    """Return the picture of a face, derived from a name.

    Args:
        brightness: added to each color, so that two pictures of a face differ; from -20 to 0.
    """
    return _make_png(bytes(_clamp(value + brightness) for color in _make_points(name) for value in color))


def compute_similarity(one: bytes, other: bytes) -> float:
    """Compare two pictures of `draw`: likeness of the faces, from 0 to 100.

    Raises:
        ValueError: one of them is no such picture.
    """
    left, right = _read(one), _read(other)
    brighter = (sum(left) - sum(right)) / len(left)
    difference = sum(abs(a - b - brighter) for a, b in zip(left, right, strict=True)) / len(left)
    return max(0.0, 100.0 - _PER_DIFFERENCE * difference)


def _make_points(name: str) -> Iterator[_Color]:
    made = random.Random(sha256(name.casefold().encode()).digest())  # noqa: S311 -- no secret
    skin, hair, eyes, shirt = (made.choice(colors) for colors in (_SKINS, _HAIRS, _EYES, _SHIRTS))
    face_width, face_height = made.uniform(28, 36), made.uniform(38, 46)
    hairline, eye_distance, mouth = made.uniform(-30, -16), made.uniform(11, 16), made.uniform(18, 24)
    hair_length = made.uniform(10, 60)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            across, down = x - WIDTH / 2, y - 66
            on_face = (across / face_width) ** 2 + (down / face_height) ** 2 <= 1
            in_hair = (across / (face_width + 9)) ** 2 + (down / (face_height + 11)) ** 2 <= 1
            in_eye = (abs(across) - eye_distance) ** 2 / 36 + (down + 6) ** 2 / 12
            if on_face and in_eye <= 0.25:
                yield eyes
            elif on_face and in_eye <= 1:
                yield _WHITE
            elif on_face and abs(across) <= 11 and abs(down - mouth) <= 2.5:
                yield _LIPS
            elif on_face and down > hairline:
                yield skin
            elif in_hair and down < hair_length:
                yield hair
            elif (across / 58) ** 2 + ((y - HEIGHT) / 36) ** 2 <= 1:
                yield shirt
            else:
                yield _BACKGROUND


def _clamp(value: int) -> int:
    return min(255, max(0, value))


def _make_png(points: bytes) -> bytes:
    row = WIDTH * 3
    rows = b"".join(b"\0" + points[place : place + row] for place in range(0, len(points), row))
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
        for kind, content in ((b"IHDR", _HEADER), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    )


def _read(picture: bytes) -> bytes:
    start = len(_SIGNATURE) + _HEADER_LENGTH
    if not picture.startswith(_SIGNATURE) or picture[start + 4 : start + 8] != b"IDAT":
        raise ValueError("not a picture that was drawn here")
    length = int.from_bytes(picture[start : start + 4], "big")
    try:
        rows = zlib.decompress(picture[start + 8 : start + 8 + length])
    except zlib.error as error:
        raise ValueError("not a picture that was drawn here") from error
    row = WIDTH * 3 + 1
    if len(rows) != row * HEIGHT:
        raise ValueError("a picture of another size")
    return b"".join(rows[place + 1 : place + row] for place in range(0, len(rows), row))
