"""The routes of the address book."""

from domains.accounts.account import NotRegistered
from functions.profile.address_book import Address, AddressBook
from functions.profile.address_book_contract import (
    AddressBookEntryReply,
    AddressBookEntryRequest,
    AddressesReply,
    PrimaryAddressRequest,
)
from functions.profile.address_book_service import AddressBookService
from functions.profile.errors import AddressBookChanged, AddressBookFull, AddressNotFound
from portal.errors import IdempotencyKeyReused
from portal.routes import HttpReply, Request, Routes

routes = Routes("profile")

SECTION = "addressBook"


@routes.endpoint(
    "GET",
    "/api/profile/addresses",
    summary="List the caller's addresses: the primary one first, then by age",
    replies={200: AddressesReply},
    section=SECTION,
    raises=(NotRegistered,),
)
def list_addresses(request: Request[None], service: AddressBookService) -> AddressesReply:
    """Return the whole address book, which is not paged."""
    return _make_book_reply(service.get_address_book(request.principal))


@routes.endpoint(
    "POST",
    "/api/profile/addresses",
    summary="Add an address; the first one becomes primary. The same request again answers 200 with the same",
    input=AddressBookEntryRequest,
    replies={201: AddressBookEntryReply, 200: AddressBookEntryReply},
    section=SECTION,
    raises=(NotRegistered, IdempotencyKeyReused, AddressBookFull, AddressBookChanged),
    idempotency_key=True,
)
def add_address(request: Request[AddressBookEntryRequest], service: AddressBookService) -> HttpReply:
    """Add an address and return it as stored. Needs a new idempotency key for each address."""
    book, address, is_added = service.add_address(request.principal, request.idempotency_key, request.input)
    return HttpReply(_make_address_reply(book, address), 201 if is_added else 200)


@routes.endpoint(
    "PUT",
    "/api/profile/addresses/{id}",
    summary="Replace an address of the caller's address book",
    input=AddressBookEntryRequest,
    replies={200: AddressBookEntryReply},
    section=SECTION,
    raises=(AddressNotFound, NotRegistered, AddressBookChanged),
)
def change_address(
    request: Request[AddressBookEntryRequest], service: AddressBookService
) -> AddressBookEntryReply:
    """Replace an address and return it as stored."""
    book, address = service.change_address(request.principal, request.path["id"], request.input)
    return _make_address_reply(book, address)


@routes.endpoint(
    "DELETE",
    "/api/profile/addresses/{id}",
    summary="Remove an address; when it was primary, the oldest of the others becomes primary",
    replies={200: AddressesReply},
    section=SECTION,
    raises=(AddressNotFound, NotRegistered, AddressBookChanged),
)
def remove_address(request: Request[None], service: AddressBookService) -> AddressesReply:
    """Remove an address and return the remaining ones."""
    return _make_book_reply(service.remove_address(request.principal, request.path["id"]))


@routes.endpoint(
    "PUT",
    "/api/profile/addresses/{id}/primary",
    summary="Make an address the primary one",
    input=PrimaryAddressRequest,
    replies={200: AddressesReply},
    section=SECTION,
    raises=(AddressNotFound, NotRegistered, AddressBookChanged),
)
def make_address_primary(
    request: Request[PrimaryAddressRequest], service: AddressBookService
) -> AddressesReply:
    """Make an address the primary one and return the whole address book."""
    return _make_book_reply(service.make_primary(request.principal, request.path["id"]))


def _make_book_reply(book: AddressBook) -> AddressesReply:
    return AddressesReply(items=[_make_address_reply(book, address) for address in book.list_in_order()])


def _make_address_reply(book: AddressBook, address: Address) -> AddressBookEntryReply:
    return AddressBookEntryReply.from_entity(
        address.details,
        id=address.id,
        is_primary=address.id == book.primary_id,
        changed_at=address.changed_at,
    )
