"""The assistant: its score on the corpus of questions, and how long an answer takes."""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from _bench import Figure, PortalPlace, run

from domains.search.index import Index
from portal.language import LANGUAGES, Language
from tests.unit.chatbot.scorecard import CORPUS, get_assistant, get_index, get_score

SCORE = "The assistant's score"
TIME = "An answer of the assistant, CPU time"
NAMES = {"en": "English", "es": "Spanish"}


@dataclass(frozen=True)
class Sizes:
    """The number of times that each question is asked."""

    rounds: int


def measure(sizes: Sizes, _place: PortalPlace) -> Iterator[Figure]:
    for language in LANGUAGES:
        score, row = get_score(language, "measured"), NAMES[language]
        share = 100 * score.right / score.asked
        yield Figure(SCORE, row, "a right page is quoted or offered", share, "%", at_least=85)
        yield Figure(SCORE, row, "another page was quoted", 100 * score.wrong / score.asked, "%", at_most=2)
        yield Figure(SCORE, row, "of 30 foreign questions: unknown", score.unknown, at_least=28)
    for language in LANGUAGES:
        questions = [each["question"] for each in CORPUS[language]] * sizes.rounds
        index, assistant = get_index(), get_assistant()
        answers = [_time(lambda: assistant.answer_question(question, language, "")) for question in questions]  # noqa: B023
        searches = [_time(lambda: _search(index, question, language)) for question in questions]  # noqa: B023
        median = statistics.median(answers)
        row = NAMES[language]
        yield Figure(TIME, row, "median", median * 1000, "ms")
        yield Figure(TIME, row, "p95", statistics.quantiles(answers, n=20)[-1] * 1000, "ms", at_most=50)
        yield Figure(TIME, row, "median, in searches", median / statistics.median(searches))


def _search(index: Index, question: str, language: Language) -> object:
    return index.search_pages(question, language)


def _time(work: Callable[[], object]) -> float:
    before = time.process_time()
    work()
    return time.process_time() - before


if __name__ == "__main__":
    run(measure, full=Sizes(rounds=6), small=Sizes(rounds=1))
