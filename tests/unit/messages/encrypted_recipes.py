"""Recipes of encrypted PDFs; pypdf computes the keys."""

import io
import re
import struct
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pypdf._encryption import EncryptAlgorithm, Encryption
from pypdf.generic import StreamObject

ALGORITHMS: Mapping[str, EncryptAlgorithm] = {
    "RC4, 40 bits": EncryptAlgorithm.RC4_40,
    "RC4, 128 bits": EncryptAlgorithm.RC4_128,
    "AES, 128 bits": EncryptAlgorithm.AES_128,
    "AES, 256 bits, revision 5": EncryptAlgorithm.AES_256_R5,
    "AES, 256 bits": EncryptAlgorithm.AES_256,
}
# Everything but printing is forbidden.
PERMISSIONS = -3904
FILE_ID = bytes(range(16))
_SECRET = re.compile(rb"\{\{(.*?)\}\}", re.DOTALL)


@dataclass
class EncryptedPdf:
    """A file whose strings in double braces and whose streams are encrypted.

    Attributes:
        objects: objects by number; a stream is a pair of its keys and its data.
        packed: objects in an object stream.
        user: password for opening the file.
        change_entry: changes the written dictionary of the encryption.
        trailer: additional keys of the trailer.
    """

    algorithm: EncryptAlgorithm = EncryptAlgorithm.AES_256
    objects: dict[int, bytes | tuple[bytes, bytes]] = field(default_factory=dict)
    packed: dict[int, bytes] = field(default_factory=dict)
    user: str = ""
    change_entry: Callable[[bytes], bytes] = bytes
    trailer: bytes = b""
    length_elsewhere: bool = False
    encrypts_metadata: bool = True

    def make(self, *, catalog: bytes = b"", page: bytes = b"") -> bytes:
        self._encryption = Encryption.make(self.algorithm, PERMISSIONS, FILE_ID)
        self._encryption.EncryptMetadata = self.encrypts_metadata
        target = io.BytesIO()
        self._encryption.write_entry(self.user, "owner").write_to_stream(target)
        entry = self.change_entry(target.getvalue())
        plain: dict[int, bytes | tuple[bytes, bytes]] = {
            1: b"<</Type/Catalog/Pages 2 0 R%s>>" % catalog,
            2: b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            3: b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R%s>>" % page,
            4: (b"", b"BT (Permit application) Tj ET"),
            **self.objects,
        }
        packed = {**self.packed}
        if packed:
            # Programs that write object streams put all that can be there into them.
            for number in (1, 2, 3):
                packed[number] = _SECRET.sub(lambda found: b"(" + found[1] + b")", plain.pop(number))  # type: ignore[arg-type]
        out = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
        rows: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}
        bodies, places = b"", []
        for position, (number, inside) in enumerate(packed.items()):
            places.append(b"%d %d" % (number, len(bodies)))
            bodies += inside + b"\n"
            rows[number] = (2, 90, position)
        if packed:
            head = b" ".join(places) + b" "
            plain[90] = (
                b"/Type/ObjStm/N %d/First %d/Filter/FlateDecode" % (len(packed), len(head)),
                zlib.compress(head + bodies),
            )
        for number, content in {**plain, 91: entry}.items():
            rows[number] = (1, len(out), 0)
            written = entry if number == 91 else self._write(number, content)
            out += b"%d 0 obj\n%s\nendobj\n" % (number, written)
        keys = b"/Root 1 0 R/Encrypt 91 0 R/ID[<%s><%s>]%s" % (
            FILE_ID.hex().encode(),
            FILE_ID.hex().encode(),
            self.trailer,
        )
        start = len(out)
        if packed:
            rows[92] = (1, start, 0)
            table = zlib.compress(
                b"".join(struct.pack(">BIH", *rows.get(number, (0, 0, 0))) for number in range(93))
            )
            return out + (
                b"92 0 obj\n<</Type/XRef/W[1 4 2]/Size 93/Filter/FlateDecode/Length %d%s>>\nstream\n%s"
                b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % (len(table), keys, table, start)
            )
        lines = b"".join(
            b"%010d 00000 n \n" % rows[number][1] if number in rows else b"0000000000 00000 f \n"
            for number in range(1, 92)
        )
        return out + (
            b"xref\n0 92\n0000000000 65535 f \n%strailer\n<</Size 92%s>>\nstartxref\n%d\n%%%%EOF\n"
            % (lines, keys, start)
        )

    def encrypt(self, data: bytes, number: int) -> bytes:
        stream = StreamObject()
        stream._data = data
        encrypted: bytes = self._encryption.encrypt_object(stream, number, 0)._data  # type: ignore[attr-defined]
        return encrypted

    def _write(self, number: int, content: bytes | tuple[bytes, bytes]) -> bytes:
        if isinstance(content, bytes):
            return self._hide(content, number)
        keys, data = content
        encrypted = self.encrypt(data, number)
        length = b"4 0 R" if self.length_elsewhere else b"%d" % len(encrypted)
        return b"<<%s/Length %s>>\nstream\n%s\nendstream" % (self._hide(keys, number), length, encrypted)

    def _hide(self, content: bytes, number: int) -> bytes:
        """Encrypt the strings, with the characters escaped that a string cannot have."""

        def write(found: re.Match[bytes]) -> bytes:
            secret = self.encrypt(found[1], number)
            return b"(" + re.sub(rb"[()\\\r]", lambda each: b"\\%03o" % each[0][0], secret) + b")"

        return _SECRET.sub(write, content)
