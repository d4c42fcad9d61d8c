"""Recipes of files that people and programs honestly send, and of files that attack a reader.

Each recipe makes the bytes when it is called. A malicious PDF names what pypdf has to see in it, so that a
recipe cannot be harmless by mistake; some constructs only act in other readers, and say in which.
"""

import hashlib
import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

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


def make_archive() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as opened:
        opened.writestr("a.txt", "a")
    return target.getvalue()


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


@dataclass(frozen=True)
class Recipe:
    """A file to make.

    Attributes:
        sees: what pypdf sees in a malicious PDF: a key, a name, or `scheme:` of a link. Empty where the
            construct acts in other readers only, or is a broken file.
        fault: what the portal finds.
    """

    make: Callable[[], bytes]
    sees: str = ""
    fault: str | None = None
    content_type: str = PDF


def make_annotations(*fields: bytes) -> bytes:
    return b"/Annots[" + b"".join(fields) + b"]"


TEXT_FIELD = b"<</FT/Tx/T(name)/V(Rosa)/Type/Annot/Subtype/Widget/Rect[72 600 300 620]/DA(/F1 12 Tf 0 g)>>"
XMP = (
    b'<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">'
    b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta><?xpacket end="w"?>'
)

_HONEST_PDFS: Mapping[str, Callable[[], bytes]] = {
    "one page": make_pdf,
    "one page, lines end with CR and LF": lambda: make_pdf(line=b"\r\n"),
    "one page, lines end with CR": lambda: make_pdf(line=b"\r"),
    **{
        f"version {version}": partial(make_pdf, version=version.encode())
        for version in ("1.0", "1.3", "1.4", "1.6", "2.0")
    },
    "NUL and white space at the end": lambda: make_pdf() + b"\0\r\n ",
    "object streams": make_compact_pdf,
    "object streams, 1.7": lambda: make_compact_pdf(version=b"1.7"),
    "object streams, 2.0": lambda: make_compact_pdf(version=b"2.0"),
    "object streams, table with a predictor": lambda: make_compact_pdf(predictor=True),
    "object streams with a plain form": lambda: make_compact_pdf(
        b"/AcroForm<</Fields[6 0 R]/DA(/Helv 0 Tf 0 g)>>", b"/Annots[6 0 R]", TEXT_FIELD
    ),
    "object streams with a link": lambda: make_compact_pdf(b"", make_link(b"/S/URI/URI(https://az.gov)")),
    "object streams, opens at a page": lambda: make_compact_pdf(b"/OpenAction 6 0 R", b"", GO_TO),
    "object streams, opens at a page by an array": lambda: make_compact_pdf(
        b"/OpenAction 6 0 R", b"", b"[3 0 R/XYZ null null 0]"
    ),
    "linearized": make_linearized_pdf,
    "a later revision": lambda: update_pdf(make_pdf(), 5, FONT),
    "three revisions": lambda: update_pdf(update_pdf(make_pdf(), 5, FONT), 3, PAGE % b"/Rotate 90"),
    "signed": make_signed_pdf,
    "signed, then a later revision": lambda: update_pdf(make_signed_pdf(), 5, FONT),
    "text field": lambda: make_pdf(
        b"/AcroForm<</Fields[6 0 R]/DR<</Font<</Helv 5 0 R>>>>/NeedAppearances true>>",
        b"/Annots[6 0 R]",
        TEXT_FIELD,
    ),
    "check box": lambda: make_pdf(
        b"/AcroForm<</Fields[6 0 R]>>",
        b"/Annots[6 0 R]",
        b"<</FT/Btn/T(agree)/V/Yes/AS/Yes/Type/Annot/Subtype/Widget/Rect[0 0 9 9]/MK<</CA(4)>>>>",
    ),
    "list of choices": lambda: make_pdf(
        b"/AcroForm<</Fields[6 0 R]>>",
        b"/Annots[6 0 R]",
        b"<</FT/Ch/T(county)/Ff 131072/Opt[(Pima)(Pinal)]/Type/Annot/Subtype/Widget/Rect[0 0 9 9]>>",
    ),
    "button that resets a form": lambda: make_pdf(
        b"/AcroForm<</Fields[6 0 R]>>",
        b"/Annots[6 0 R]",
        b"<</FT/Btn/T(clear)/Ff 65536/A<</S/ResetForm>>/Type/Annot/Subtype/Widget/Rect[0 0 9 9]>>",
    ),
    "button that prints": lambda: make_pdf(
        b"", b"/Annots[6 0 R]", b"<</Subtype/Link/Rect[0 0 9 9]/A<</S/Named/N/Print>>>>"
    ),
    "link": lambda: make_pdf(b"", make_link(b"/S/URI/URI(https://az.gov/forms?a=1#top)")),
    "link in capitals": lambda: make_pdf(b"", make_link(b"/S /URI /URI (HTTP://AZ.GOV)")),
    "link after a line break": lambda: make_pdf(b"", make_link(b"/S/URI\r\n/URI\r\n(https://az.gov)")),
    "link in hexadecimal digits": lambda: make_pdf(
        b"", make_link(b"/S/URI/URI<" + b"https://az.gov".hex().encode() + b">")
    ),
    "link to mail": lambda: make_pdf(b"", make_link(b"/S/URI/URI(mailto:help@az.gov)")),
    "link to a phone": lambda: make_pdf(b"", make_link(b"/S/URI/URI(tel:+16025550100)")),
    "relative link": lambda: make_pdf(b"", make_link(b"/S/URI/URI(www.az.gov/a:b)")),
    "link with parentheses": lambda: make_pdf(b"", make_link(b"/S/URI/URI(https://az.gov/a_\\(b\\))")),
    "base of links": lambda: make_pdf(b"/URI<</Base(https://az.gov/)>>"),
    "link to a page": lambda: make_pdf(b"", make_link(b"/S/GoTo/D[3 0 R/FitH 700]")),
    "link to a named destination": lambda: make_pdf(
        b"/Names<</Dests<</Names[(fees)[3 0 R/Fit]]>>>>", make_link(b"/S/GoTo/D(fees)")
    ),
    "destinations of PDF 1.1": lambda: make_pdf(b"/Dests<</fees[3 0 R/Fit]>>", make_link(b"/S/GoTo/D/fees")),
    "opens at a page by an array": lambda: make_pdf(b"/OpenAction[3 0 R/FitH 800]"),
    "opens at a page by an action": lambda: make_pdf(b"/OpenAction " + GO_TO),
    "opens at a page by a typed action": lambda: make_pdf(
        b"/OpenAction <<\n/Type /Action\n/S /GoTo\n/D [3 0 R /XYZ 0 792 1]\n>>"
    ),
    "opens at a page by a reference": lambda: make_pdf(b"/OpenAction 6 0 R", b"", GO_TO),
    "opens at a named destination": lambda: make_pdf(b"/OpenAction<</S/GoTo/D(fees)>>"),
    "opens the dialog for printing": lambda: make_pdf(b"/OpenAction<</S/Named/N/Print>>"),
    "opens at the last page": lambda: make_pdf(b"/OpenAction 6 0 R", b"", b"<</S/Named/N/LastPage>>"),
    "object streams, opens the dialog for printing": lambda: make_compact_pdf(
        b"/OpenAction 6 0 R", b"", b"<</Type/Action/S/Named/N/Print>>"
    ),
    "after a byte order mark": lambda: b"\xef\xbb\xbf" + make_pdf(),
    "after empty lines": lambda: b"\r\n\r\n" + make_pdf(),
    "opens at a page, in two revisions": lambda: update_pdf(
        make_pdf(b"/OpenAction 6 0 R", b"", GO_TO), 6, b"[3 0 R/Fit]"
    ),
    "outlines": lambda: make_pdf(
        b"/Outlines 6 0 R/PageMode/UseOutlines",
        b"",
        b"<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>",
        b"<</Title(Fees)/Parent 6 0 R/Dest[3 0 R/Fit]>>",
    ),
    "page labels": lambda: make_pdf(b"/PageLabels<</Nums[0<</S/r>>1<</S/D/St 1>>]>>"),
    "layout and viewer preferences": lambda: make_pdf(
        b"/PageLayout/OneColumn/ViewerPreferences<</DisplayDocTitle true>>/Lang(en-US)"
    ),
    "tagged": lambda: make_pdf(
        b"/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R",
        b"/StructParents 0",
        b"<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0[7 0 R]]>>>>",
        b"<</Type/StructElem/S/P/P 6 0 R/Pg 3 0 R/K 0>>",
    ),
    "metadata": lambda: make_pdf(b"/Metadata 6 0 R", b"", make_stream(XMP, b"/Type/Metadata/Subtype/XML")),
    "document information": lambda: make_pdf(
        b"", b"", b"<</Title(Permit)/Author(Rosa)>>", trailer=b"/Info 6 0 R"
    ),
    "id of the file": lambda: make_pdf(trailer=b"/ID[<00ff><00ff>]"),
    "profile of colors": lambda: make_pdf(
        b"/OutputIntents[<</S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile 6 0 R>>]",
        b"",
        make_stream(bytes(500), b"/N 3", compressed=True),
    ),
    "embedded font": lambda: make_pdf(
        b"",
        b"",
        b"<</Type/FontDescriptor/FontName/ABCDEF+Body/Flags 4/FontFile2 7 0 R>>",
        make_stream(random.Random(7).randbytes(60_000), b"/Length1 60000", compressed=True),
    ),
    "picture": lambda: make_pdf(
        b"",
        b"",
        make_stream(
            make_jpeg(),
            b"/Type/XObject/Subtype/Image/Width 40/Height 30/ColorSpace/DeviceRGB"
            b"/BitsPerComponent 8/Filter/DCTDecode",
        ),
    ),
    "text that tells of JavaScript": lambda: make_pdf(
        b"", b"", make_stream(b"BT (Turn off JavaScript, Launch and XFA \\(/ AA\\)) Tj ET")
    ),
    "names with escapes": lambda: make_pdf(b"/Any#20Name#2e1 true"),
    "names with parts of refused ones": lambda: make_pdf(b"/JavaScripts 1/AAA 2/EFG 3/URIs 4/OpenActions 5"),
    "compressed text with the refused names": lambda: make_pdf(
        b"", b"", make_stream(b"(/JavaScript /AA <<)", compressed=True)
    ),
    "comments": lambda: make_pdf(b"%a comment\n/Lang(en)", b"", b"%% another\n<<%x\r/A%y\n1>>"),
    "font named AA": lambda: make_pdf(b"", b"", make_stream(b"BT /AA 12 Tf ET /EF gs")),
    "articles": lambda: make_pdf(b"/Threads[6 0 R]", b"", b"<</Type/Thread/I<</Title(News)>>>>"),
    "highlighted text and a note": lambda: make_pdf(
        b"",
        make_annotations(
            b"<</Type/Annot/Subtype/Highlight/Rect[0 0 9 9]/QuadPoints[0 9 9 9 0 0 9 0]>>",
            b"<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(Check)>>",
        ),
    ),
    "layers": lambda: make_pdf(
        b"/OCProperties<</OCGs[6 0 R]/D<</Order[6 0 R]/BaseState/ON>>>>", b"", b"<</Type/OCG/Name(Map)>>"
    ),
    "a thousand objects": lambda: make_pdf(b"", b"", *[b"[(%d)]" % number for number in range(1000)]),
    "a thousand objects in a stream": lambda: make_compact_pdf(b"", b"", *[b"[(text)]"] * 1000),
    "100 KB of random data": lambda: make_random_pdf(100_000, 1),
    "1 MB of random data": lambda: make_random_pdf(1_000_000, 2),
    "3 MB of random data": lambda: make_random_pdf(2_990_000, 3),
    "3 MB of zeros": lambda: make_pdf(b"", b"", make_stream(bytes(2_990_000))),
    "3 MB of percent signs": lambda: make_pdf(b"", b"", make_stream(b"%" * 2_990_000)),
}

