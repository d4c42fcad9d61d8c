"""Rules of identity and display fields that the JSON Schema of a manifest cannot state."""

import re
from collections.abc import Iterator
from datetime import date

from domains.agencies.manifest import AttentionRule, DisplayField, IdentityField, Service, StatusValue
from domains.agencies.manifest_faults import Fault, FaultRule, Path, find_repeated, list_names
from domains.agencies.manifest_texts import LocalizedText

_MAX_SENTENCE = 100
_SEPARATORS = re.compile(r"[ .-]")
_PLACEHOLDER = re.compile(r"{([^{}]*)}")


def find_identity_faults(path: Path, service: Service) -> FaultRule:
    """Find faults in the identity fields of a service."""
    for index, field in enumerate(service.identity_fields):
        place = (*path, index)
        yield _find_length_faults(place, field)
        yield _find_sensitivity_faults(place, field)
        yield _find_choice_faults(place, field)
        yield _find_example_faults(place, field)
    names = [field.name for field in service.identity_fields]
    yield find_repeated(path, names, "identity field", "name")


def find_display_faults(path: Path, service: Service) -> FaultRule:
    """Find faults in the display fields of a service."""
    for index, field in enumerate(service.display_fields):
        place = (*path, index)
        yield _find_kind_faults(place, field)
        yield _find_reveal_faults(place, field)
        yield _find_statuses_faults((*place, "statuses"), field, service)
        yield _find_attention_rules((*place, "attention"), field, service)
    names = [field.name for field in service.display_fields]
    yield find_repeated(path, names, "display field", "name")


def _find_length_faults(path: Path, field: IdentityField) -> Iterator[Fault]:
    if field.min_length > field.max_length:
        yield Fault(
            (*path, "minLength"),
            f"At least {field.min_length} and at most {field.max_length} characters cannot both be.",
            "Make minLength the smaller one.",
        )


def _find_sensitivity_faults(path: Path, field: IdentityField) -> Iterator[Fault]:
    if field.is_sensitive and field.mask != "all":
        yield Fault(
            (*path, "mask"),
            "A sensitive value would be shown in the label of the connection.",
            "Write `mask: all`.",
        )
    if field.is_sensitive and field.format in ("date", "choice"):
        yield Fault(
            (*path, "isSensitive"),
            f"A value of format {field.format} cannot be hidden while it is chosen.",
            "Remove it, or take another format.",
        )


def _find_choice_faults(path: Path, field: IdentityField) -> Iterator[Fault]:
    if field.format == "choice" and len(field.choices) < 2:
        yield Fault(
            (*path, "format"),
            "A choice needs at least two values.",
            "Add them as `choices`, or take another format.",
        )
    if field.format != "choice" and field.choices:
        yield Fault(
            (*path, "choices"),
            f"Choices have no effect with the format {field.format}.",
            "Take the format `choice`, or remove them.",
        )
    yield from find_repeated((*path, "choices"), [choice.value for choice in field.choices], "value", "value")


def _find_example_faults(path: Path, field: IdentityField) -> Iterator[Fault]:
    if problem := _find_example_problem(field):
        yield Fault(
            (*path, "example"), f"The example {field.example} {problem}", "Give one that a person could type."
        )


def _find_example_problem(field: IdentityField) -> str | None:
    # The portal removes spaces, hyphens, and dots from these formats before it calls an agency.
    is_tidied = field.format in ("digits", "alphanumeric")
    example = _SEPARATORS.sub("", field.example) if is_tidied else field.example
    match field.format:
        case "choice":
            values = [choice.value for choice in field.choices]
            return None if not values or example in values else "is not one of the choices."
        case "date":
            return None if _is_date(example) else "is not a date such as 1984-05-17."
        case "digits" if not re.fullmatch(r"[0-9]+", example):
            return "is not made of digits alone."
        case "alphanumeric" if not re.fullmatch(r"[A-Za-z0-9]+", example):
            return "is not made of letters and digits alone."
    if not field.min_length <= len(example) <= field.max_length:
        return f"has {len(example)} characters, but {field.min_length} to {field.max_length} are asked for."
    return None


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _find_kind_faults(path: Path, field: DisplayField) -> Iterator[Fault]:
    if field.kind == "status" and not field.statuses:
        yield Fault(
            (*path, "kind"), "A status needs its states.", "Add every state that can be sent as `statuses`."
        )
    if field.kind != "status" and field.statuses:
        yield Fault(
            (*path, "statuses"),
            f"States have no effect with the kind {field.kind}.",
            "Take the kind `status`, or remove them.",
        )


