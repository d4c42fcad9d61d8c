"""Builders of PDFs and pictures, from honest ones to those of other programs."""

import hashlib
import io
import random
import struct
import zlib

from PIL import Image

PDF, PNG, JPEG = "application/pdf", "image/png", "image/jpeg"

CATALOG = b"<</Type/Catalog/Pages 2 0 R%s>>"
PAGES = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>%s>>"
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
TEXT = b"BT /F1 12 Tf 72 720 Td (Permit application) Tj ET"
SCRIPT = b"<</S/JavaScript/JS(app.alert\\(1\\))>>"
GO_TO = b"<</S/GoTo/D[3 0 R/Fit]>>"


def make_stream(data: bytes, keys: bytes = b"", *, compressed: bool = False) -> bytes:
    if compressed:
        data, keys = zlib.compress(data), keys + b"/Filter/FlateDecode"
    return b"<<%s/Length %d>>\nstream\n%s\nendstream" % (keys, len(data), data)


def make_objects(catalog: bytes = b"", page: bytes = b"", *more: bytes) -> list[bytes]:
    """Return the objects of a file with one page; further ones have the numbers from 6."""
    return [CATALOG % catalog, PAGES, PAGE % page, make_stream(TEXT), FONT, *more]


def make_pdf(
    catalog: bytes = b"",
    page: bytes = b"",
    *more: bytes,
    version: bytes = b"1.7",
    line: bytes = b"\n",
    trailer: bytes = b"",
) -> bytes:
    """Make a file with a table of objects (ISO 32000-2, 7.5.4)."""
    out = b"%PDF-" + version + line + b"%\xe2\xe3\xcf\xd3" + line
    offsets = []
    objects = make_objects(catalog, page, *more)
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj" % number + line + content + line + b"endobj" + line
    ends = (line + b"  ")[-2:] if len(line) == 2 else b" " + line
    table = b"".join(b"%010d 00000 n" % offset + ends for offset in offsets)
    count = len(objects) + 1
    keys = b"<</Size %d/Root 1 0 R%s>>" % (count, trailer)
    return (
        out
        + line.join((b"xref", b"0 %d" % count, b"0000000000 65535 f" + ends))
        + table
        + line.join((b"trailer", keys, b"startxref", b"%d" % len(out), b"%%EOF", b""))
    )


def update_pdf(content: bytes, number: int, changed: bytes, keys: bytes = b"") -> bytes:
    """Append a revision of one object, as a program that saves incrementally does."""
    before = content.rindex(b"startxref")
    previous = int(content[before:].split()[1])
    out = content + b"%d 0 obj\n%s\nendobj\n" % (number, changed)
    table = b"xref\n%d 1\n%010d 00000 n \n" % (number, len(content))
    return (
        out
        + table
        + b"trailer\n<</Size 50/Root 1 0 R/Prev %d%s>>\nstartxref\n%d\n%%%%EOF\n"
        % (
            previous,
            keys,
            len(out),
        )
    )


def make_compact_pdf(
    catalog: bytes = b"",
    page: bytes = b"",
    *more: bytes,
    version: bytes = b"1.5",
    keys: bytes = b"",
    index: bytes | None = None,
    predictor: bool = False,
) -> bytes:
    """Make a file whose objects, but for the page's text, are in an object stream (ISO 32000-2, 7.5.7)."""
    objects = dict(enumerate(make_objects(catalog, page, *more), 1))
    text = objects.pop(4)
    bodies, places = b"", []
    for number, content in objects.items():
        places.append((number, len(bodies)))
        bodies += content + b"\n"
    head = b" ".join(b"%d %d" % place for place in places) + b" " if index is None else index
    inside = make_stream(
        head + bodies, b"/Type/ObjStm/N %d/First %d%s" % (len(objects), len(head), keys), compressed=True
    )
    out = b"%PDF-" + version + b"\n%\xe2\xe3\xcf\xd3\n"
    stream_number = len(objects) + 2
    rows = {0: (0, 0, 65535)}
    for position, (number, _) in enumerate(places):
        rows[number] = (2, stream_number, position)
    for number, content in ((4, text), (stream_number, inside)):
        rows[number] = (1, len(out), 0)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start, table_number = len(out), stream_number + 1
    rows[table_number] = (1, start, 0)
    packed = [struct.pack(">BIH", *rows[number]) for number in range(table_number + 1)]
    parameters = b""
    if predictor:
        parameters = b"/DecodeParms<</Predictor 12/Columns 7>>"
        above = [bytes(7), *packed]
        packed = [
            b"\2" + bytes((new - old) % 256 for new, old in zip(row, last, strict=True))
            for row, last in zip(packed, above, strict=False)
        ]
    table = make_stream(
        b"".join(packed),
        b"/Type/XRef/W[1 4 2]/Root 1 0 R/Size %d%s" % (table_number + 1, parameters),
        compressed=True,
    )
    return out + b"%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (table_number, table, start)


