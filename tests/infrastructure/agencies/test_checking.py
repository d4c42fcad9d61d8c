"""`npm run agency -- check` names file, line and remedy of each fault."""

import codecs
from pathlib import Path

import jsonschema
import pytest
import yaml

from infrastructure.operations.agencies.__main__ import main
from infrastructure.operations.agencies.checking import read_manifest
from infrastructure.operations.agencies.documents import FaultyDocument
from infrastructure.sandbox.manifest_files import MANIFESTS
from shared.contract.export import DOCUMENTS

SCHEMA = DOCUMENTS["contract/agency-manifest.schema.json"]()


@pytest.fixture
def file(tmp_path, manifest_text):
    path = tmp_path / "library.yaml"
    path.write_text(manifest_text, encoding="utf-8")
    return path


def find_line(text, part):
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


def list_faults(path):
    with pytest.raises(FaultyDocument) as caught:
        read_manifest(path)
    return caught.value.faults


def test_byte_order_mark_before_a_manifest_is_ignored(file):
    manifest = read_manifest(file)
    file.write_bytes(codecs.BOM_UTF8 + file.read_bytes())
    assert read_manifest(file) == manifest


def replace(file, old, new):
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    return file.read_text(encoding="utf-8")


def test_valid_file_is_accepted(file, capsys):
    assert main(["check", str(file)]) == 0
    assert "town-library with 1 service." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("old", "new", "line", "message", "remedy"),
    [
        ("kind: list}", "kind: picture}", "picture}", "picture is not known.", "'text', 'date', 'money'"),
        ("code: LIBRARY_CARD", "code: library-card", "code: library-card", "wrong form", "capitals"),
        ("code: LIBRARY_CARD", "code: 12", "code: 12", "a number", "in quotes"),
        ("    category: r", "    categry: r", "categry", "not known here", "Do you mean category?"),
        ("  kind: municipality\n", "", "agency:", "kind is missing", "Add `kind:`"),
        ("library.example.gov/portal", "192.168.0.7/portal", "192.168.0.7", "is an address", "everywhere"),
        ("https://library.example.gov/renew", "javascript:alert(1)//", "javascript", "Only https", "https://"),
        ("hosts: [library.example.gov]", "hosts: library.example.gov", "hosts:", "must be a list", "hyphen"),
        ("credentials: town", "credentials: x\n    credentials: town", "s: town", "twice", "Remove"),
        ("name: {en: Town Library", "name: {en: Town: Library", "Town: Library", "not YAML", "quotes"),
        ("code: LIBRARY_CARD", "code: *anchor", "*anchor", "", ""),
    ],
)  # fmt: skip
def test_fault_has_line_and_remedy(file, capsys, old, new, line, message, remedy):
    text = replace(file, old, new)
    assert main(["check", str(file)]) == 1
    shown = capsys.readouterr().err
    if message:
        number = find_line(text, line)
        assert f"{file}:{number}: " in shown
        assert message in shown
    assert "→" in shown
    assert remedy in shown


def test_faults_of_every_kind_are_reported_together(file, capsys):
    for old, new in [
        ("hosts: [library.example.gov]", "hosts: [library.example.gov, 192.168.0.7]"),
        ("    category: r", "    categry: r"),
        ("credentials: town", "credentials: x\n    credentials: town"),
        ("endpoint: https:", "endpoint: http:"),
        ("format: digits, example: '12345'", "format: digits, example: many"),
        ("example: main", "example: east"),
        ("kind: list}", "kind: picture}"),
        ("dueField: dueDate", "dueField: loans, action: pay"),
        ("url: 'https://library", "url: 'https://other"),
        ("es: Vence pronto", "es: 7"),
    ]:
        replace(file, old, new)
    assert [fault.place for fault in list_faults(file)] == [
        "agency.hosts[1]",
        "services[0].category",
        "services[0].categry",
        "services[0].endpoint",
        "",
        "services[0].identityFields[0].example",
        "services[0].identityFields[1].example",
        "services[0].displayFields[0].kind",
        "services[0].displayFields[2].attention.action",
        "services[0].actions[0].url",
        "services[0].messageTypes[0].name.es",
    ]
    assert main(["check", str(file)]) == 1
    assert "11 faults." in capsys.readouterr().err


def test_duplicate_code_is_reported_at_its_second_use(file):
    text = file.read_text(encoding="utf-8")
    service = text[text.index("  - id: town-library-card") :]
    text += service.replace("town-library-card", "town-library-room", 1)
    file.write_text(text, encoding="utf-8")
    (fault,) = list_faults(file)
    second = [number for number, line in enumerate(text.splitlines(), 1) if "code: LIBRARY_CARD" in line][1]
    assert (fault.line, fault.place) == (second, "services[1].code")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"- a\n- b",
        b"a: [",
        b"? [a, b]\n: c",
        b"x" * 300_000,
        b"a: 2026-13-45",
        b"a: \x07",
    ],
)
def test_invalid_manifest_is_reported_with_a_line(tmp_path, content):
    file = tmp_path / "a.yaml"
    file.write_bytes(content)
    assert all(fault.line >= 1 and fault.remedy for fault in list_faults(file))


def test_exponential_aliases_are_refused(tmp_path):
    file = tmp_path / "a.yaml"
    levels = "\n".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30))
    file.write_text(f"a0: &a0 [x]\n{levels}\n", encoding="utf-8")
    assert "refers to another part" in list_faults(file)[0].message


def test_missing_file_is_reported(capsys):
    assert main(["check", "nowhere.yaml"]) == 1
    assert "There is no file nowhere.yaml." in capsys.readouterr().err


@pytest.mark.parametrize("path", sorted(MANIFESTS.glob("*.yaml")), ids=lambda path: path.stem)
def test_sandbox_manifests_match_the_editor_schema(path):
    assert main(["check", str(path), "--network", "any"]) == 0
    assert main(["check", str(path)]) == 1, "the sandbox is not public"
    text = path.read_text(encoding="utf-8")
    jsonschema.Draft202012Validator(SCHEMA).validate(yaml.safe_load(text))
    pointer = text.splitlines()[0].removeprefix("# yaml-language-server: $schema=")
    schema = (path.parent / pointer).resolve()
    assert schema.name == "agency-manifest.schema.json"
    assert schema.parent == Path(__file__).resolve().parents[3] / "shared" / "contract"


def test_schema_describes_the_fields():
    service = SCHEMA["$defs"]["Service"]["properties"]
    assert service["freshnessSeconds"]["description"].startswith("time for which service data may be shown")
    assert "Attributes:" not in str(SCHEMA)
