"""A kind of contract for import-linter whose modules are named by patterns, such as `functions.*_service`.

import-linter's own expressions replace whole parts of a name only, so that they cannot say 'every service'.
"""

from fnmatch import fnmatchcase
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class KindsOfModulesContract(Contract):
    """Modules of one kind do not import modules of another, directly.

    Configuration options:
        source_patterns: names of the modules that follow it; `*` stands for any characters, also dots.
        except_patterns: those of them that are not.
        forbidden_patterns: names of the modules that they do not import.
    """

    type_name = "kinds_of_modules"

    source_patterns = fields.SetField(subfield=fields.StringField())
    except_patterns = fields.SetField(subfield=fields.StringField(), required=False, default=frozenset())
    forbidden_patterns = fields.SetField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 -- import-linter calls it so
        """Look at every import of the modules; a pattern that matches no module is a mistake too."""
        modules = sorted(graph.modules)
        unmatched = sorted(
            pattern
            for patterns in (self.source_patterns, self.except_patterns, self.forbidden_patterns)
            for pattern in patterns  # type: ignore[attr-defined]  # import-linter fills the fields
            if not any(fnmatchcase(module, pattern) for module in modules)
        )
        imports = sorted(
            (importer, imported)
            for importer in modules
            if _has_match(importer, self.source_patterns) and not _has_match(importer, self.except_patterns)
            for imported in graph.find_modules_directly_imported_by(importer)
            if _has_match(imported, self.forbidden_patterns)
        )
        return ContractCheck(
            kept=not imports and not unmatched, metadata={"imports": imports, "unmatched": unmatched}
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Name each import, and each pattern that matches nothing."""
        for importer, imported in check.metadata["imports"]:
            output.print_error(f"{importer} is not allowed to import {imported}", bold=True)
        for pattern in check.metadata["unmatched"]:
            output.print_error(f"no module is called {pattern}", bold=True)


def _has_match(module: str, patterns: Any) -> bool:
    return any(fnmatchcase(module, pattern) for pattern in patterns)
