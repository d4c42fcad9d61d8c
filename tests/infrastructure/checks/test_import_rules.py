"""Each import rule of pyproject.toml refuses a violation."""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path

import pytest
from grimp import ImportGraph, build_graph
from importlinter import Contract
from importlinter.application.use_cases import read_user_options
from importlinter.configuration import configure
from importlinter.contracts.acyclic_siblings import AcyclicSiblingsContract
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.independence import IndependenceContract

from infrastructure.checks.import_rules import KindsOfModulesContract
from tests.cases import read_cases

CASES = read_cases(__file__)

CONFIGURATION = Path(__file__).parents[3] / "pyproject.toml"
# For each rule, imports that break it: importing module to imported module.
PLANTED = CASES["rules"]


KINDS = {
    kind.type_name: kind
    for kind in (AcyclicSiblingsContract, ForbiddenContract, IndependenceContract, KindsOfModulesContract)
}


@pytest.fixture(scope="module")
def rules() -> Mapping[str, Contract]:
    """Return the rules by name."""
    configure()
    options = read_user_options(str(CONFIGURATION))
    return {
        each["name"]: KINDS[each["type"]](each["name"], options.session_options, each)
        for each in options.contracts_options
    }


@pytest.fixture(scope="module")
def graph() -> ImportGraph:
    """Return the import graph."""
    packages = ("functions", "portal", "domains", "mobile_license", "transparency_log", "infrastructure")
    return build_graph(*packages, include_external_packages=True, cache_dir=None)


def test_every_rule_has_a_violation(rules: Mapping[str, Contract]) -> None:
    assert PLANTED.keys() == rules.keys()


@pytest.mark.parametrize(
    ("name", "importer", "imported"),
    [(name, *planted) for name, violations in PLANTED.items() for planted in violations],
)
def test_violation_is_refused(
    rules: Mapping[str, Contract], graph: ImportGraph, name: str, importer: str, imported: str
) -> None:
    assert importer in graph.modules
    changed = deepcopy(graph)
    changed.add_import(importer=importer, imported=imported)
    assert rules[name].check(deepcopy(graph), verbose=False).kept
    assert not rules[name].check(changed, verbose=False).kept


def test_pattern_without_a_module_is_refused(graph: ImportGraph) -> None:
    options = {"source_patterns": ["functions.*_servlce"], "forbidden_patterns": ["boto3"]}
    check = KindsOfModulesContract("misspelt", {}, options).check(graph, verbose=False)
    assert check.metadata["unmatched"] == ["functions.*_servlce"]
    assert not check.kept
