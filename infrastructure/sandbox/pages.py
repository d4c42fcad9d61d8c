"""The pages of the sandbox's other services, in the style of the agencies' pages."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, select_autoescape

_LOOK = Path(__file__).parent / "agencies" / "templates"


def make_templates(folder: Path, **context: object) -> Environment:
    """Return the templates of a folder, which can extend those of the agencies.

    Args:
        context: available to each template.
    """
    templates = Environment(
        loader=FileSystemLoader([folder, _LOOK]), autoescape=select_autoescape(), trim_blocks=True
    )
    templates.globals.update(context)
    return templates