def _find_reveal_faults(path: Path, field: DisplayField) -> Iterator[Fault]:
    if field.reveal and field.kind != "text":
        yield Fault(
            (*path, "reveal"),
            f"Only a text can be masked, and {field.name} is of kind {field.kind}.",
            "Take the kind `text`, or remove it.",
        )


def _find_statuses_faults(path: Path, field: DisplayField, service: Service) -> FaultRule:
    for index, status in enumerate(field.statuses):
        place = (*path, index)
        yield _find_tone_faults(place, status)
        yield _find_status_sentence_faults((*place, "sentence"), status)
        yield _find_settling_faults(place, status, service)
    yield find_repeated(path, [status.code for status in field.statuses], "state", "code")


def _find_tone_faults(path: Path, status: StatusValue) -> Iterator[Fault]:
    if status.tone != "problem" and (status.sentence or status.action):
        yield Fault(
            (*path, "sentence" if status.sentence else "action"),
            f"A state of tone {status.tone} asks for nothing.",
            "Remove it, or take the tone `problem`.",
        )


def _find_status_sentence_faults(path: Path, status: StatusValue) -> Iterator[Fault]:
    yield from _find_sentence_faults(path, status.sentence, set())


def _find_attention_rules(path: Path, field: DisplayField, service: Service) -> FaultRule:
    if rule := field.attention:
        yield _find_means_faults(path, field, rule)
        yield _find_attention_sentence_faults(path, rule)
        yield _find_due_field_faults(path, rule, service)
        yield _find_settling_faults(path, rule, service)


def _find_means_faults(path: Path, field: DisplayField, rule: AttentionRule) -> Iterator[Fault]:
    kind = "money" if rule.means == "unpaid" else "date"
    if field.kind != kind:
        yield Fault(
            (*path, "means"),
            f"`{rule.means}` is for a field of kind {kind}, and {field.name} is of kind {field.kind}.",
            f"Put the rule on a field of kind {kind}, or remove it.",
        )


def _find_attention_sentence_faults(path: Path, rule: AttentionRule) -> Iterator[Fault]:
    has_date = rule.means != "unpaid" or rule.due_field is not None
    wanted_values = ({"date"} if has_date else set()) | ({"amount"} if rule.means == "unpaid" else set())
    yield from _find_sentence_faults((*path, "sentence"), rule.sentence, wanted_values)
    yield from _find_sentence_faults((*path, "lateSentence"), rule.late_sentence, wanted_values)
    if rule.late_sentence and not has_date:
        yield Fault(
            (*path, "lateSentence"),
            "An amount without a date is never late.",
            "Remove it, or name a dueField.",
        )


def _find_due_field_faults(path: Path, rule: AttentionRule, service: Service) -> Iterator[Fault]:
    if rule.due_field is None:
        return
    if rule.means != "unpaid":
        yield Fault(
            (*path, "dueField"),
            f"`{rule.means}` takes no dueField.",
            "Remove it: the field itself is the date.",
        )
        return
    dates = [field.name for field in service.display_fields if field.kind == "date"]
    if rule.due_field not in dates:
        yield Fault(
            (*path, "dueField"),
            f"There is no display field {rule.due_field} of kind date.",
            f"Name one of: {list_names(dates)}.",
        )


def _find_sentence_faults(path: Path, sentence: LocalizedText | None, required: set[str]) -> Iterator[Fault]:
    if sentence is None:
        return
    allowed = required | {"label"}
    for language, text in sentence.model_dump().items():
        names = set(_PLACEHOLDER.findall(text))
        if "{" in (left := _PLACEHOLDER.sub("", text)) or "}" in left or names - allowed:
            yield Fault(
                (*path, language),
                "The sentence has a placeholder that cannot be filled in.",
                f"Use only: {list_names(f'{{{name}}}' for name in sorted(allowed))}.",
            )
        elif len(text) > _MAX_SENTENCE:
            yield Fault(
                (*path, language),
                f"The sentence has {len(text)} characters, and {_MAX_SENTENCE} are allowed.",
                "Say only what to do, how much and by when.",
            )
        elif required - names:
            yield Fault(
                (*path, language),
                f"The sentence lacks {list_names(f'{{{name}}}' for name in sorted(required - names))}.",
                "Add it, so that the person knows how much and by when.",
            )


def _find_settling_faults(path: Path, rule: StatusValue | AttentionRule, service: Service) -> Iterator[Fault]:
    if rule.action is not None and not any(each.id == rule.action for each in service.actions):
        yield Fault(
            (*path, "action"),
            f"There is no action {rule.action}.",
            f"Name one of: {list_names(each.id for each in service.actions)}.",
        )
