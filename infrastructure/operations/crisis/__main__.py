"""`npm run crisis -- train`: make shared/data/crisis_model.json from phrases."""

import argparse
import json

from domains.reference.data import DATA_FOLDER
from infrastructure.operations.crisis.training import get_digest, list_examples, train


def main() -> None:
    """Train and write the model; the same phrases give the same file."""
    parser = argparse.ArgumentParser(prog="npm run crisis --", description=__doc__)
    parser.add_argument("command", choices=["train"])
    parser.parse_args()
    kinds, weights = train(list_examples())
    path = DATA_FOLDER / "crisis_model.json"
    head = {
        "source": "Made by `npm run crisis -- train` from the phrases that it names.",
        "digest": get_digest(),
        "kinds": kinds,
    }
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(row)}" for name, row in sorted(weights.items()))
    body = json.dumps(head, indent=2).removesuffix("\n}")
    path.write_text(f'{body},\n  "weights": {{\n{lines}\n  }}\n}}\n', encoding="utf-8")
    print(f"{len(weights)} features of {len(list_examples())} phrases: {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
