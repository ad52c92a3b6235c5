"""A report as one HTML page that needs no network: tables, figures, and every question one click away.

Foreign text (prompts, answers, names) stands in a packed block of JSON and is only ever set as text.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Mapping, Sequence
from html import escape

from ...instances.canonical import encode
from ...instances.records import Instance, Json
from ..library.prompts import prompt
from ..viewing.content import MISSING, cut, pretty, verdict_json
from ..web.pages import page_of_one_file
from .overview import Overview
from .scored import Row

FILTERS = ("agent", "outcome", "code")
CHOICE = '<select id="{}"><option value="">all</option></select>'
LIST = f"""<section id="questions">
<h2>questions</h2>
<p id="count">Unpacking ...</p>
<div class="filters">
{"".join(f"<label>{name} {CHOICE.format(name)}</label>" for name in FILTERS)}
<label>id or text <input id="text" type="search"></label>
</div>
<div class="records"><table><thead><tr>
<th scope="col">Id</th><th scope="col">Agent</th><th scope="col">Value</th><th scope="col">Outcome</th>
<th scope="col">Code</th></tr></thead><tbody id="answers"></tbody></table></div>
<button id="more" type="button" hidden>Show more</button>
</section>"""


def page(
    title: str, shown: Overview, rows: Sequence[Row], truth: Mapping[str, Instance], figures: Sequence[str]
) -> str:
    """The page; ``figures`` are SVG texts of our own."""
    parts = [f'<div class="drawn">{"".join(f"<figure>{figure}</figure>" for figure in figures)}</div>']
    parts += [table.html() for table in shown.tables]
    if shown.comparisons:
        said = "".join(f"<li>{escape(comparison.sentence())}</li>" for comparison in shown.comparisons)
        parts.append(f"<section><h2>compared</h2><ul>{said}</ul></section>")
    packed = base64.b64encode(gzip.compress(encode(_details(rows, truth)), mtime=0)).decode()
    parts.append(f'{LIST}<script type="text/plain" id="details">{packed}</script>')
    scripts, styles = ("dom.js", "asked.js", "report.js"), ("base.css", "view.css", "report.css")
    return page_of_one_file(title, "\n".join(parts), scripts, styles)


def _details(rows: Sequence[Row], truth: Mapping[str, Instance]) -> Json:
    """What the page shows of single answers: questions by id, and the rows, as the pages of `view` do."""
    shown_questions = {name: truth[name] for name in sorted({row.id for row in rows} & truth.keys())}
    questions = {
        name: {
            "prompt": cut(prompt(question)),
            "episode": question.form == "episode",
            "gold": question.gold or "",
            "truth": "" if question.truth is None else pretty(question.truth),
        }
        for name, question in shown_questions.items()
    }
    return {"questions": questions, "rows": [_answer(row) for row in rows]}


def _answer(row: Row) -> Json:
    said = {} if row.verdict is None else verdict_json(row.verdict)
    named = {"id": row.id, "agent": row.agent, "sample": row.sample, "stored": row.stored}
    return {**named, **said, "text": cut(row.answer), "missing": MISSING if row.stored else ""}