_HONEST_PICTURES: Mapping[str, Recipe] = {
    "small PNG": Recipe(make_png, content_type=PNG),
    "PNG of 1.5 MB": Recipe(lambda: make_png(800, 600, noise=True), content_type=PNG),
    "PNG with a text": Recipe(lambda: make_png(text="Made with JavaScript"), content_type=PNG),
    "small JPEG": Recipe(make_jpeg, content_type=JPEG),
    "progressive JPEG": Recipe(lambda: make_jpeg(progressive=True), content_type=JPEG),
    "JPEG with a comment": Recipe(lambda: make_jpeg(comment=b"Permit 12"), content_type=JPEG),
    "JPEG with Exif data": Recipe(
        lambda: make_jpeg(exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0\0\0\0\0"), content_type=JPEG
    ),
    "JPEG of 1 MB": Recipe(lambda: make_jpeg(1000, 800, noise=True, quality=95), content_type=JPEG),
}

HONEST: Mapping[str, Recipe] = {
    **{name: Recipe(make) for name, make in _HONEST_PDFS.items()},
    **_HONEST_PICTURES,
}

# Ways to write a value that readers take for the same as `6 0 R`.
_LONG = b"%" + b"x" * 120
REFERENCES: Mapping[str, bytes] = {
    "a long comment": b" " + _LONG + b"\n6 0 R",
    "a comment of 3,000 characters": b"%" + b"x" * 3_000 + b"\n6 0 R",
    "300 comments": b"%\n" * 300 + b"6 0 R",
    "a comment that ends with CR": b"%x\r6 0 R",
    "NUL and form feed": b"\0\f6\0000\fR",
    "a comment in the reference": b" 6 %x\n0 R",
    "a comment before R": b" 6 0 %x\nR",
    "zeros before the number": b" 00000000006 0 R",
    "zeros for the generation": b" 6 000000 R",
    "a plus sign": b" +6 0 R",
    "a decimal point": b" 6.0 0 R",
    "numbers without white space": b" 6+0 R",
    "R without white space": b" 6 0R",
}
"""pypdf reads the first nine but for comments inside; PDF.js and Poppler read those, and signs and points."""


def _refuse(sees: str, make: Callable[[], bytes], fault: str = "activeContent") -> Recipe:
    return Recipe(make, sees, fault)


_XFA = make_stream(b"<xdp><script>app.alert(1)</script></xdp>", compressed=True)
_SPELLED: Mapping[str, bytes] = {
    "/AA": b"<</O<</S/URI/URI(https://attacker.example)>>>>",
    "/EF": b"<</F 6 0 R>>",
    "/XFA": _XFA,
    "/URI": b"(javascript:alert\\(1\\))",
}
_READ_BY_PYPDF = (
    "a long comment",
    "a comment of 3,000 characters",
    "a comment that ends with CR",
    "a plus sign",
)


def _make_spelled(name: str, spelled: bytes) -> Callable[[], bytes]:
    entry = name.encode() + spelled
    if name == "/URI":
        return lambda: make_pdf(b"", make_link(b"/S/URI" + entry), _SPELLED[name])
    if name == "/XFA":
        return lambda: make_pdf(b"/AcroForm<<" + entry + b">>", b"", _SPELLED[name])
    return lambda: make_pdf(entry, b"", _SPELLED[name])


_HIDDEN_REFERENCES = {
    f"{name} with {how}": _refuse(
        ("javascript:" if name == "/URI" else name) if how in _READ_BY_PYPDF else "",
        _make_spelled(name, spelled),
        "xfaForm" if name == "/XFA" else "activeContent",
    )
    for name in _SPELLED
    for how, spelled in REFERENCES.items()
}


def _link_to(target: bytes) -> Callable[[], bytes]:
    return lambda: make_pdf(b"", make_link(b"/S/URI/URI" + target))


_LINKS: Mapping[str, tuple[str, bytes]] = {
    "script": ("javascript:", b"(javascript:alert\\(1\\))"),
    "script in capitals": ("javascript:", b"(JavaScript:alert\\(1\\))"),
    "script with an octal escape": ("javascript:", b"(java\\163cript:alert\\(1\\))"),
    "script over two lines": ("javascript:", b"(java\\\nscript:alert\\(1\\))"),
    "script with a needless escape": ("", b"(java\\script:alert\\(1\\))"),
    "script with a line break": ("", b"(java\nscript:alert\\(1\\))"),
    "script in hexadecimal digits": ("javascript:", b"<6a6176617363726970743a616c657274283129>"),
    "script in hexadecimal digits with spaces": (
        "javascript:",
        b"<6A 61 76 61\n73 63 72 69 70 74 3a 61>",
    ),
    "script in UTF-16": ("javascript:", b"(\xfe\xff" + "javascript:a".encode("utf-16-be") + b")"),
    "script in UTF-16 in hexadecimal digits": (
        "javascript:",
        b"<feff" + "javascript:a".encode("utf-16-be").hex().encode() + b">",
    ),
    "script in UTF-8": ("javascript:", b"(\xef\xbb\xbfjavascript:a)"),
    "script after a comment": ("javascript:", b"%" + b"x" * 200 + b"\r(javascript:a)"),
    "file": ("file:", b"(file:///etc/passwd)"),
    "file after spaces": ("", b"(  file:///etc/passwd)"),
    "share of a server": ("", b"(\\\\\\\\attacker.example\\\\share)"),
    "share of a server with slashes": ("", b"(//attacker.example/share)"),
    "data": ("data:", b"(data:text/html,a)"),
    "program of the system": ("ms-msdt:", b"(ms-msdt:/id)"),
}


def _make_unlisted() -> bytes:
    """Make a file with an object that its table does not name; readers that repair a table find it."""
    return make_pdf().replace(b"xref\n0", b"9 0 obj\n" + SCRIPT + b"\nendobj\nxref\n0")


def _open_with(value: bytes, *more: bytes) -> Callable[[], bytes]:
    return lambda: make_pdf(b"/OpenAction" + value, b"", *more)


WEB = b"<</S/URI/URI(https://attacker.example)>>"


def _make_object_stream(
    keys: bytes, inside: bytes = SCRIPT, data: bytes | None = None
) -> Callable[[], bytes]:
    packed = zlib.compress(b"9 0 " + inside) if data is None else data
    return lambda: make_pdf(
        b"", b"", b"<<%s>>\nstream\n%s\nendstream" % (keys.replace(b"LENGTH", b"%d" % len(packed)), packed)
    )


_STREAM_KEYS = b"/Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length LENGTH"


def _compress_behind_a_word() -> bytes:
    """Compress a script behind the plain word `endstream`."""
    packer = zlib.compressobj(0)
    plain = packer.compress(b"9 0 (\nendstream ") + packer.flush(zlib.Z_FULL_FLUSH)
    rest = zlib.compressobj(9, zlib.DEFLATED, -15)
    hidden = b")" + SCRIPT * 3
    check = zlib.adler32(b"9 0 (\nendstream " + hidden)
    return plain + rest.compress(hidden) + rest.flush() + check.to_bytes(4, "big")


_BROKEN: Mapping[str, Callable[[], bytes]] = {
    "filters in a row": _make_object_stream(
        b"/Type/ObjStm/N 1/First 4/Filter[/ASCIIHexDecode/FlateDecode]/Length LENGTH",
        data=zlib.compress(b"9 0 " + SCRIPT).hex().encode() + b">",
    ),
    "filter named as in a picture on a page": _make_object_stream(
        b"/Type/ObjStm/N 1/First 4/F/FlateDecode/Length LENGTH"
    ),
    "filter in another object": _make_object_stream(b"/Type/ObjStm/N 1/First 4/Filter 7 0 R/Length LENGTH"),
    "object stream with a predictor": _make_object_stream(
        _STREAM_KEYS + b"/DecodeParms<</Predictor 12/Columns 4>>"
    ),
    "object stream with a wrong key": _make_object_stream(b"null " + _STREAM_KEYS),
    "object stream with a comment before its data": lambda: _make_object_stream(_STREAM_KEYS)().replace(
        b">>\nstream", b">>%x\nstream", 2
    ),
    "object stream that goes on behind endstream": _make_object_stream(
        b"/Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length 7 0 R", data=_compress_behind_a_word()
    ),
    "object stream with NUL as white space": _make_object_stream(
        b"/Type/ObjStm/N 1/First\0004/Filter/FlateDecode/Length LENGTH"
    ),
    "start of the objects in another object": _make_object_stream(
        b"/Type/ObjStm/N 1/First 7 0 R/Filter/FlateDecode/Length LENGTH"
    ),
    "object stream that inflates to 100 MB": _make_object_stream(
        _STREAM_KEYS, data=zlib.compress(bytes(100_000_000))
    ),
    "object stream that is cut off": _make_object_stream(
        _STREAM_KEYS, data=zlib.compress(b"9 0 " + SCRIPT)[:-6]
    ),
    "encrypted": lambda: make_pdf(trailer=b"/Encrypt 6 0 R"),
    "encrypted, with an escaped name": lambda: make_pdf(trailer=b"/Encr#79pt 6 0 R"),
    "cut off": lambda: make_pdf()[:-10],
}

_SEVERAL_KINDS: Mapping[str, Recipe] = {
    "PDF and web page": Recipe(lambda: b"%PDF-<script>alert(1)</script>" + make_pdf()),
    "PDF with a web page in a comment": Recipe(lambda: make_pdf(b"%<!DOCTYPE  html>\n")),
    "PDF and archive": Recipe(lambda: make_pdf() + make_archive() + b"\n%%EOF\n"),
    "PNG and archive": Recipe(lambda: make_png() + make_archive(), content_type=PNG),
    "PNG and web page": Recipe(lambda: make_png(text="<script>alert(1)</script>"), content_type=PNG),
    "JPEG and archive": Recipe(lambda: make_jpeg() + make_archive(), content_type=JPEG),
    "JPEG and web page": Recipe(lambda: make_jpeg(comment=b"<svg onload=alert(1)>"), content_type=JPEG),
}

_WRONG_TYPES: Mapping[str, Recipe] = {
    "JPEG announced as PNG": Recipe(make_jpeg, content_type=PNG),
    "PDF announced as JPEG": Recipe(make_pdf, content_type=JPEG),
    "PDF after the headers of a web server": Recipe(lambda: b"HTTP/1.1 200 OK\r\n\r\n" + make_pdf()),
}

MALICIOUS: Mapping[str, Recipe] = {
    "script on opening": _refuse("/JavaScript", _open_with(SCRIPT)),
    "script on opening, by reference": _refuse("/JavaScript", _open_with(b" 6 0 R", SCRIPT)),
    "script of a link": _refuse("/JavaScript", lambda: make_pdf(b"", make_link(b"/S/JavaScript/JS(a)"))),
    "script of the document": _refuse(
        "/JavaScript", lambda: make_pdf(b"/Names<</JavaScript<</Names[(a) 6 0 R]>>>>", b"", SCRIPT)
    ),
    "script, one letter escaped": _refuse(
        "/JavaScript", lambda: make_pdf(b"", make_link(b"/S/J#61vaScript/JS(a)"))
    ),
    "script, all letters escaped": _refuse(
        "/JavaScript",
        lambda: make_pdf(b"", make_link(b"/S/#4a#61#76#61#53#63#72#69#70#74/JS(a)")),
    ),
    "script, the name ends with an escaped NUL": _refuse(
        "", lambda: make_pdf(b"", make_link(b"/S/JavaScript#00x/JS(a)"))
    ),
    "script after a comment": _refuse(
        "/JavaScript", lambda: make_pdf(b"", make_link(b"/S%x\n/JavaScript/JS(a)"))
    ),
    "script in an object stream": _refuse("/JavaScript", lambda: make_compact_pdf(b"/OpenAction" + SCRIPT)),
    "script in an object stream, escaped": _refuse(
        "/JavaScript", lambda: make_compact_pdf(b"/OpenAction<</S/J#61vaScript/JS(a)>>")
    ),
    "script in an object stream without a type": _refuse(
        "", _make_object_stream(b"/N 1/F#69rst 4/Filter/FlateDecode/Length LENGTH")
    ),
    "script in an object stream, length in another object": _refuse(
        "", _make_object_stream(b"/Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length 7 0 R")
    ),
    "script that the table does not name": _refuse("", _make_unlisted),
    "script in an earlier revision": _refuse("", lambda: update_pdf(make_pdf(b"", b"", SCRIPT), 6, b"<<>>")),
    "script in a later revision": _refuse("/JavaScript", lambda: update_pdf(make_pdf(), 6, SCRIPT)),
    "script in three-dimensional media": _refuse(
        "/OnInstantiate", lambda: make_pdf(b"", b"", make_stream(b"", b"/Type/3D/OnInstantiate 4 0 R"))
    ),
    "program": _refuse("/Launch", lambda: make_pdf(b"", make_link(b"/S/Launch/F(cmd.exe)"))),
    "another file": _refuse(
        "/GoToR", lambda: make_pdf(b"", make_link(b"/S/GoToR/F(\\\\\\\\host\\\\share)/D[0/Fit]"))
    ),
    "file in another file": _refuse("/GoToE", lambda: make_pdf(b"", make_link(b"/S/GoToE/F(a)/D[0/Fit]"))),
    "article in another file": _refuse(
        "/Thread", lambda: make_pdf(b"", make_link(b"/S/Thread/F(a.pdf)/D 0"))
    ),
    "sends a form": _refuse(
        "/SubmitForm", lambda: make_pdf(b"", make_link(b"/S/SubmitForm/F(https://a.example)"))
    ),
    "imports data": _refuse("/ImportData", lambda: make_pdf(b"", make_link(b"/S/ImportData/F(a.fdf)"))),
    "plays media": _refuse("/Rendition", lambda: make_pdf(b"", make_link(b"/S/Rendition/JS(a)"))),
    "movie": _refuse("/Movie", lambda: make_pdf(b"", b"/Annots[<</Subtype/Movie/Movie<</F(a)>>>>]")),
    "sound": _refuse("/Sound", lambda: make_pdf(b"", b"/Annots[<</Subtype/Sound/Sound 4 0 R>>]")),
    "rich media": _refuse("/RichMedia", lambda: make_pdf(b"", b"/Annots[<</Subtype/RichMedia>>]")),
    "embedded file": _refuse(
        "/EmbeddedFile", lambda: make_pdf(b"", b"", make_stream(b"MZ", b"/Type/EmbeddedFile"))
    ),
    "names of embedded files": _refuse("/EmbeddedFiles", lambda: make_pdf(b"/Names<</EmbeddedFiles<<>>>>")),
    "attached file": _refuse(
        "/FileAttachment", lambda: make_pdf(b"", b"/Annots[<</Subtype/FileAttachment>>]")
    ),
    "file specification": _refuse("/EF", lambda: make_pdf(b"/AF[<</Type/Filespec/EF<</F 4 0 R>>>>]")),
    "action of its own": _refuse("/AA", lambda: make_pdf(b"/AA<</WC" + WEB + b">>")),
    "action of its own, escaped": _refuse("/AA", lambda: make_pdf(b"/#41A<</WC" + WEB + b">>")),
    "action of its own in an object stream": _refuse(
        "/AA", lambda: make_compact_pdf(b"/AA%x\n<</WC" + WEB + b">>")
    ),
    "action of a page": _refuse("/AA\0", lambda: make_pdf(b"", b"/AA\0\f<</O" + WEB + b">>")),
    "form in XML": _refuse(
        "/XFA", lambda: make_pdf(b"/AcroForm<</XFA[(template) 6 0 R]>>", b"", _XFA), "xfaForm"
    ),
    "form in XML, after a long comment": _refuse(
        "/XFA", lambda: make_pdf(b"/AcroForm<</XFA " + _LONG + b"\n[(t) 6 0 R]>>", b"", _XFA), "xfaForm"
    ),
    "opens a website": _refuse("https:", _open_with(WEB)),
    "opens a website, by reference": _refuse("https:", _open_with(b" 6 0 R", WEB)),
    "opens a website, by a reference with a comment": _refuse("", _open_with(b" 6 %x\n0 R", WEB)),
    "opens a website after a page": _refuse(
        "/Next", _open_with(b"<</S/GoTo/D[3 0 R/Fit]/Next" + WEB + b">>")
    ),
    "opens a website, with a page in another key": _refuse(
        "https:", _open_with(b"<</A<</S/GoTo>>/S/URI/URI(https://attacker.example)>>")
    ),
    "opens a website, with a page in a text": _refuse(
        "https:", _open_with(b"<</A(/S/GoTo)/S/URI/URI(https://attacker.example)>>")
    ),
    "opens a website in an object stream": _refuse(
        "https:", lambda: make_compact_pdf(b"/OpenAction 6 0 R", b"", WEB)
    ),
    "opens a website in an earlier revision": _refuse(
        "", lambda: update_pdf(make_pdf(b"/OpenAction 6 0 R", b"", WEB), 6, GO_TO)
    ),
    "opens an object that is not there": _refuse("", _open_with(b" 66 0 R")),
    "saves a copy on opening": _refuse("/Named", _open_with(b"<</S/Named/N/SaveAs>>")),
    "base of links is a folder": _refuse("/Base", lambda: make_pdf(b"/URI<</Base(file:///C:/)>>")),
    **{f"link to a {name}": _refuse(sees, _link_to(target)) for name, (sees, target) in _LINKS.items()},
    **_HIDDEN_REFERENCES,
    **{name: _refuse("", make, "unreadable") for name, make in _BROKEN.items()},
    **{
        name: Recipe(each.make, "", "severalKinds", each.content_type)
        for name, each in _SEVERAL_KINDS.items()
    },
    "PDF and program": Recipe(lambda: make_pdf() + b"MZ\x90", fault="surroundedPdf"),
    **{name: Recipe(each.make, "", "wrongType", each.content_type) for name, each in _WRONG_TYPES.items()},
}
