"""The catalog of agencies and services, cached for a minute.

An agency joins by an item in a table, without a release; all functions see it within a minute.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol

from aws_lambda_powertools import Logger
from pydantic import TypeAdapter, ValidationError

from domains.agencies.manifest import Agency, Manifest, Service
from domains.agencies.manifest_texts import LocalizedText
from portal.errors import NotFound, Unavailable
from portal.language import Language, Text

LIFETIME_SECONDS = 60.0

_SERVICES = TypeAdapter(list[Service])


class ServiceNotFound(NotFound):
    code = "serviceNotFound"
    text = Text(
        en="We could not find this service. Check its id, or choose one from the list.",
        es="No existe ese servicio. Revise su id o elija uno de la lista.",
    )


class CatalogUnavailable(Unavailable):
    """The catalog cannot be read, and there is no cached copy."""

    code = "catalogueUnavailable"
    text = Text(
        en="We cannot read the list of services right now. Nothing was lost. Try again in a minute.",
        es="La lista de servicios no se puede leer en este momento. No se perdió nada; inténtelo de nuevo en "
        "un minuto.",
    )


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """An agency of the catalog, as stored."""

    agency_id: str
    manifest: str  # JSON
    digest: str  # digest of the manifest, to detect changes
    withdrawn: str  # services of earlier manifests, JSON; people may still be connected to them


class CatalogStore(Protocol):
    """Store of the catalog; see `domains.agencies.catalog_table`."""

    def list_entries(self) -> Iterable[CatalogEntry]: ...


@dataclass(frozen=True, slots=True)
class Offer:
    """A service of an agency."""

    agency: Agency
    service: Service
    is_available: bool  # False if the agency withdrew the service; connected people keep their cards


@dataclass(frozen=True, slots=True)
class Offers:
    """A snapshot of the catalog."""

    by_id: Mapping[str, Offer]

    def get_offer(self, service_id: str) -> Offer | None:
        """Return a service by its id, including withdrawn ones."""
        return self.by_id.get(service_id)

    def list_available(self) -> list[Offer]:
        """List the services that people can connect to."""
        return [offer for offer in self.by_id.values() if offer.is_available]

    def list_hosts(self, agency_id: str) -> Sequence[str]:
        """Return the hosts in an agency's manifest, in lower case; empty for an unknown agency."""
        return next((offer.agency.hosts for offer in self.by_id.values() if offer.agency.id == agency_id), ())

    def list_agency_ids(self) -> list[str]:
        return sorted({offer.agency.id for offer in self.by_id.values()})


@dataclass(slots=True)
class Catalog:
    """Reads the catalog, at most once a minute."""

    source: CatalogStore  # store of the catalog
    monotonic: Callable[[], float]  # monotonic clock in seconds
    _offers: Offers = field(default_factory=lambda: Offers({}))
    _read_at: float | None = None
    _parsed: dict[str, tuple[str, tuple[Offer, ...]]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def get_offers(self) -> Offers:
        """Return the catalog, at most a minute old; if reading fails, the last copy.

        Raises:
            CatalogUnavailable: there is no copy yet.
        """
        with self._lock:
            now = self.monotonic()
            if self._read_at is None or now - self._read_at >= LIFETIME_SECONDS:
                try:
                    self._offers = self._read()
                except CatalogUnavailable:
                    if self._read_at is None:
                        raise
                    Logger().exception("Catalog cannot be read")
                self._read_at = now
            return self._offers

    def _read(self) -> Offers:
        parsed = {}
        for entry in self.source.list_entries():
            digest, offers = self._parsed.get(entry.agency_id, ("", ()))
            if digest != entry.digest:
                offers = _list_offers(entry)
            parsed[entry.agency_id] = (entry.digest, offers)
        self._parsed = parsed
        return Offers({offer.service.id: offer for _, offers in parsed.values() for offer in offers})


def localize(text: LocalizedText, language: Language) -> str:
    """Return a manifest's text in a language."""
    return text.es if language == "es" else text.en


def _list_offers(entry: CatalogEntry) -> tuple[Offer, ...]:
    try:
        manifest = Manifest.model_validate_json(entry.manifest)
        withdrawn = _SERVICES.validate_json(entry.withdrawn)
    except ValidationError:
        # A manifest that this release cannot read must not hide the other agencies.
        Logger().error("Manifest cannot be read", extra={"agency": entry.agency_id})
        return ()
    return (
        *(Offer(manifest.agency, service, True) for service in manifest.services),
        *(Offer(manifest.agency, service, False) for service in withdrawn),
    )
