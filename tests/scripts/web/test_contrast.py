"""The colours of the pages: contrast by WCAG 2.1 (4.5 for text, 3 for lines of controls), in both themes."""

import re

import pytest

from certwright.scripts.web.server import static_files

PAIR = re.compile(r"--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
COLOURS = {name: pair for name, *pair in PAIR.findall(static_files()["base.css"][1].decode())}
TEXT = {
    "ink": ("ground", "panel", "mark-soft", "good-soft", "warn-soft", "bad-soft"),
    "muted": ("ground", "panel"),
    "mark": ("ground", "panel"),
    "on-mark": ("mark",),
    "good": ("ground", "panel"),
    "bad": ("ground", "panel", "bad-soft"),
    "warn": ("ground", "panel", "warn-soft"),
}


def luminance(colour):
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_the_recommendation():
    assert round(contrast("#000000", "#ffffff")) == 21
    assert round(contrast("#777777", "#ffffff"), 2) == 4.48  # the usual example of what just fails


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_can_be_read(theme):
    pairs = [(text, ground, 4.5) for text, grounds in TEXT.items() for ground in grounds]
    pairs += [("line", ground, 3) for ground in ("ground", "panel")]
    low = {
        f"{text} on {ground}": round(value, 2)
        for text, ground, least in pairs
        if (value := contrast(COLOURS[text][theme], COLOURS[ground][theme])) < least
    }
    assert not low
