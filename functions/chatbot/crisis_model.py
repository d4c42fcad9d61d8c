"""A statistical model of emergencies: multinomial logistic regression over words and parts of words.

It weighs what patterns of words cannot list: `npm run crisis -- train` makes it from phrases.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from domains.reference.data import DATA_FOLDER
from domains.reference.everyday_words import list_words
from domains.search.index import stem

ORDINARY = "ordinary"
"""The kind of a text that tells of no emergency."""
SCALE = 100
"""Weights are stored as whole numbers of 1/100."""

_MAX_WORDS = 24
_MAX_COUNTED = 6
_GRAMS = (3, 4)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The most likely kind of emergency, and the probability from 0 to 1 of any."""

    kind: str
    probability: float


@dataclass(frozen=True, slots=True)
class CrisisModel:
    """Weights of each feature for each kind; the first kind is `ORDINARY`."""

    kinds: Sequence[str]
    weights: Mapping[str, Sequence[int]]

    def estimate_kind(self, text: str, pattern_kind: str | None) -> Estimate:
        """Estimate a text's kind; the work is proportional to its length.

        Args:
            pattern_kind: kind of the pattern that the text matches, or None.
        """
        windows = split_windows(list_words(text))
        return max(
            (self._estimate(words, pattern_kind) for words in windows), key=lambda each: each.probability
        )

    def _estimate(self, words: Sequence[str], pattern_kind: str | None) -> Estimate:
        # Sums of whole numbers are the same in any order.
        scores = [0] * len(self.kinds)
        for feature in list_features(words, pattern_kind):
            for place, weight in enumerate(self.weights.get(feature, ())):
                scores[place] += weight
        highest = max(scores)
        shares = [math.exp((score - highest) / SCALE) for score in scores]
        probability = 1 - shares[0] / sum(shares)
        best = max(range(1, len(shares)), key=shares.__getitem__)
        return Estimate(self.kinds[best], probability)


def load_model() -> CrisisModel:
    """Return the model. Source: data/crisis_model.json."""
    data = json.loads((DATA_FOLDER / "crisis_model.json").read_bytes())
    return CrisisModel(data["kinds"], data["weights"])


def split_windows(words: Sequence[str]) -> list[Sequence[str]]:
    """Return the words in overlapping parts, at least one, so that a cry is seen in a long text."""
    starts = range(0, max(1, len(words) - _MAX_WORDS // 2), _MAX_WORDS // 2)
    return [words[start : start + _MAX_WORDS] for start in starts]


def list_features(words: Sequence[str], pattern_kind: str | None) -> set[str]:
    """Return words, stems, pairs of words with up to one between them, and parts of words."""
    plain = [re.sub(r"([a-z])\1{2,}", r"\1", word) for word in words]
    features = {f"w:{word}" for word in plain} | {f"s:{stem(word, 'en')}" for word in plain}
    features |= {f"b:{first} {second}" for first, second in pairwise(plain)}
    features |= {f"k:{first} {second}" for first, second in zip(plain, plain[2:], strict=False)}
    for word in plain:
        framed = f"<{word}>"
        features |= {f"c:{framed[at : at + n]}" for n in _GRAMS for at in range(len(framed) - n + 1)}
    features |= {"1", f"n:{min(len(plain), _MAX_COUNTED)}"}
    return features | ({"p", f"p:{pattern_kind}"} if pattern_kind else {"no pattern"})
