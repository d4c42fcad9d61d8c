"""Generated pictures of faces, derived from a name: the agency's portrait, and the camera's picture."""

import random
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageStat

WIDTH, HEIGHT = 120, 150

_SKINS = ("#f7dbc0", "#e0ac7d", "#ba8054", "#8d5534", "#5c3a26")
_HAIRS = ("#201a18", "#583822", "#966c2c", "#d0aa62", "#969696")
_EYES = ("#3c281c", "#405c78", "#486848")
_SHIRTS = ("#245c6e", "#963c2c", "#46465a", "#606e32")
_BACKGROUND, _WHITE, _LIPS = "#d6dee2", "#fafafa", "#964642"
_CENTER = (60, 66)

# The same face in another light has a similarity of at least 99; two faces have less than 90.
_PER_DIFFERENCE = 4.0


def draw(name: str, brightness: int = 0) -> bytes:
    """Return the picture of a face as PNG, derived from a name.

    Args:
        brightness: added to each color, so that two pictures of a face differ; from -20 to 0.
    """
    made = random.Random(sha256(name.casefold().encode()).digest())  # noqa: S311 -- no secret
    skin, hair, eyes, shirt = (made.choice(colors) for colors in (_SKINS, _HAIRS, _EYES, _SHIRTS))
    width, height = made.uniform(28, 36), made.uniform(38, 46)
    hairline, eye_distance, mouth = made.uniform(-30, -16), made.uniform(11, 16), made.uniform(18, 24)
    hair_length = made.uniform(10, 60)
    x, y = _CENTER
    picture = Image.new("RGB", (WIDTH, HEIGHT), _BACKGROUND)
    canvas = ImageDraw.Draw(picture)
    canvas.ellipse(_surround(x, HEIGHT, 58, 36), shirt)
    _paint(picture, hair, _surround(x, y, width + 9, height + 11), (0, y + hair_length, WIDTH, HEIGHT))
    canvas.ellipse(_surround(x, y, width, height), hair)
    _paint(picture, skin, _surround(x, y, width, height), (0, 0, WIDTH, y + hairline))
    for side in (-eye_distance, eye_distance):
        canvas.ellipse(_surround(x + side, y - 6, 6, 3.5), _WHITE)
        canvas.ellipse(_surround(x + side, y - 6, 3, 1.7), eyes)
    canvas.rectangle(_surround(x, y + mouth, 11, 2.5), _LIPS)
    content = BytesIO()
    picture.point(lambda value: value + brightness).save(content, "PNG")
    return content.getvalue()


def compute_similarity(one: bytes, other: bytes) -> float:
    """Compare two pictures of `draw`: likeness of the faces, from 0 to 100.

    Raises:
        ValueError: one of them is no such picture.
    """
    left, right = _read(one), _read(other)
    brighter = _compute_mean(left) - _compute_mean(right)
    difference = _compute_mean(ImageChops.difference(left, right.point(lambda value: value + brighter)))
    return max(0.0, 100.0 - _PER_DIFFERENCE * difference)


def _surround(x: float, y: float, across: float, down: float) -> tuple[float, float, float, float]:
    return (x - across, y - down, x + across, y + down)


def _paint(
    picture: Image.Image,
    color: str,
    ellipse: tuple[float, float, float, float],
    without: tuple[float, float, float, float],
) -> None:
    """Paint an ellipse, except where it is in a rectangle."""
    mask = Image.new("L", picture.size)
    canvas = ImageDraw.Draw(mask)
    canvas.ellipse(ellipse, 255)
    canvas.rectangle(without, 0)
    picture.paste(color, mask=mask)


def _compute_mean(picture: Image.Image) -> float:
    return sum(ImageStat.Stat(picture).mean) / 3


def _read(content: bytes) -> Image.Image:
    try:
        picture = Image.open(BytesIO(content), formats=["PNG"]).convert("RGB")
    except (OSError, SyntaxError) as error:
        raise ValueError("no picture that was drawn here") from error
    if picture.size != (WIDTH, HEIGHT):
        raise ValueError("a picture of another size")
    return picture
