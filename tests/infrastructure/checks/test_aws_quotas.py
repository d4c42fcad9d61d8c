"""Templates that AWS would refuse are named, with the quota and the place."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from infrastructure.checks.aws_quotas import MEASURES, check_quotas, list_needs, read_quotas
from infrastructure.checks.check import check_schemas
from infrastructure.checks.resolved_templates import ResolvedTemplate, resolve_templates
from tests.cases import read_cases

CASES = read_cases(__file__)

REPOSITORY = Path(__file__).parents[3]
STACKS = "infrastructure/stacks"
RATE = """        - Name: RateOfMore
          Priority: 99
          Action: {Block: {}}
          Statement: {RateBasedStatement: {AggregateKeyType: IP, Limit: 100}}
          VisibilityConfig: {CloudWatchMetricsEnabled: true, MetricName: more, SampledRequestsEnabled: false}
"""


@pytest.fixture
def stacks(tmp_path: Path) -> Path:
    """Return a folder with copies of the nested templates."""
    for file in (REPOSITORY / STACKS).glob("*.yaml"):
        shutil.copy(file, tmp_path)
    return tmp_path


def edit(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


def make_template(kind: str, properties: dict[str, Any], count: int = 1, **sections: Any) -> ResolvedTemplate:
    resources = {f"Thing{number}": {"Type": kind, "Properties": properties} for number in range(count)}
    written = {"Resources": resources, **sections}
    return ResolvedTemplate("stack", written, {"Resources": resources}, len(json.dumps(written)))


def test_web_template_is_within_the_quotas_with_room(stacks: Path) -> None:
    needs = {need.quota.name: need for need in list_needs(resolve_templates(stacks / "web.yaml"))}
    assert needs["waf-pattern-characters"].share < 0.8
    assert needs["waf-rates"].figure < needs["waf-rates"].quota.value
    assert needs["waf-response-headers"].share < 0.8


def test_route_list_that_is_a_word_too_long(stacks: Path) -> None:
    words = "".join(f"        - /api/lookups/list-number-{number}/of-this-state\n" for number in range(4))
    web = stacks / "web.yaml"
    edit(web, "    Lists:\n      Paths:\n", f"    Lists:\n      Paths:\n{words}")
    edit(web, "AccessLogBucket:\n", "AccessLogBucket:\n    Default: sealed-log\n")
    (finding,) = check_quotas(resolve_templates(web)).splitlines()
    assert finding.startswith("AWS refuses waf-pattern-characters: 2")
    assert " of 200 at web.WebAcl" in finding
    # The schema of the type allows 512 characters.
    assert check_schemas(resolve_templates(web)) == ""


def test_eleventh_rate(stacks: Path) -> None:
    web = stacks / "web.yaml"
    edit(web, "        - Name: KnownBadInputs\n", RATE * 2 + "        - Name: KnownBadInputs\n")
    (finding,) = check_quotas(resolve_templates(web)).splitlines()
    assert finding.startswith("AWS refuses waf-rates: 11 of 10 at web.WebAcl")


@pytest.mark.parametrize(("length", "is_refused"), [(34, False), (35, True)])
def test_longest_name_of_a_stack(length: int, is_refused: bool, stacks: Path) -> None:
    # A stack of this name names the nested stack Web, which names CloudFront functions.
    name = f"{'s' * length}-Web-1A2B3C4D5E6F7"
    findings = check_quotas(resolve_templates(stacks / "web.yaml", name))
    assert ("cloudfront-function-name-characters" in findings) is is_refused


def test_joined_value_that_a_schema_forbids(stacks: Path) -> None:
    web = stacks / "web.yaml"
    edit(
        web, "Name: !Sub ${AWS::StackName}-portal\n", "Name: !Join ['', [!Ref AWS::StackName, ' portal!']]\n"
    )
    edit(web, "EvaluationWindowSec: 300", "EvaluationWindowSec: !Join ['', ['3', '01']]")
    assert "301" in check_schemas(resolve_templates(web))


def test_longer_branch_is_measured(stacks: Path) -> None:
    web = stacks / "web.yaml"
    condition = "!If [HasOwnDomain, '^a$', '^a-much-longer-one$']"
    edit(web, "RegexString: ^/(api|configuration)(/|$)", f"RegexString: {condition}")
    (template,) = resolve_templates(web)
    assert "^a-much-longer-one$" in json.dumps(template.resolved)


@pytest.mark.parametrize(("quota", "template", "figure"), CASES["figure_of_a_quota"])
def test_figure_of_a_quota(quota: str, template: dict[str, Any], figure: int) -> None:
    assert max(amount for _, amount in MEASURES[quota]([make_template(**template)])) == figure


def test_two_new_indexes_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    released: dict[str, Any] = {"Data/UsersTable": {"GlobalIndexes": {"by_email": []}}}
    after: dict[str, Any] = {
        "Data/UsersTable": {"GlobalIndexes": {name: [] for name in ("by_email", "by_name", "by_age")}}
    }
    monkeypatch.setattr("infrastructure.checks.aws_quotas.describe_stored_data", lambda _root: after)
    monkeypatch.setattr("infrastructure.checks.aws_quotas.json.loads", lambda _text: released)
    assert list(MEASURES["dynamodb-new-indexes"]([])) == [("Data/UsersTable", 2)]


def test_every_quota_has_a_source() -> None:
    for quota in read_quotas().values():
        assert quota.source.startswith("https://docs.aws.amazon.com/"), quota.name
        assert quota.value > 0, quota.name


def test_quotas_of_a_first_deployment_were_compared() -> None:
    quotas = read_quotas()
    for name in (
        "cloudformation-dynamic-references",
        "waf-pattern-characters",
        "waf-rates",
        "lambda-environment-bytes",
    ):
        assert quotas[name].looked is not None, name


def test_quota_without_a_measure_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    measures: dict[str, Callable[..., Any]] = {
        name: MEASURES[name] for name in MEASURES if name != "waf-rates"
    }
    monkeypatch.setattr("infrastructure.checks.aws_quotas.MEASURES", measures)
    with pytest.raises(KeyError, match="waf-rates"):
        list_needs([])
