"""The pictures of the documentation show pages, and not the loading screen."""

from pathlib import Path

import pytest
from PIL import Image, ImageSequence

SCREENSHOTS = Path(__file__).parents[2] / "docs" / "screenshots"
HEADER_SHARE = 0.15
LEAST_SHARE_OF_ROWS = 0.25
LEAST_CONTRAST = 40


def get_share_of_used_rows(picture: Image.Image) -> float:
    """Return the share of pixel rows below the header, 0 to 1, that show something."""
    gray = picture.convert("L")
    width, height = gray.size
    top = int(height * HEADER_SHARE)
    pixels = gray.tobytes()
    rows = [pixels[y * width : (y + 1) * width] for y in range(top, height)]
    return sum(max(row) - min(row) > LEAST_CONTRAST for row in rows) / len(rows)


@pytest.mark.parametrize("path", sorted(SCREENSHOTS.iterdir()), ids=lambda path: path.name)
def test_pictures_show_settled_pages(path: Path) -> None:
    with Image.open(path) as picture:
        shares = [get_share_of_used_rows(frame) for frame in ImageSequence.Iterator(picture)]
    assert min(shares) > LEAST_SHARE_OF_ROWS
