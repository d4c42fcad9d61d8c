"""Command for facts: list fees without an official link, past their review, or in contradiction."""
