"""Decryption of a PDF that opens without a password and restricts printing or changes.

The file's encryption protects strings and streams only; names, numbers, and keys stay readable
(ISO 32000-2, 7.6). The stored file keeps its encryption.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# Keys and checks of passwords have at most 127 bytes in files that programs write. Longer ones would be
# hashed many times.
_MAX_VALUE_BYTES = 512
_REVISIONS = range(2, 7)
_AES_BLOCK = 16
# The methods that each version has. Source: ISO 32000-2, tables 20 and 25.
_METHODS: Mapping[int, frozenset[str]] = {
    1: frozenset({"/V2"}),
    2: frozenset({"/V2"}),
    4: frozenset({"/V2", "/AESV2"}),
    5: frozenset({"/AESV3"}),
}


class LockedPdf(Exception):
    """The PDF asks for a password or uses a protection that only its own program opens."""


class UnusualProtection(Exception):
    """The encryption is damaged, or readers could understand it in different ways."""


@dataclass(frozen=True)
class Decryption:
    """Decrypts strings and streams with the key that the empty password opens."""

    _encryption: Any

    def decrypt(self, data: bytes, number: int, generation: int) -> bytes:
        """Return the plain bytes of a string or a stream.

        Args:
            number: number of the object that contains it.
            generation: generation of that object.

        Raises:
            UnusualProtection: the bytes are not encrypted for this object.
        """
        from pypdf.generic import StreamObject

        stream = StreamObject()
        # A stream of unknown length has the line break before `endstream`.
        is_in_blocks = self._encryption.StmF != "/V2"
        stream._data = data[: len(data) - len(data) % _AES_BLOCK] if is_in_blocks else data
        try:
            self._encryption.decrypt_object(stream, number, generation)
        except Exception as error:  # any class: the library does not validate its input
            raise UnusualProtection from error
        return stream._data


def open_with_empty_password(entry: Mapping[str, Any], first_id: bytes) -> Decryption:
    """Return the decryption of a PDF whose user password is empty.

    Args:
        entry: dictionary of the encryption as pypdf reads it.
        first_id: first part of the file's `/ID`, or empty bytes.

    Raises:
        LockedPdf: see its docstring.
        UnusualProtection: see its docstring.
    """
    from pypdf._encryption import Encryption, PasswordType

    if entry.get("/Filter") != "/Standard" or "/SubFilter" in entry or entry.get("/V") not in _METHODS:
        raise LockedPdf
    try:
        encryption = Encryption.read(entry, first_id)  # type: ignore[arg-type]
        values = encryption.values
        if encryption.R not in _REVISIONS or any(
            len(value) > _MAX_VALUE_BYTES
            for value in (values.O, values.U, values.OE, values.UE, values.Perms, first_id)
        ):
            raise UnusualProtection
        # Readers disagree about files whose strings and streams have different methods or none.
        if encryption.StmF != encryption.StrF or encryption.StmF not in _METHODS[encryption.V]:
            raise UnusualProtection
        opened = encryption.verify(b"")
    except Exception as error:  # any class: the library does not validate its input
        raise UnusualProtection from error
    if opened == PasswordType.NOT_DECRYPTED:
        raise LockedPdf
    return Decryption(encryption)
