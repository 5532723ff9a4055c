"""Tables of results: lists of rows that become a pandas or polars DataFrame or an Arrow table where those are installed."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    # None of them is needed, and not all of them have types.
    import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]
    import polars  # type: ignore[import-not-found,unused-ignore]
    import pyarrow  # type: ignore[import-untyped,import-not-found,unused-ignore]

Row = Mapping[str, Any]


class Table(Sequence[Row]):
    """Rows with named columns.

    >>> from plyground.tables import Table
    >>> table = Table([{"depth": 1, "nodes": 9}, {"depth": 2, "nodes": 40}], "nodes by depth")
    >>> table.column("nodes")
    [9, 40]
    >>> print(table)
    depth  nodes
        1      9
        2     40
    """

    def __init__(self, rows: Iterable[Row], caption: str = "") -> None:
        self._rows = [dict(row) for row in rows]
        self.caption = caption
        self.columns: list[str] = list(dict.fromkeys(name for row in self._rows for name in row))

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def column(self, name: str) -> list[Any]:
        """The values of a column; `None` where a row has none."""
        if name not in self.columns:
            raise KeyError(f"there is no column `{name}`; there are {', '.join(self.columns)}")
        return [row.get(name) for row in self._rows]

    def _data(self) -> dict[str, list[Any]]:
        return {name: self.column(name) for name in self.columns}

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self._data(), columns=self.columns)

    def to_polars(self) -> polars.DataFrame:
        """A polars DataFrame."""
        import polars

        return polars.DataFrame(self._data(), strict=False)

    def to_arrow(self) -> pyarrow.Table:
        """An Arrow table."""
        import pyarrow

        def column(values: list[Any]) -> Any:
            try:
                return pyarrow.array(values)
            except OverflowError:  # seeds have 64 bits without a sign
                return pyarrow.array(values, pyarrow.uint64())

        return pyarrow.table({name: column(values) for name, values in self._data().items()})

    def to_csv(self) -> str:
        """Comma-separated values with a header."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([["" if value is None else value for value in self._cells(row)] for row in self._rows])
        return text.getvalue()

    def _cells(self, row: Row) -> list[Any]:
        return [row.get(name) for name in self.columns]

    def __str__(self) -> str:
        rows = [self.columns] + [[_shown(value) for value in self._cells(row)] for row in self._rows]
        if not self.columns:
            return "(empty)"
        widths = [max(len(row[place]) for row in rows) for place in range(len(self.columns))]
        left = [any(isinstance(value, str) for value in self.column(name)) for name in self.columns]
        lines = []
        for row in rows:
            cells = [
                cell.ljust(width) if is_text else cell.rjust(width)
                for cell, width, is_text in zip(row, widths, left, strict=True)
            ]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_shown(value))}</td>" for value in self._cells(row)) + "</tr>"
            for row in self._rows
        )
        caption = f"<caption>{escape(self.caption)}</caption>" if self.caption else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value)
