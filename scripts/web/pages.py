"""The frame that all pages share, filled with a title and the module that draws the page."""

from __future__ import annotations

from html import escape
from importlib.resources import files


def page(title: str, script: str, *styles: str) -> str:
    """The HTML of a page: ``script`` and ``styles`` are files of ``static/``.

    The module finds the elements ``#main`` (where it draws), ``#status`` (read out when it changes) and
    ``#tutorial`` (a dialog that ``tutorial`` of ``dom.js`` fills).
    """
    text = (files(__package__) / "shell.html").read_text(encoding="utf-8")
    sheets = "\n".join(f'<link rel="stylesheet" href="/static/{escape(style)}">' for style in styles)
    for name, value in {"title": escape(title), "script": escape(script), "styles": sheets}.items():
        text = text.replace(f"<!--{name}-->", value)
    return text
