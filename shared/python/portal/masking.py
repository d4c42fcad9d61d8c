"""Addresses as they are shown back to a person: one knows one's own, and nobody learns another's."""


def mask_email(address: str) -> str:
    """`rosa@example.com` becomes `r•••@example.com`."""
    local, _, domain = address.rpartition("@")
    return f"{local[:1]}•••@{domain}"


def mask_number(number: str) -> str:
    """A number in E.164 form with its last four digits: `+16025550123` becomes `•••-•••-0123`."""
    return f"•••-•••-{number[-4:]}"
