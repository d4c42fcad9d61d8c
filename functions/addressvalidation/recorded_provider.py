"""Metrics of provider calls: each costs money, and each failure costs a person time."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from aws_lambda_powertools.metrics import MetricUnit

from functions.addressvalidation.provider import (
    AddressProvider,
    AddressProviderUnavailable,
    AddressQuestion,
    Candidate,
)
from portal.observability import Telemetry


@dataclass(frozen=True, slots=True)
class RecordedProvider:
    """A provider whose calls are measured, and whose failures are logged without the address."""

    provider: AddressProvider
    telemetry: Telemetry

    @property
    def credit(self) -> str:
        """Attribution of the provider."""
        return self.provider.credit

    def find_candidates(self, question: AddressQuestion) -> Sequence[Candidate]:
        """Ask the provider; log failures, and count outcome and time.

        Raises:
            AddressProviderUnavailable: the provider raised it.
        """
        started = perf_counter()
        outcome = "failed"
        try:
            candidates = self.provider.find_candidates(question)
            outcome = "found" if candidates else "nothingFound"
        except AddressProviderUnavailable as failure:
            outcome = failure.reason
            self.telemetry.logger.warning("address lookup failed", extra={"reason": failure.reason})
            raise
        finally:
            milliseconds = (perf_counter() - started) * 1000
            self.telemetry.add_metric("AddressLookup", milliseconds, MetricUnit.Milliseconds, outcome=outcome)
        return candidates