def make_signed_pdf() -> bytes:
    """Make a file with the structure of a digital signature (ISO 32000-2, 12.8.1)."""
    space = b"0" * 4_000
    file = make_pdf(
        b"/AcroForm<</Fields[6 0 R]/SigFlags 3>>",
        b"/Annots[6 0 R]",
        b"<</FT/Sig/T(Signature1)/Type/Annot/Subtype/Widget/Rect[0 0 0 0]/F 132/P 3 0 R/V 7 0 R>>",
        b"<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/M(D:20260101000000Z)"
        b"/ByteRange[0 0000000000 0000000000 0000000000]/Contents<" + space + b">>>",
    )
    start = file.index(b"<" + space)
    end = start + len(space) + 2
    ranges = b"[0 %010d %010d %010d]" % (start, end, len(file) - end)
    signed = file.replace(b"[0 0000000000 0000000000 0000000000]", ranges)
    digest = hashlib.sha256(signed[:start] + signed[end:]).hexdigest().encode()
    return signed.replace(b"<" + space, b"<" + digest + space[len(digest) :])


def make_linearized_pdf() -> bytes:
    """Make a file with two tables, the first one for the first page (ISO 32000-2, annex F)."""
    objects = dict(enumerate(make_objects(), 1))
    order = (1, 3, 4, 5, 2)
    keys = b"<</Linearized 1/L %010d/H[%010d 9]/O 3/E %010d/N 1/T %010d>>"
    head = b"%%PDF-1.7\n%%\xe2\xe3\xcf\xd3\n6 0 obj\n" + keys + b"\nendobj\n"
    first_table = len(head % (0, 0, 0, 0))
    rows = b"%010d 00000 n \n"
    trailer = b"trailer\n<</Size 7/Root 1 0 R/Prev %010d>>\nstartxref\n0\n%%%%EOF\n"
    table_length = len(b"xref\n1 1\n" + rows % 0 + b"3 4\n" + rows % 0 * 4 + trailer % 0)
    places: dict[int, int] = {6: (head % (0, 0, 0, 0)).index(b"6 0 obj")}
    body = b""
    for number in order:
        places[number] = first_table + table_length + len(body)
        body += b"%d 0 obj\n%s\nendobj\n" % (number, objects[number])
    main_table = first_table + table_length + len(body)
    first = (
        b"xref\n1 1\n"
        + rows % places[1]
        + b"3 4\n"
        + b"".join(rows % places[number] for number in (3, 4, 5, 6))
        + trailer % main_table
    )
    last = b"xref\n0 1\n0000000000 65535 f \n2 1\n" + rows % places[2] + b"trailer\n<</Size 7>>\n"
    ends = b"startxref\n%d\n%%%%EOF\n" % first_table
    length = main_table + len(last) + len(ends)
    return head % (length, places[3], places[2], main_table) + first + body + last + ends


def make_png(width: int = 40, height: int = 30, *, noise: bool = False, text: str | None = None) -> bytes:
    from PIL.PngImagePlugin import PngInfo

    target, info = io.BytesIO(), PngInfo()
    if text is not None:
        info.add_text("Comment", text)
    make_picture(width, height, noise=noise).save(target, "PNG", pnginfo=info)
    return target.getvalue()


def make_jpeg(width: int = 40, height: int = 30, *, noise: bool = False, **options: object) -> bytes:
    target = io.BytesIO()
    make_picture(width, height, noise=noise).save(target, "JPEG", **options)
    return target.getvalue()


def make_picture(width: int, height: int, *, noise: bool = False) -> Image.Image:
    if noise:
        return Image.frombytes("RGB", (width, height), random.Random(59).randbytes(width * height * 3))
    return Image.new("RGB", (width, height), "navy")


def make_link(action: bytes) -> bytes:
    return b"/Annots[<</Type/Annot/Subtype/Link/Rect[72 700 200 720]/A<<%s>>>>]" % action


def make_random_pdf(size: int, seed: int) -> bytes:
    """Make a file with a stream that looks like a compressed picture."""
    noise = random.Random(seed).randbytes(size)
    return make_pdf(b"", b"", make_stream(noise, b"/Type/XObject/Subtype/Image/Width 1/Height 1"))
