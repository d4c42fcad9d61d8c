"""The proof that lets a person's own browser check the seal of a record."""

from typing import Annotated

from pydantic import Field

from portal.contract import Contract

_HASH_LENGTH = 44
_MAX_PATH = 64


class AccessProof(Contract):
    """The proof that a record is in the sealed log.

    The leaf is SHA-256 of a byte 0, the bytes of `salt` and `record` in UTF-8. With `auditPath` it leads to
    the root in the checkpoint of `treeSize` leaves (RFC 6962, section 2.1.1).
    """

    leaf_index: Annotated[int, Field(ge=0, description="The place of the record in the log, from 0.")]
    tree_size: Annotated[
        int, Field(ge=1, description="Of which checkpoint: /.well-known/access-log/checkpoints/{treeSize}.")
    ]
    salt: Annotated[
        str, Field(pattern=r"^[0-9a-f]{32}$", description="The salt of the leaf, in hexadecimal.")
    ]
    record: Annotated[str, Field(description="The record as JSON, exactly as it is sealed.")]
    audit_path: Annotated[
        list[Annotated[str, Field(min_length=_HASH_LENGTH, max_length=_HASH_LENGTH)]],
        Field(max_length=_MAX_PATH, description="Hashes from the leaf up to the root, in base64."),
    ]
