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

CONFIGURATION = Path(__file__).parents[3] / "pyproject.toml"
# For each rule, imports that break it: importing module to imported module.
PLANTED = {
    "Deployed code imports no infrastructure": [
        ("functions.users.service", "infrastructure.local.gateway"),
        ("functions.users.service", "infrastructure.settings"),
        ("portal.mail", "infrastructure.operations.portals"),
        ("domains.agencies.client", "infrastructure.sandbox.agencies.agency"),
        ("mobile_license.trust", "infrastructure.sandbox.wallet.issue"),
        ("transparency_log.tree", "infrastructure.local.stack"),
    ],
    "The framework imports no domain and no group": [
        ("portal.http", "domains.accounts.account"),
        ("portal.errors", "domains.agencies.manifest"),
        ("portal.tokens.keys", "functions.users.contract"),
    ],
    "A domain imports no group": [("domains.accounts.account", "functions.users.contract")],
    "Domains have no circle": [("domains.messages.message", "domains.agencies.kinds")],
    "A group never imports another group": [("functions.users.service", "functions.profile.service")],
    "Operations import neither the local cloud nor the sandbox": [
        ("infrastructure.operations.portals", "infrastructure.local.data_lock"),
        ("infrastructure.operations.package", "infrastructure.local.stack"),
        ("infrastructure.operations.agencies.registry", "infrastructure.sandbox.agencies.agency"),
        ("infrastructure.settings", "infrastructure.local.ports"),
    ],
    "The sandbox does not import the local cloud": [
        ("infrastructure.sandbox.web", "infrastructure.local.http"),
        ("infrastructure.sandbox.agencies.server", "infrastructure.local.ports"),
        ("infrastructure.serving", "infrastructure.local.http"),
    ],
    "The local cloud does not import the sandbox": [
        ("infrastructure.local.aws", "infrastructure.sandbox.face"),
        ("infrastructure.local.console", "infrastructure.demo.portal"),
    ],
    "The verifier of mobile licenses stands alone": [
        ("mobile_license.trust", "portal.errors"),
        ("mobile_license.vical", "functions.authentication.service"),
        ("mobile_license.device_response", "pydantic"),
    ],
    "The transparency log stands alone": [
        ("transparency_log.tree", "portal.errors"),
        ("transparency_log.tiles", "functions.users.service"),
        ("transparency_log.checkpoints", "boto3"),
    ],
    "Only enhanced authentication and the wallet read mobile licenses": [
        ("functions.users.service", "mobile_license.device_response"),
        ("domains.accounts.account", "mobile_license"),
        ("infrastructure.local.gateway", "mobile_license.trust"),
    ],
    "A contract imports no service and no table": [
        ("functions.users.contract", "functions.users.service"),
        ("functions.users.contract", "functions.users.repository"),
        ("functions.businesses.contract", "functions.businesses.member_service"),
        ("domains.messages.contract", "domains.messages.inbox_table"),
    ],
    "Routes know HTTP and no tables": [
        ("functions.users.routes", "functions.users.repository"),
        ("functions.profile.notice_routes", "domains.accounts.account_table"),
        ("functions.businessnames.reservation_routes", "portal.dynamo"),
        ("functions.profile.address_book_routes", "pynamodb"),
    ],
    "Only routes and wiring know HTTP": [
        ("functions.users.service", "portal.http"),
        ("domains.messages.inbox", "portal.routes"),
        ("functions.businesses.member_service", "chalice"),
        ("functions.transactions.repository", "portal.routes"),
        ("functions.profile.address_book", "functions.profile.routes"),
        ("functions.profile.contract", "functions.profile.notice_routes"),
    ],
    "Only repositories and adapters touch AWS": [
        ("functions.businesses.business_service", "boto3"),
        ("functions.users.service", "pynamodb"),
        ("functions.profile.contact_rules", "botocore"),
        ("functions.users.contract", "pynamodb"),
        ("functions.profile.service", "portal.aws"),
    ],
    "One module makes the clients of AWS": [
        ("functions.addressvalidation.amazon_location", "boto3"),
        ("portal.mail", "boto3"),
    ],
    "Only the Lambda handler imports the wiring": [
        ("functions.users.service", "functions.users.wiring"),
        ("functions.businesses.plans_repository", "functions.businesses.wiring"),
    ],
}


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
