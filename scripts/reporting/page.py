"""A report as one HTML page that needs no network: tables, figures, and every question one click away.

Foreign text (prompts, answers, names) stands in a packed block of JSON and is only ever set as text.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from ...instances.canonical import encode
from ...instances.records import Instance
from ..library.prompts import prompt
from .overview import Cell, Overview, Table
from .scored import Row

TEMPLATE = Path(__file__).with_name("page.html")
SHADED = ("by task", "by domain", "by form", "by level")
"""Tables whose numbers are coloured by value."""


def page(
    title: str, shown: Overview, rows: Sequence[Row], truth: Mapping[str, Instance], figures: Sequence[str]
) -> str:
    """The page; ``figures`` are SVG texts of our own."""
    parts = [_table(table) for table in shown.tables]
    if shown.comparisons:
        said = "".join(f"<li>{escape(one.sentence())}</li>" for one in shown.comparisons)
        parts.append(f"<h2>compared</h2><ul>{said}</ul>")
    drawn = "".join(f"<figure>{figure}</figure>" for figure in figures)
    packed = base64.b64encode(gzip.compress(encode(_details(rows, truth)), mtime=0)).decode()
    text = TEMPLATE.read_text(encoding="utf-8")
    for name, value in {
        "title": escape(title),
        "tables": "".join(parts),
        "figures": drawn,
        "details": packed,
    }.items():
        text = text.replace(f"<!--{name}-->", value)
    return text


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col"><button>{escape(column)}</button></th>' for column in table.columns)
    body = "".join(f"<tr>{''.join(map(_cell, row, [table.title] * len(row)))}</tr>" for row in table.rows)
    return (
        f"<h2>{escape(table.title)}</h2><p>{escape(table.note)}</p>"
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _cell(value: Cell, title: str) -> str:
    if value is None:
        return "<td>-</td>"
    if isinstance(value, str):
        return f'<th scope="row">{escape(value)}</th>'
    shade = f' style="--v:{value:.3f}" class="shade"' if title in SHADED else ""
    return f'<td data-v="{value}"{shade}>{number(value)}</td>'


def number(value: Cell) -> str:
    """A number as tables show it.

    >>> number(0.51234), number(12), number(12345.6), number(None)
    ('0.512', '12', '12,346', '-')
    """
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3f}"
    return f"{value:,}" if isinstance(value, int) else value


def _details(rows: Sequence[Row], truth: Mapping[str, Instance]) -> dict[str, object]:
    """What the page shows of single questions: prompts by id, and the rows."""
    asked = sorted({row.id for row in rows} & truth.keys())
    prompts = {name: [prompt(truth[name]), truth[name].gold or ""] for name in asked}
    listed = [
        [row.id, row.agent, row.sample, row.value, row.code, row.explanation, row.answer[:20_000]]
        for row in rows
    ]
    return {"prompts": prompts, "rows": listed}
