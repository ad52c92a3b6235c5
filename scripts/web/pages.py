"""The frame shared by all pages, those sent by a server and those in a single file."""

import re
from html import escape
from importlib.resources import files

LOADING = '<p class="muted loading">Loading ...</p><noscript><p>This page needs JavaScript.</p></noscript>'
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""The content security policy of a page in a single file: nothing but its own content."""
_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def page(title: str, script: str, *styles: str) -> str:
    """The HTML of a page: ``script`` and ``styles`` are files of ``static/``.

    The module uses the elements ``#main`` (where it draws), ``#status`` (announced by screen readers when it
    changes) and ``#tutorial`` (a dialog filled by ``tutorial`` of ``dom.js``).
    """
    links = [f'<link rel="stylesheet" href="/static/{escape(style)}">' for style in ("base.css", *styles)]
    head = ['<link rel="icon" href="/static/icon.svg">', *links]
    head.append(f'<script type="module" src="/static/{escape(script)}"></script>')
    brand = '<a class="brand" href="/">certwright</a>'
    return _filled(title=escape(title), head="\n".join(head), brand=brand, content=LOADING)


def page_of_one_file(title: str, content: str, scripts: tuple[str, ...], styles: tuple[str, ...]) -> str:
    """A self-contained page: ``content`` is HTML; ``scripts`` (in order of import), ``styles`` are files."""
    module = "".join(_EXPORT.sub("", _IMPORT.sub("", _static(name))) for name in scripts)
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        *(f"<style>\n{_static(name)}</style>" for name in styles),
        f'<script type="module">\n{module}</script>',
    ]
    brand = '<span class="brand">certwright</span>'
    return _filled(title=escape(title), head="\n".join(head), brand=brand, content=content)


def _static(name: str) -> str:
    return (files(__package__) / "static" / name).read_text(encoding="utf-8")


def _filled(**parts: str) -> str:
    text = (files(__package__) / "shell.html").read_text(encoding="utf-8")
    return re.sub(r"<!--(\w+)-->", lambda match: parts[match[1]], text)
