"""Resources that no alarm watches are found."""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from infrastructure.checks.resolved_templates import ResolvedTemplate
from infrastructure.checks.watched import find_unwatched
from tests.cases import read_cases
from tests.infrastructure.templates import get_resolved

CASES = read_cases(__file__)

TEMPLATES = get_resolved()
Resources = Mapping[str, Mapping[str, Any]]


def change(name: str, edit: Callable[[Resources], Resources]) -> list[ResolvedTemplate]:
    """Return the templates with one of them changed."""
    return [
        dataclasses.replace(each, resolved={**each.resolved, "Resources": edit(each.resolved["Resources"])})
        if each.name == name
        else each
        for each in TEMPLATES
    ]


def without(*alarms: str) -> list[ResolvedTemplate]:
    return change(
        "monitoring", lambda resources: {name: each for name, each in resources.items() if name not in alarms}
    )


@pytest.mark.parametrize(("alarms", "finding"), CASES["missing_alarm"])
def test_missing_alarm(alarms: list[str], finding: str) -> None:
    assert finding in find_unwatched(without(*alarms))


def test_new_function_without_alarm() -> None:
    function = {
        "Type": "AWS::Lambda::Function",
        "Properties": {"Environment": {"Variables": {"POWERTOOLS_SERVICE_NAME": "new"}}},
    }
    added = [
        dataclasses.replace(each, physical_names={**each.physical_names, "template.NewFunction": "new"})
        for each in change("template", lambda resources: {**resources, "NewFunction": function})
    ]
    assert find_unwatched(added) == ["template.NewFunction: no alarm on its errors or its silence"]


def test_alarm_without_action() -> None:
    def silence(resources: Resources) -> Resources:
        properties = {**resources["ApiErrors"]["Properties"], "AlarmActions": []}
        return {**resources, "ApiErrors": {**resources["ApiErrors"], "Properties": properties}}

    (finding,) = find_unwatched(change("monitoring", silence))
    assert finding == "monitoring.ApiErrors: tells nobody that it rings, or that it ends"
