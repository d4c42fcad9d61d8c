"""Multinomial logistic regression by stochastic gradient descent."""

import hashlib
import json
import math
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from domains.reference.everyday_words import list_words
from functions.chatbot.crisis import get_pattern_kind
from functions.chatbot.crisis_model import ORDINARY, SCALE, list_features, split_windows
from portal.language import LANGUAGES

ROOT = Path(__file__).parents[3]
PHRASES = Path(__file__).with_name("phrases.json")
"""Phrases that the patterns were not made with."""
CORPUS = ROOT / "tests/corpora/crisis_phrases.json"
"""Its tuned half, with which the patterns were made."""
QUESTIONS = ROOT / "tests/corpora/assistant_questions.json"
"""Its tuned questions tell of no emergency."""

_KINDS = (ORDINARY, "suicide", "elder", "child", "sexual", "violence", "poison", "emergency")
_EPOCHS = 12
_RATE = 0.75
_DECAY = 0.3
_SHRINK = 0.99
_SMALLEST = 0.12
"""Features whose weights are all smaller say nothing and are left out."""


@dataclass(frozen=True, slots=True)
class Example:
    """A phrase with its kind."""

    text: str
    kind: str
    # False for a phrase with which the patterns were made: they match too well there.
    has_pattern_features: bool


def list_examples() -> list[Example]:
    """Return the phrases for training."""
    new = json.loads(PHRASES.read_bytes())
    corpus = json.loads(CORPUS.read_bytes())
    questions = json.loads(QUESTIONS.read_bytes())
    return [
        *(Example(each["text"], each["kind"], True) for each in new["crisis"]),
        *(Example(text, ORDINARY, True) for text in new["ordinary"]),
        *(Example(each["text"], each["kind"], False) for each in corpus["crisis"]["tuned"]),
        *(Example(text, ORDINARY, False) for text in corpus["ordinary"]["tuned"]),
        *(
            Example(each["question"], ORDINARY, True)
            for language in LANGUAGES
            for each in questions[language]
            if each["half"] == "tuned"
        ),
    ]


def get_digest() -> str:
    """Return the SHA-256 digest of the phrases."""
    texts = "\n".join(f"{each.kind} {each.text}" for each in list_examples())
    return hashlib.sha256(texts.encode()).hexdigest()


def train(examples: Sequence[Example]) -> tuple[list[str], dict[str, list[int]]]:
    """Return the kinds, and the weights of each feature for each kind in 1/`SCALE`."""
    data = [(sorted(_list_features(each)), _KINDS.index(each.kind)) for each in examples]
    weights: list[defaultdict[str, float]] = [defaultdict(float) for _ in _KINDS]
    shuffler = random.Random(1)  # noqa: S311 (the same order each time)
    for epoch in range(_EPOCHS):
        shuffler.shuffle(data)
        for features, kind in data:
            rate = _RATE / (1 + epoch * _DECAY) / math.sqrt(len(features))
            for place, share in enumerate(_get_shares(weights, features)):
                step = rate * (share - (place == kind))
                for feature in features:
                    weights[place][feature] -= step
        for row in weights:
            for feature in row:
                row[feature] *= _SHRINK
    names = {name for row in weights for name, weight in row.items() if abs(weight) >= _SMALLEST}
    return list(_KINDS), {name: [round(SCALE * row[name]) for row in weights] for name in names}


def _list_features(example: Example) -> set[str]:
    features = list_features(split_windows(list_words(example.text))[0], get_pattern_kind(example.text))
    if example.has_pattern_features:
        return features
    return {each for each in features if each != "p" and each != "no pattern" and not each.startswith("p:")}


def _get_shares(weights: Sequence[dict[str, float]], features: Sequence[str]) -> list[float]:
    scores = [sum(row.get(feature, 0.0) for feature in features) for row in weights]
    highest = max(scores)
    shares = [math.exp(score - highest) for score in scores]
    total = sum(shares)
    return [share / total for share in shares]
