"""Counts the calls of a provider: each costs money, and one that fails costs a person time."""

from collections.abc import Sequence
from time import perf_counter

from aws_lambda_powertools import Logger
from aws_lambda_powertools.metrics import MetricUnit, single_metric

from functions.addressvalidation.provider import (
    AddressProvider,
    Candidate,
    ProviderUnavailable,
    Question,
)


class RecordedProvider:
    """A provider whose calls are measured, and whose failures are logged without the address."""

    def __init__(self, provider: AddressProvider, logger: Logger, namespace: str) -> None:
        """Count under a metrics namespace."""
        self._provider = provider
        self._logger = logger
        self._namespace = namespace

    @property
    def credit(self) -> str:
        """Attribution of the provider."""
        return self._provider.credit

    def find(self, question: Question) -> Sequence[Candidate]:
        """Ask the provider; log failures, and count outcome and time.

        Raises:
            ProviderUnavailable: as the provider does.
        """
        started = perf_counter()
        outcome = "failed"
        try:
            found = self._provider.find(question)
            outcome = "found" if found else "nothingFound"
        except ProviderUnavailable as failure:
            outcome = failure.reason
            self._logger.warning("address lookup failed", extra={"reason": failure.reason})
            raise
        finally:
            self._count(outcome, (perf_counter() - started) * 1000)
        return found

    def _count(self, outcome: str, milliseconds: float) -> None:
        with single_metric(
            name="AddressLookup",
            unit=MetricUnit.Milliseconds,
            value=milliseconds,
            namespace=self._namespace,
        ) as metric:
            metric.add_dimension(name="outcome", value=outcome)
