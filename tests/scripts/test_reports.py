"""Reports of any family: every figure recomputed in a second way, the page harmless and whole."""

import base64
import gzip
import json
import random
import re
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from pathlib import Path
from statistics import fmean, variance

import msgspec
import pytest

from certwright.instances.canonical import encode
from certwright.instances.store import read_instances
from certwright.scripts.reporting.charts import of_overview, svgs
from certwright.scripts.reporting.comparing import RESAMPLES, compare, holm, interval, mcnemar, of_share
from certwright.scripts.reporting.overview import overview
from certwright.scripts.reporting.scored import ScoredRow
from certwright.verifiers.statistics import blind_score, wilson

INSTANCES = Path(__file__).resolve().parents[2] / "instances"
AGENTS = {"prov/strong": 0.9, "prov/weak": 0.4}
HOSTILE = "</script><script>alert(1)</script>\x1b[31m"


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A truth of two families and answers of two agents, two samples a question; where they are."""
    folder, draw = tmp_path_factory.mktemp("report"), random.Random(5)
    asked = []
    for name in ("planning/mcq", "reactive/bool"):
        if not (INSTANCES / f"{name}.jsonl.gz").exists():
            pytest.skip(f"instances/{name}.jsonl.gz is not there: make data")
        asked += list(islice(read_instances(INSTANCES / f"{name}.jsonl.gz"), 0, None, 60))
    truth, answers = folder / "truth.jsonl", folder / "answers.jsonl"
    truth.write_bytes(b"".join(encode(one) + b"\n" for one in asked))
    rows = []
    for one, (agent, skill), sample in product(asked, AGENTS.items(), range(2)):
        wrong = {"yes": "no", "no": "yes", "A": "B"}.get(one.gold, "A")
        said = one.gold if draw.random() < skill else wrong
        usage = {"input_tokens": 10, "output_tokens": draw.randrange(5), "seconds": 1.0}
        rows.append({"id": one.id, "agent": agent, "sample": sample, "response": said, "usage": usage})
    rows.append({"id": asked[0].id, "agent": HOSTILE, "sample": 0, "response": HOSTILE})
    answers.write_bytes(b"".join(encode(row) + b"\n" for row in rows))
    return truth, answers, asked, rows


def right(asked, rows):
    """By a second way: an answer is right when it is the gold one."""
    gold = {one.id: one.gold for one in asked}
    return {
        (row["agent"], row["id"], row["sample"]): float(row["response"] == gold[row["id"]]) for row in rows
    }


def test_every_mean_is_that_of_the_raw_answers(files, certwright):
    truth, answers, asked, rows = files
    done = certwright("report", answers, "--truth", truth, "--json")
    assert done.code == 0, done.err
    report = json.loads(done.out)
    value = right(asked, rows)
    by_id = {one.id: one for one in asked}
    for agent in AGENTS:
        own = {row["agent"]: row for row in report["agents"]}[agent]
        means = {name: fmean(value[agent, name, k] for k in range(2)) for name in by_id}
        assert own["questions"] == len(asked)
        assert own["mean"] == pytest.approx(fmean(means.values()))
        assert own["low"] <= own["mean"] <= own["high"]
        even = {"mcq": 0.25, "bool": 0.5}
        luck = {one.id: max(even[one.form], one.difficulty.get("blind", 0.0)) for one in asked}
        above = [(means[name] - chance) / (1 - chance) for name, chance in luck.items() if chance < 1]
        assert own["above chance"] == pytest.approx(fmean(above))
        for title, label in (("by form", lambda one: one.form), ("by domain", lambda one: one.domain)):
            row = {row["agent"]: row for row in report[title]}[agent]
            for group in {label(one) for one in asked}:
                some = [means[one.id] for one in asked if label(one) == group]
                assert row[group] == pytest.approx(fmean(some))
                low, high = row["95 %"].get(group, (0.0, 1.0))
                assert low <= row[group] <= high
        passed = fmean(max(value[agent, name, k] for k in range(2)) for name in by_id)
        several = {row["agent"]: row for row in report["several samples"]}[agent]
        assert several["pass@2"] == pytest.approx(passed)
        spent = [row["usage"] for row in rows if row["agent"] == agent]
        tokens = sum(one["input_tokens"] + one["output_tokens"] for one in spent)
        assert {row["agent"]: row for row in report["costs"]}[agent]["tokens"] == tokens


def test_the_page_is_whole_and_foreign_text_is_text(files, certwright, tmp_path):
    truth, answers, asked, rows = files
    page = tmp_path / "page.html"
    done = certwright("report", answers, "--truth", truth, "--html", page, "--title", HOSTILE)
    assert done.code == 0, done.err
    text = page.read_text()
    assert "<script>alert(1)" not in text and "&lt;script&gt;alert(1)" in text
    assert not re.search(r"(?:src|href)\s*=\s*[\"']?\s*(?:https?:)?//", text)
    packed = text.split('id="details">')[1].split("<")[0]
    details = json.loads(gzip.decompress(base64.b64decode(packed)))
    assert set(details["questions"]) == {one.id for one in asked}
    assert len(details["rows"]) == len(rows)
    assert "<svg" in text
    certwright("report", answers, "--truth", truth, "--html", page, "--leaderboard")
    packed = page.read_text().split('id="details">')[1].split("<")[0]
    assert json.loads(gzip.decompress(base64.b64decode(packed))) == {"questions": {}, "rows": []}


def test_figures_are_written_in_three_kinds_and_are_the_same_each_time(files, certwright, tmp_path):
    truth, answers, *_ = files
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'certwright[plot]'")
    for name in ("one", "two"):
        assert certwright("report", answers, "--truth", truth, "--figures", tmp_path / name).code == 0
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert {"agents.svg", "agents.pdf", "agents.png", "by_task.svg", "costs.png"} <= set(names)
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.filterwarnings("error")
def test_where_nothing_was_decided_nothing_is_drawn():
    asked = [("a", 0), ("a", 1), ("b", 1), ("b", 2)]
    shown = overview([row(agent, f"f/t{n}/d/{n}", None) for agent, n in asked])
    assert of_overview(shown) == [] and not shown.comparisons
    (one, other) = shown.tables[0].json()
    assert one["mean"] is one["low"] is other["mean"] is None and one["questions"] == 0
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: pip install 'certwright[plot]'")
    alone = overview([row("a", "f/t/d/0", 0.5), row("b", "f/t/d/0", None)])
    assert [name for name, _ in of_overview(alone)] == ["agents"] and len(svgs(of_overview(alone))) == 1


def test_answers_without_their_truth_are_named(files, certwright, tmp_path):
    truth, answers, asked, _ = files
    few = tmp_path / "few.jsonl"
    few.write_bytes(truth.read_bytes().split(b"\n")[0] + b"\n")
    done = certwright("report", answers, "--truth", few)
    assert done.code == 3
    assert f"{asked[1].id} is in no truth that was given (--truth)" in done.err


def test_verdicts_are_compared_without_their_truth(files, certwright, tmp_path):
    truth, answers, *_ = files
    verdicts = tmp_path / "verdicts.jsonl"
    certwright("score", answers, "--truth", truth, "-o", verdicts, "-q")
    done = certwright("compare", verdicts, "--agents", "prov/weak,prov/strong")
    assert done.code == 0, done.err
    assert done.out.startswith("prov/strong is better than prov/weak by ")
    assert "told apart by: " in done.out
    unknown = certwright("compare", verdicts, "--agents", "prov/weak,nobody,prov/strong")
    assert unknown.code == 3 and "no row is of nobody; agents: " in unknown.err
    alone = certwright("compare", verdicts, "--agents", "prov/weak")
    assert alone.code == 3 and "no question has decided answers of two agents" in alone.err


def test_records_that_are_no_answers_are_called_what_they_are(files, certwright, tmp_path):
    truth, *_ = files
    done = certwright("report", truth)
    assert done.code == 3 and "certwright.instance/1 is not read here (at schema)" in done.err
    verdict = {"schema": "certwright.verdict/2", "id": "a/b/c/d", "sample": 0, "epoch": 1, "value": 1.0}
    verdict |= {"outcome": "correct", "code": "late", "answer": "", "explanation": "", "metadata": {}}
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(encode(verdict) + b"\n")
    done = certwright("report", bad)
    assert done.code == 3 and "bad.jsonl:1: " in done.err and "(at code)" in done.err


def row(agent, name, value, *, chance=0.0, world=None):
    return ScoredRow(
        agent,
        name,
        "f",
        "t",
        "d",
        "gen",
        1,
        0,
        value,
        "correct",
        "ok",
        "",
        "",
        chance=chance,
        world=world or name,
    )


def test_codes_that_occur_equally_often_are_listed_by_name():
    codes = [f"code_{letter}" for letter in "hcafgbde"]
    rows = [replace(row("a", f"f/t/d/{code}", 0.0), code=code) for code in codes]
    (reasons,) = (table for table in overview([*rows, rows[0]]).tables if table.title == "reasons")
    assert [line[0] for line in reasons.rows] == ["code_h", *sorted(codes[1:])]


def test_mcnemar_is_the_sum_over_all_coins():
    for many in range(9):
        for one in range(many + 1):
            extreme = max(one, many - one)
            coins = [sum(coin) for coin in product((0, 1), repeat=many)]
            far = sum(max(heads, many - heads) >= extreme for heads in coins)
            wanted = min(Fraction(1), Fraction(far, 2**many) if one * 2 != many else Fraction(1))
            assert mcnemar(one, many - one) == pytest.approx(float(wanted))


def test_holm_never_falls_and_never_exceeds_one():
    assert holm([0.5, 0.01]) == [0.5, 0.02]
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_a_comparison_counts_shared_questions_alone():
    rows = [row("a", f"f/t/d/{n}", 1.0) for n in range(12)] + [row("b", f"f/t/d/{n}", 0.0) for n in range(10)]
    (one,) = compare(rows)
    assert (one.questions, one.only, one.difference) == (10, (10, 0), 1.0)
    assert one.p == pytest.approx(2 / 2**10) and one.interval == (1.0, 1.0)
    assert one.sentence().startswith("a is better than b by 1.000 on 10 questions (95 % +1.000 to +1.000")
    (same,) = compare([*rows[:3], *(row("b", f"f/t/d/{n}", 1.0) for n in range(3))])
    assert "not told apart by 3 questions" in same.sentence()


def test_the_interval_draws_worlds_and_is_the_same_each_time():
    numbers = {f"q{n}": float(n % 2) for n in range(40)}
    apart = interval(numbers, {name: name for name in numbers}, "x")
    assert apart == interval(numbers, {name: name for name in numbers}, "x")
    together = interval(numbers, {name: int(name[1:]) % 2 for name in numbers}, "x")
    assert together == (0.0, 1.0), "two worlds that differ wholly say little"
    assert 0.2 < apart[0] < 0.5 < apart[1] < 0.8
    assert interval(numbers, dict.fromkeys(numbers, "w"), "x") is None, (
        "nothing is known of one world's spread"
    )
    assert RESAMPLES >= 1000


def test_the_interval_of_a_group_is_worth_its_worlds():
    draw = random.Random(3)
    numbers = {f"q{n}": draw.random() for n in range(60)}
    world = {name: int(name[1:]) // 7 for name in numbers}
    mean = fmean(numbers.values())
    apart = [sum(v - mean for name, v in numbers.items() if world[name] == one) for one in range(9)]
    spread = (
        9 * (variance(apart) + 9 / 8 * fmean(apart) ** 2) / 60**2
    )  # the residuals of all worlds add up to 0
    assert of_share(numbers, world) == pytest.approx(wilson(mean, min(60, mean * (1 - mean) / spread)))
    apart = dict.fromkeys(numbers, 1.0)
    assert of_share(apart, world) == pytest.approx(wilson(1.0, 9)), "answers that are all alike: one a world"
    assert of_share(apart, dict.fromkeys(numbers, "w")) is None
    low, high = of_share({f"q{n}": float(n < 20) for n in range(40)}, {f"q{n}": n < 20 for n in range(40)})
    assert low < 0.1 and high > 0.9, "two worlds that differ wholly say little"


def test_answers_that_are_all_right_are_not_sure_to_stay_so():
    (table,) = overview([row("a", f"f/t/d/{n}", 1.0) for n in range(8)]).tables[0].json()
    assert (table["low"], table["high"]) == (pytest.approx(wilson(1.0, 8)[0]), 1.0)


def test_dollars_are_tokens_at_their_price(files, certwright, tmp_path):
    truth, answers, asked, rows = files
    (tmp_path / "prices.toml").write_text('["prov/weak"]\ninput = 2.0\noutput = 10.0\n')
    done = certwright("report", answers, "--truth", truth, "--prices", tmp_path / "prices.toml", "--json")
    costs = {one["agent"]: one for one in json.loads(done.out)["costs"]}
    used = [one["usage"] for one in rows if one["agent"] == "prov/weak"]
    spent = sum(2.0 * one["input_tokens"] + 10.0 * one["output_tokens"] for one in used) / 1e6
    points = sum(value for (agent, *_), value in right(asked, rows).items() if agent == "prov/weak")
    assert costs["prov/weak"]["dollars"] == pytest.approx(spent)
    assert costs["prov/weak"]["dollars a point"] == pytest.approx(spent / points)
    assert costs["prov/strong"]["dollars"] is None


def test_levels_stand_by_number():
    rows = [replace(row("a", f"f/t/d/{n}", 1.0), level=n) for n in (10, 9, 1)]
    (table,) = [one for one in overview(rows).tables if one.title == "by level"]
    assert table.columns == ("agent", "level 1", "level 9", "level 10")


def test_chance_is_even_among_options_or_what_the_record_states(files):
    _, _, asked, _ = files
    plain = [one for one in asked if "blind" not in one.difficulty]
    assert {one.form: blind_score(one) for one in plain} == {"mcq": 0.25, "bool": 0.5}
    stated = msgspec.structs.replace(asked[0], difficulty={"blind": 0.75})
    assert blind_score(stated) == 0.75


def test_agents_stand_by_their_mean_over_all_questions():
    rows = [row("few", "f/t/d/1", 1.0), *(row("many", f"f/t/d/{n}", 0.9) for n in range(1, 4))]
    assert overview(rows).agents == ("many", "few")


def test_of_all_leaves_out_what_stayed_undecided_and_counts_what_was_not_answered():
    rows = [
        row("a", "f/t/d/1", 1.0),
        row("a", "f/t/d/2", None),
        row("b", "f/t/d/1", 1.0),
        row("b", "f/t/d/3", 0.5),
    ]
    table = overview(rows).tables[0].json()
    assert {one["agent"]: one["of all"] for one in table} == {"a": 0.5, "b": 0.5}


def test_above_chance_leaves_out_what_chance_earns_wholly():
    rows = [
        row("a", "f/t/d/1", 1.0, chance=0.5),
        row("a", "f/t/d/2", 0.0, chance=0.25),
        row("a", "f/t/d/3", 1.0, chance=1.0),
    ]
    (table,) = overview(rows).tables[0].json()
    assert table["above chance"] == pytest.approx((1 - 1 / 3) / 2)


def test_answers_about_one_world_have_no_interval():
    rows = [
        row(agent, f"f/t/d/{n}", value, world="w")
        for agent, value in (("a", 1.0), ("b", 0.0))
        for n in range(9)
    ]
    (one,) = compare(rows)
    assert one.interval is None and "(one world: no interval; p = " in one.sentence()
    assert {(each["low"], each["high"]) for each in overview(rows).tables[0].json()} == {(None, None)}
