"""Make the animation of the README from the pictures in docs/screenshots."""

from pathlib import Path

from PIL import Image

SCREENSHOTS = Path(__file__).parents[2] / "docs" / "screenshots"
FRAMES = (
    "landing",
    "services",
    "name-check",
    "estimator",
    "dashboard",
    "messages",
    "transactions",
    "assistant",
)
SIZE = (960, 600)
FRAME_MILLISECONDS = 2200


def main() -> None:
    """Write tour.webp, which shows each frame in turn and starts again."""
    first, *others = [
        Image.open(SCREENSHOTS / f"{name}.png").convert("RGB").resize(SIZE, Image.Resampling.LANCZOS)
        for name in FRAMES
    ]
    first.save(
        SCREENSHOTS / "tour.webp",
        save_all=True,
        append_images=others,
        duration=FRAME_MILLISECONDS,
        loop=0,
        quality=80,
    )


if __name__ == "__main__":
    main()
