"""Checks of an agency's server: result of a check, and rules for every answer."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

from pydantic import BaseModel, ValidationError

from infrastructure.operations.agencies.caller import MAX_ANSWER_BYTES, MAX_SECONDS, Answer

Outcome = Literal["passed", "failed", "skipped"]

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Result:
    """Line of the report.

    Attributes:
        detail: the observed fault, if the check did not pass.
        remedy: how to fix it.
    """

    subject: str
    check: str
    outcome: Outcome
    detail: str = ""
    remedy: str = ""
    seconds: float | None = None

    def format(self) -> str:
        """Format the line for a terminal."""
        mark = {"passed": "✓", "failed": "✗", "skipped": "–"}[self.outcome]
        took = "" if self.seconds is None else f" ({self.seconds * 1000:.0f} ms)"
        line = f"  {mark} {self.check}{took}"
        if self.detail:
            line += f": {self.detail}"
        return f"{line}\n      → {self.remedy}" if self.remedy else line


class Broken(Exception):
    """A check did not pass."""

    def __init__(self, detail: str, remedy: str) -> None:
        super().__init__(detail)
        self.detail = detail
        self.remedy = remedy


def run_check(subject: str, name: str, run: Callable[[], Answer | None]) -> Result:
    """Run a check and return its result."""
    try:
        answer = run()
    except Broken as broken:
        return Result(subject, name, "failed", broken.detail, broken.remedy)
    return Result(subject, name, "passed", seconds=answer.seconds if answer else None)


def check_transport(answer: Answer) -> None:
    """Check the rules for all answers.

    Raises:
        Broken: see its docstring.
    """
    if answer.problem:
        raise Broken(f"no answer ({answer.problem})", "Start the server, and check address and certificate.")
    if answer.seconds > MAX_SECONDS:
        raise Broken(
            f"it took {answer.seconds:.1f} s", f"Answer within {MAX_SECONDS} s: the portal waits no longer."
        )
    if 300 <= answer.status < 400:
        raise Broken(f"it redirects ({answer.status})", "Answer at the endpoint of the manifest itself.")
    if answer.is_too_large:
        raise Broken("the answer is too long", f"Send at most {MAX_ANSWER_BYTES // 1024} KB.")


def check_status(answer: Answer, status: int, remedy: str) -> None:
    """Check an answer's transport and status.

    Raises:
        Broken: see its docstring.
    """
    check_transport(answer)
    if answer.status != status:
        raise Broken(f"it answered {answer.status} instead of {status}", remedy)


def read_answer(answer: Answer, model: type[Model], remedy: str) -> Model:
    """Read the body of an answer.

    Args:
        remedy: how to fix a body that does not match.

    Raises:
        Broken: see its docstring.
    """
    check_transport(answer)
    if answer.status != 200:
        raise Broken(f"it answered {answer.status}", remedy)
    if answer.content_type.partition(";")[0].strip().lower() != "application/json":
        raise Broken(
            f"the content type is {answer.content_type or 'missing'}", "Send Content-Type: application/json."
        )
    try:
        return model.model_validate_json(answer.body)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in fault["loc"]) or "the body"
        raise Broken(f"{place}: {fault['msg']}", remedy) from None
