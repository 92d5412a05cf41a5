"""The import contract of the rooms: what is not listed for a room may not be imported there.

Import-linter's own contracts list what is forbidden, so that a package nobody thought of is let through.
"""

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class _Rows(fields.Field[Mapping[str, list[str]]]):
    """A table: the name of a room, or of a module in it, and what may be imported there."""

    def parse(self, raw_data: Any) -> Mapping[str, list[str]]:
        if not isinstance(raw_data, dict):
            raise fields.ValidationError("A table is needed: room = [what it may import].")
        return raw_data


class RoomsContract(Contract):
    """Every room imports itself, the standard library, and what its row lists: rooms and packages by name.

    A row for a module (`"bots.arena.rating"`) adds to that of its room; a room without a row may import
    nothing at all.
    """

    rows: Mapping[str, list[str]] = _Rows()  # type: ignore[assignment]  # an instance has what it parsed

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Hold every import of the graph against the rows."""
        broken = [
            f"{importer} may not import {imported} (line {detail['line_number']})"
            for importer in sorted(graph.modules)
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if not self._allowed(importer, imported)
            for detail in graph.get_import_details(importer=importer, imported=imported)
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """One line for each import that no row allows."""
        for line in check.metadata["broken"]:
            output.print_error(line)

    def _allowed(self, importer: str, imported: str) -> bool:
        root, _, inside = importer.partition(".")
        listed = [name for row in _with_parents(inside) for name in self.rows.get(row, ())]
        package, _, module = imported.partition(".")
        if package != root:
            return inside.partition(".")[0] in self.rows and (
                package in sys.stdlib_module_names or package in listed
            )
        room = module.partition(".")[0]
        return not room or room in listed or (room == inside.partition(".")[0] and room in self.rows)


def _with_parents(module: str) -> Iterator[str]:
    """`a.b.c` gives a, a.b and a.b.c."""
    parts = module.split(".")
    return (".".join(parts[: end + 1]) for end in range(len(parts)))
