"""The pages of what the sandbox has beside its agencies, in the look of theirs."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape

_LOOK = Path(__file__).parent / "agencies" / "templates"


def make_templates(folder: Path, **context: object) -> Environment:
    """Templates of a folder, which can extend those of the agencies.

    Args:
        context: what each of them can name.
    """
    templates = Environment(
        loader=FileSystemLoader([folder, _LOOK]), autoescape=select_autoescape(), trim_blocks=True
    )
    templates.globals.update(context)
    return templates
