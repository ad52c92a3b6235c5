"""Responses as models write them, and what a careful reader takes for the final answer."""

from __future__ import annotations

from typing import Any

import pytest

from certwright.instances.records import Code
from certwright.verifiers.reading.kinds import AnswerKind
from certwright.verifiers.reading.scanner import read

FERRY_ACTIONS = frozenset({"sail", "board", "debark"})
FERRY_FACTS = frozenset({"at", "at-ferry", "on", "empty-ferry", "not-eq"})

EMPTY, NO_ANSWER, CONFLICTING, MALFORMED = Code.EMPTY, Code.NO_ANSWER, Code.CONFLICTING, Code.MALFORMED

ATOMS: dict[str, tuple[str, Any]] = {
    "bare": ("(at c0 l1)", "(at c0 l1)"),
    "no argument": ("(empty-ferry)", "(empty-ferry)"),
    "blank around": ("  \n(at c0 l1)\n\n", "(at c0 l1)"),
    "upper case": ("(AT C0 L1)", "(at c0 l1)"),
    "blanks inside": ("( at  c0   l1 )", "(at c0 l1)"),
    "commas inside": ("( at  c0 , l1 )", "(at c0 l1)"),
    "comma behind the name": ("(at, c0, l1)", "(at c0 l1)"),
    "newline inside": ("(at\nc0 l1)", "(at c0 l1)"),
    "tab inside": ("(at\tc0\tl1)", "(at c0 l1)"),
    "functional": ("at(c0, l1)", "(at c0 l1)"),
    "functional, no blank": ("at(c0,l1)", "(at c0 l1)"),
    "functional, no argument": ("empty-ferry()", "(empty-ferry)"),
    "functional, capital": ("At(C0, L1).", "(at c0 l1)"),
    "full stop": ("(at c0 l1).", "(at c0 l1)"),
    "backticks": ("`(at c0 l1)`", "(at c0 l1)"),
    "bold": ("**(at c0 l1)**", "(at c0 l1)"),
    "quoted": ('"(at c0 l1)"', "(at c0 l1)"),
    "single quotes": ("'(at c0 l1)'", "(at c0 l1)"),
    "typographic quotes": ("“(at c0 l1)”", "(at c0 l1)"),
    "fullwidth": ("（at c0 l1）", "(at c0 l1)"),
    "fullwidth comma": ("at（c0，l1）", "(at c0 l1)"),
    "no-break hyphen": ("(at p0 l0‑1)", "(at p0 l0-1)"),
    "no-break space": ("(at\u00a0c0\u00a0l1)", "(at c0 l1)"),
    "zero width": ("\u200b(at c0 l1)\u200b", "(at c0 l1)"),
    "quotes around names": ("(at 'c0' 'l1')", "(at c0 l1)"),
    "double parenthesis": ("((at c0 l1))", "(at c0 l1)"),
    "bullet": ("- (at c0 l1)", "(at c0 l1)"),
    "numbered": ("1. (at c0 l1)", "(at c0 l1)"),
    "in brackets": ("[(at c0 l1)]", "(at c0 l1)"),
    "fence": ("```\n(at c0 l1)\n```", "(at c0 l1)"),
    "fence with language": ("```pddl\n(at c0 l1)\n```", "(at c0 l1)"),
    "inline fence": ("```(at c0 l1)```", "(at c0 l1)"),
    "escaped underscore": (r"(at\_rock\_sample w0)", "(at_rock_sample w0)"),
    "escaped parentheses": (r"\(at c0 l1\)", "(at c0 l1)"),
    "math": (r"$(\text{at}\ c0\ l1)$", "(at c0 l1)"),
    "boxed": (r"\boxed{(at c0 l1)}", "(at c0 l1)"),
    "boxed text": (r"Therefore, $\boxed{\text{(at c0 l1)}}$.", "(at c0 l1)"),
    "html": ("<b>(at c0 l1)</b>", "(at c0 l1)"),
    "answer tag": ("<answer>(at c0 l1)</answer>", "(at c0 l1)"),
    "answer tag behind reasoning": ("Since (on c0) ...\n<answer>\n(at c0 l1)\n</answer>", "(at c0 l1)"),
    "end token": ("(at c0 l1)<|im_end|>", "(at c0 l1)"),
    "eos": ("(at c0 l1)</s>", "(at c0 l1)"),
    "sentence": ("The proposition (at c0 l1) can never hold.", "(at c0 l1)"),
    "copula": ("A landmark is (at c0 l1).", "(at c0 l1)"),
    "final answer": ("Final answer: (at c0 l1)", "(at c0 l1)"),
    "final answer, bold mark": ("**Final Answer**: (at c0 l1)", "(at c0 l1)"),
    "final answer, bold with colon": ("**Final Answer:** (at c0 l1)", "(at c0 l1)"),
    "final answer, upper case": ("FINAL ANSWER: (at c0 l1)", "(at c0 l1)"),
    "final answer, heading": ("## Final Answer\n\n(at c0 l1)", "(at c0 l1)"),
    "final answer, bold heading": ("**Final Answer**\n(at c0 l1)", "(at c0 l1)"),
    "final answer, next line": ("Final answer:\n\n(at c0 l1)", "(at c0 l1)"),
    "the final answer is": ("So the final answer is (at c0 l1).", "(at c0 l1)"),
    "the answer is": ("The answer is (at c0 l1).", "(at c0 l1)"),
    "the answer is, colon": ("The answer is: (at c0 l1)", "(at c0 l1)"),
    "answer": ("Answer: (at c0 l1)", "(at c0 l1)"),
    "answer, bold": ("**Answer:** `(at c0 l1)`", "(at c0 l1)"),
    "mark beats reasoning": ("We have (on c0). Answer: (at c0 l1) because (at-ferry l0).", "(at c0 l1)"),
    "last mark wins": ("Final answer: (on c0)\nWait.\nFinal answer: (at c0 l1)", "(at c0 l1)"),
    "empty last mark of two": ("**Final Answer**: (at c0 l1)\n\nAnswer: I am sure.", "(at c0 l1)"),
    "prose parenthesis first": ("I (the model) think (at c0 l1)", "(at c0 l1)"),
    "prose parenthesis last": ("(at c0 l1) (since it is the goal)", "(at c0 l1)"),
    "for example": ("Many facts (for example those of c1) hold, but (at c0 l1) cannot.", "(at c0 l1)"),
    "e.g.": ("(e.g., (at c0 l1))", "(at c0 l1)"),
    "plural s": ("The fact(s) that cannot hold: (at c0 l1)", "(at c0 l1)"),
    "reasoning, then so": (
        "(on c0) holds now.\n(on c1) can hold.\nSo the landmark is (at c0 l1).",
        "(at c0 l1)",
    ),
    "reasoning, then therefore": (
        "1. (on c0): possible\n2. (on c1): possible\n3. (at c0 l1): not possible\n\n"
        "Therefore (at c0 l1) it is.",
        "(at c0 l1)",
    ),
    "last line mention": ("The fact (on c0) is easy.\nI would name (at c0 l1) as a landmark.", "(at c0 l1)"),
    "repeated": ("(at c0 l1)\n\n(at c0 l1)", "(at c0 l1)"),
    "repeated in other spelling": ("Answer: (at c0 l1), that is at(c0, l1)", "(at c0 l1)"),
    "think": ("<think>(on c0)? no. (on c1)?</think>(at c0 l1)", "(at c0 l1)"),
    "think, blank lines": ("<think>\nHmm (on c0).\n</think>\n\nThe answer is (at c0 l1).", "(at c0 l1)"),
    "think without opening": ("Hmm (on c0), well.\n</think>\n(at c0 l1)", "(at c0 l1)"),
    "think several": ("<think>(a b)</think>(on c9)?<think>(c d)</think>(at c0 l1)", "(at c0 l1)"),
    "think nested": ("<think>x <think>(a b)</think> y</think> (at c0 l1)", "(at c0 l1)"),
    "think behind the answer": ("Final answer: (at c0 l1)\n<think>is (on c0) better?</think>", "(at c0 l1)"),
    "think unclosed behind the answer": ("(at c0 l1) <think> or maybe (on c0)", "(at c0 l1)"),
    "think unclosed, answer marked": ("<think>long (on c0) ... Final answer: (at c0 l1)", "(at c0 l1)"),
    "thinking tag, capital": ("<Thinking>(on c0)</Thinking>\n(at c0 l1)", "(at c0 l1)"),
    "bracket think": ("[THINK](on c0)[/THINK](at c0 l1)", "(at c0 l1)"),
    "channels": (
        "<|channel|>analysis<|message|>(on c0)<|end|><|start|>assistant<|channel|>final<|message|>(at c0 l1)",
        "(at c0 l1)",
    ),
    "json string": ('{"answer": "(at c0 l1)"}', "(at c0 l1)"),
    "json string without parentheses": ('{"answer": "at c0 l1"}', "(at c0 l1)"),
    "json functional": ('{"answer": "at(c0, l1)"}', "(at c0 l1)"),
    "json in a fence": ('Sure!\n```json\n{"answer": "(at c0 l1)"}\n```\nAs (on c0) holds.', "(at c0 l1)"),
    "json with reasoning": ('{"reasoning": "since (on c0)", "answer": "(at c0 l1)"}', "(at c0 l1)"),
    "json list of one": ('["(at c0 l1)"]', "(at c0 l1)"),
    "json in prose": ('The result: {"proposition": "(at c0 l1)"} as asked.', "(at c0 l1)"),
    "json, single quotes": ("{'answer': '(at c0 l1)'}", "(at c0 l1)"),
    "json, nested": ('{"result": {"answer": "(at c0 l1)"}}', "(at c0 l1)"),
    "json, name and arguments": ('{"answer": {"name": "at", "args": ["c0", "l1"]}}', "(at c0 l1)"),
    "None": ("None", "none"),
    "none": ("none", "none"),
    "NONE": ("NONE", "none"),
    "None with a stop": ("None.", "none"),
    "None bold": ("**None**", "none"),
    "None quoted": ("'None'", "none"),
    "None in parentheses": ("(None)", "none"),
    "None in brackets": ("[None]", "none"),
    "None in a fence": ("```\nNone\n```", "none"),
    "None, marked": ("Every (at c0 l0) can hold.\n\nFinal answer: None", "none"),
    "None, answer is": ("The answer is None.", "none"),
    "None, boxed": (r"\boxed{\text{None}}", "none"),
    "None, because": ("None, because every fact such as (at c0 l1) can hold.", "none"),
    "None, remark": ("Final answer: None (all facts are reachable)", "none"),
    "None, remark of unknown words": ("None (everything reachable)", "none"),
    "None, json": ('{"answer": "None"}', "none"),
    "null": ('{"answer": null}', "none"),
    "python None": ("{'answer': None}", "none"),
    "null in a fence": ('```json\n{"answer": null}\n```', "none"),
    "empty list": ("[]", "none"),
    "none of them, then one": ("None of them: (at c0 l1)", "(at c0 l1)"),
    "Nonexistent": ("Nonexistent", NO_ANSWER),
    "none of them": ("None of them is a landmark, I think", NO_ANSWER),
    "none or an atom": ("Final answer: None, (at c0 l1)", CONFLICTING),
    "two atoms": ("(at c0 l1) (on c0)", CONFLICTING),
    "two lines": ("(at c0 l1)\n(on c0)", CONFLICTING),
    "or": ("Final answer: (at c0 l1) or (on c0)", CONFLICTING),
    "none or": ("None or (at c0 l1)", CONFLICTING),
    "announced none or": ("Final answer: None or (at c0 l1)", CONFLICTING),
    "json list of two": ('["(at c0 l1)", "(on c0)"]', CONFLICTING),
    "negated": ("(not (at c0 l1))", MALFORMED),
    "negated, marked": ("We saw (on c0).\nFinal answer: (not (at c0 l1))", MALFORMED),
    "negated, functional": ("not(at(c0, l1))", MALFORMED),
    "negated, sign": ("¬(at c0 l1)", MALFORMED),
    "variable": ("(at ?c l1)", MALFORMED),
    "nested": ("(at (c0) (l1))", MALFORMED),
    "unclosed": ("(at c0 l1", NO_ANSWER),
    "no parentheses": ("at c0 l1", NO_ANSWER),
    "empty parentheses": ("()", NO_ANSWER),
    "number": ("(1)", NO_ANSWER),
    "only prose": ("I am not sure about that (the state is large).", NO_ANSWER),
    "blank": ("  \n ", EMPTY),
    "nothing": ("", EMPTY),
    "unclosed thought": ("<think>perhaps (at c0 l1), or", NO_ANSWER),
    "only thought": ("<think>perhaps (at c0 l1)</think>", NO_ANSWER),
    "cut off behind the mark": ("It must be (at c0 l1) or (on c0).\n\nFinal answer:", NO_ANSWER),
    "refusal": ("I cannot determine this.", NO_ANSWER),
    "not but": ("The answer is not (on c0) but (at c0 l1).", "(at c0 l1)"),
    "struck out": ("~~(on c0)~~ (at c0 l1)", "(at c0 l1)"),
    "landmark, then explanation": (
        "A fact landmark: **(holding b1)**\n\n"
        "Explanation: for (on b1 b2) we need (holding b1), as (clear b2).",
        "(holding b1)",
    ),
    "conclusion in the line": (
        "To achieve (on b1 b2), the arm must hold b1. Thus (holding b1) must be true at some point.",
        "(holding b1)",
    ),
    "said of it": ("(holding b1) is a landmark because (on b1 b2) is in the goal.", "(holding b1)"),
    "another one": ("One proposition is (on b1 b1). Another one would be (on b2 b2).", CONFLICTING),
    "there is none": ("There is none.", "none"),
}

ACTIONS: dict[str, tuple[str, Any]] = {
    "one": ("(sail l0 l1)", ["(sail l0 l1)"]),
    "blank separated": ("(sail l0 l1) (board c0 l0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "comma separated": ("(sail l0 l1), (board c0 l0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "unseparated": ("(sail l0 l1)(board c0 l0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "brackets": ("[(sail l0 l1), (board c0 l0)]", ["(sail l0 l1)", "(board c0 l0)"]),
    "brackets and lines": ("[\n  (sail l0 l1),\n  (board c0 l0)\n]", ["(sail l0 l1)", "(board c0 l0)"]),
    "lisp": ("((sail l0 l1) (board c0 l0))", ["(sail l0 l1)", "(board c0 l0)"]),
    "lines": ("(sail l0 l1)\n(board c0 l0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "bullets": ("- (sail l0 l1)\n- (board c0 l0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "stars": ("* (sail l0 l1)\n* (board c0 l0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "typographic bullets": ("• (sail l0 l1)\n• (board c0 l0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "numbers": ("1. (sail l0 l1)\n2. (board c0 l0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "numbers with parenthesis": ("1) (sail l0 l1)\n2) (board c0 l0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "numbers, backticks": ("1. `(sail l0 l1)`\n2. `(board c0 l0)`", ["(sail l0 l1)", "(board c0 l0)"]),
    "semicolons": ("(sail l0 l1); (board c0 l0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "and": (
        "(sail l0 l1), (board c0 l0), and (board c1 l0)",
        ["(sail l0 l1)", "(board c0 l0)", "(board c1 l0)"],
    ),
    "sentence": (
        "The applicable actions are (sail l0 l1) and (board c0 l0).",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "functional": ("sail(l0, l1), board(c0, l0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "functional in brackets": ("[sail(l0, l1), board(c0, l0)]", ["(sail l0 l1)", "(board c0 l0)"]),
    "upper case": ("(SAIL L0 L1) (BOARD C0 L0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "json": ('["(sail l0 l1)", "(board c0 l0)"]', ["(sail l0 l1)", "(board c0 l0)"]),
    "json without parentheses": ('["sail l0 l1", "board c0 l0"]', ["(sail l0 l1)", "(board c0 l0)"]),
    "json functional": ('["sail(l0, l1)", "board(c0, l0)"]', ["(sail l0 l1)", "(board c0 l0)"]),
    "python list": ("['(sail l0 l1)', '(board c0 l0)']", ["(sail l0 l1)", "(board c0 l0)"]),
    "python tuples": ("[('sail', 'l0', 'l1'), ('board', 'c0', 'l0')]", ["(sail l0 l1)", "(board c0 l0)"]),
    "json lists of names": (
        '[["sail", "l0", "l1"], ["board", "c0", "l0"]]',
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "json object": ('{"answer": ["(sail l0 l1)", "(board c0 l0)"]}', ["(sail l0 l1)", "(board c0 l0)"]),
    "json object, own key": ('{"applicable_actions": ["(sail l0 l1)"]}', ["(sail l0 l1)"]),
    "json in a fence": ('```json\n["(sail l0 l1)", "(board c0 l0)"]\n```', ["(sail l0 l1)", "(board c0 l0)"]),
    "json with a trailing comma": ('["(sail l0 l1)", "(board c0 l0)",]', ["(sail l0 l1)", "(board c0 l0)"]),
    "fence": ("Here:\n```\n(sail l0 l1)\n(board c0 l0)\n```", ["(sail l0 l1)", "(board c0 l0)"]),
    "fence, then remark": (
        "```\n(sail l0 l1)\n(board c0 l0)\n```\nNote that (debark c0 l0) needs c0 on board.",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "prose parenthesis": ("I would (for example) say (sail l0 l1)", ["(sail l0 l1)"]),
    "remark behind": ("(sail l0 l1), (board c0 l0) (both are applicable)", ["(sail l0 l1)", "(board c0 l0)"]),
    "remarks on lines": (
        "- (sail l0 l1): the ferry is at l0\n- (board c0 l0): c0 is at l0, since (at c0 l0)",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "remarks below": (
        "1. (sail l0 l1)\n   - The ferry is at l0.\n2. (board c0 l0)\n   - c0 is there.",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "blank lines between": ("1. (sail l0 l1)\n\n2. (board c0 l0)\n\n", ["(sail l0 l1)", "(board c0 l0)"]),
    "marked": (
        "We check (debark c0 l0).\n**Final Answer**: (sail l0 l1), (board c0 l0)",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "marked, brackets": ("Final Answer: [(sail l0 l1), (board c0 l0)]", ["(sail l0 l1)", "(board c0 l0)"]),
    "marked, lines": ("Final answer:\n(sail l0 l1)\n(board c0 l0)\n", ["(sail l0 l1)", "(board c0 l0)"]),
    "marked, fence": (
        "**Answer**\n```\n(sail l0 l1)\n(board c0 l0)\n```\nDone (see above).",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "marked, sentence": (
        "Final answer: the applicable actions are (sail l0 l1) and (board c0 l0).",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "marked, two headings": (
        "Final answer:\n**Sail:**\n- (sail l0 l1)\n- (sail l0 l2)\n\n**Board:**\n- (board c0 l0)\n",
        ["(sail l0 l1)", "(sail l0 l2)", "(board c0 l0)"],
    ),
    "marked, what is not": (
        "Final answer:\nApplicable:\n- (sail l0 l1)\nNot applicable:\n- (debark c0 l0)\n",
        ["(sail l0 l1)"],
    ),
    "reasoning by cases, then a list": (
        "(debark c0 l0) is not applicable.\n(board c0 l0) is applicable.\n\n"
        "Applicable actions: (sail l0 l1), (board c0 l0)",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "schemas first": (
        "The schemas are (sail ?from ?to), (board ?car ?loc), (debark ?car ?loc).\n"
        "Hence: (sail l0 l1) (board c0 l0)",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "checklist, then so": (
        "- (board c1 l0): no, c1 is at l1\n- (sail l0 l1): yes\nSo only (sail l0 l1) is applicable.",
        ["(sail l0 l1)"],
    ),
    "table": ("| (sail l0 l1) | ok |\n| (board c0 l0) | ok |", ["(sail l0 l1)", "(board c0 l0)"]),
    "thought first": (
        "<think>(debark c0 l0)?</think>\n(sail l0 l1)\n(board c0 l0)",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "duplicates kept": ("(sail l0 l1) (sail l0 l1)", ["(sail l0 l1)", "(sail l0 l1)"]),
    "repeated list": (
        "[(sail l0 l1), (board c0 l0)]\n\nFinal answer: [(sail l0 l1), (board c0 l0)]",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "newline in an atom": ("(sail\nl0 l1), (board c0\nl0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "empty list": ("[]", []),
    "empty list, blank": ("Final answer: [ ]", []),
    "None": ("None", []),
    "None, marked": ("Nothing can be done.\nAnswer: None.", []),
    "empty json": ('{"actions": []}', []),
    "two lists side by side": ("[(sail l0 l1)] [(board c0 l0)]", CONFLICTING),
    "two lists on one line": ("We can (sail l0 l1) now, or later (board c0 l0) instead.", CONFLICTING),
    "None among actions": ("(sail l0 l1), None", CONFLICTING),
    "variable among them": ("[(sail l0 ?x), (board c0 l0)]", MALFORMED),
    "negation among them": ("(sail l0 l1), (not (board c0 l0))", MALFORMED),
    "words": ("sail from l0 to l1 and board c0", NO_ANSWER),
    "nothing": ("", EMPTY),
    "cut off": ("Let me list them (sail l0 l1).\nFinal answer:\n", NO_ANSWER),
    "number list": ("[1, 2]", MALFORMED),
    "sections": (
        "**Sail**\n- (sail l0 l1)\n- (sail l0 l2)\n\n**Board**\n- (board c0 l0)\n\n**Debark**\n- None\n",
        ["(sail l0 l1)", "(sail l0 l2)", "(board c0 l0)"],
    ),
    "sections, then all": (
        "Sail actions:\n- (sail l0 l1)\n\nBoard actions:\n- (board c0 l0)\n\nSo the applicable actions are:\n"
        "- (sail l0 l1)\n- (board c0 l0)\n",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "what a line refuses": (
        "- (sail l0 l1): applicable\n- (board c1 l0): not applicable, c1 is at l1\n- (board c0 l0) - yes\n"
        "- (debark c0 l0): no, it is not on board",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "therefore, lines": (
        "We look at all.\nTherefore, (sail l0 l1)\n(board c0 l0)",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "we get, bullets": ("We get: - (sail l0 l1)\n- (board c0 l0)", ["(sail l0 l1)", "(board c0 l0)"]),
    "we get, numbers and remarks": (
        "Hence we get: 1. `(sail l0 l1)`: fine\n2. `(board c0 l0)`: fine",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "labelled lines": (
        "1. **sail**: `(sail l1 l0)`, `(sail l1 l2)`\n2. **board**: `(board c2 l1)`\n3. **debark**: none",
        ["(sail l1 l0)", "(sail l1 l2)", "(board c2 l1)"],
    ),
    "labelled brackets": (
        "sail: [(sail l1 l0)]\nboard: [(board c2 l1)]\ndebark: []",
        ["(sail l1 l0)", "(board c2 l1)"],
    ),
    "labelled lines, then all": (
        "sail: (sail l1 l0)\nboard: (board c2 l1)\nSo all applicable actions: (sail l1 l0), (board c2 l1)",
        ["(sail l1 l0)", "(board c2 l1)"],
    ),
    "table with heads": (
        "### Applicable actions\n\n| Action | Reason |\n|---|---|\n| (sail l1 l0) | at l1 |\n"
        "| (board c2 l1) | c2 at l1 |\n",
        ["(sail l1 l0)", "(board c2 l1)"],
    ),
    "code": (
        '```python\nactions = [\n    "(sail l0 l1)",\n    "(board c0 l0)",\n]\nprint(actions)\n```',
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "bracket behind Answer, then another": (
        "**Answer:** the list is [(sail l0 l1), (board c0 l0)]. Note that [(debark c0 l0)] is not "
        "applicable.",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
    "refused first": ("1. (board c1 l0): not applicable\n2. (sail l0 l1): applicable", ["(sail l0 l1)"]),
    "think aloud behind Answer": (
        "Answer: Let us think. (board c1 l0) needs c1 at l0.\n"
        "So the applicable actions are: (sail l0 l1), (board c0 l0)",
        ["(sail l0 l1)", "(board c0 l0)"],
    ),
}

PLANS: dict[str, tuple[str, Any]] = {
    "list": ("[(sail l0 l1), (board c0 l1)]", ["(sail l0 l1)", "(board c0 l1)"]),
    "order and repetition": ("(b x) (a x) (b x)", ["(b x)", "(a x)", "(b x)"]),
    "simplified plan": ("Simplified plan: (sail l0 l1) (board c0 l1)", ["(sail l0 l1)", "(board c0 l1)"]),
    "simplified plan, bold": (
        "**Simplified Plan**: [(sail l0 l1), (board c0 l1)]",
        ["(sail l0 l1)", "(board c0 l1)"],
    ),
    "simplified plan, lines": (
        "**Simplified plan:**\n\n1. (sail l0 l1)\n2. (board c0 l1)",
        ["(sail l0 l1)", "(board c0 l1)"],
    ),
    "then what was removed": (
        "Simplified plan: [(sail l0 l1), (board c0 l1)] I removed (debark c0 l1).",
        ["(sail l0 l1)", "(board c0 l1)"],
    ),
    "first what was removed": (
        "We can remove (sail l1 l0) and (sail l0 l1).\n\nThe simplified plan is:\n(board c0 l1)\n"
        "(sail l1 l2)",
        ["(board c0 l1)", "(sail l1 l2)"],
    ),
    "original, then simplified": (
        "Original plan: (a x) (b x) (c x)\nSimplified plan: (a x) (c x)",
        ["(a x)", "(c x)"],
    ),
    "two simplified plans": ("Simplified plan: (a x)\nHm, wrong.\nSimplified plan: (c x)", ["(c x)"]),
    "resulting plan": ("The pair is redundant. The resulting plan is: (a x), (c x)", ["(a x)", "(c x)"]),
    "plan after removing": (
        "The simplified plan after removing the redundant pair: (a x), (c x)",
        ["(a x)", "(c x)"],
    ),
    "lines, then removed": ("1. (a b)\n2. (c d)\n\nI removed (x y).", ["(a b)", "(c d)"]),
    "lines, then removed sentence": (
        "(a b)\n(c d)\n\n(x y) was removed because it is redundant.",
        ["(a b)", "(c d)"],
    ),
    "lines, then removed heading": ("(a b)\n(c d)\n\nRemoved actions:\n- (x y)", ["(a b)", "(c d)"]),
    "arrows": ("(a b) -> (c d) → (e f)", ["(a b)", "(c d)", "(e f)"]),
    "then": ("(a b), then (c d), then (e f)", ["(a b)", "(c d)", "(e f)"]),
    "steps": ("Step 1: (a b)\nStep 2: (c d)", ["(a b)", "(c d)"]),
    "indexed": ("0: (a b)\n1: (c d)", ["(a b)", "(c d)"]),
    "json plan": ('{"simplified_plan": ["(a b)", "(c d)"]}', ["(a b)", "(c d)"]),
    "json with removed": ('{"removed": ["(x y)"], "plan": ["(a b)", "(c d)"]}', ["(a b)", "(c d)"]),
    "fence": ("Removing (x y) gives\n```\n(a b)\n(c d)\n```", ["(a b)", "(c d)"]),
    "final answer": ("I removed (x y).\n\nFinal answer: (a b) (c d)", ["(a b)", "(c d)"]),
    "final answer tagged": ("<answer>(a b)\n(c d)</answer>", ["(a b)", "(c d)"]),
    "struck out": ("1. (a b)\n2. (c d)\n3. ~~(x y)~~\n4. (e f)", ["(a b)", "(c d)", "(e f)"]),
    "called removed": ("1. (a b)\n2. (x y) (removed)\n3. (e f)", ["(a b)", "(e f)"]),
    "remark on what was removed": (
        'Simplified plan: "(a b) (c d)" (removed the pair (x y) (y x))',
        ["(a b)", "(c d)"],
    ),
    "two fences": (
        "The simplified plan is:\n```\n(a b)\n(c d)\n```\nWe removed:\n```\n(x y)\n```",
        ["(a b)", "(c d)"],
    ),
    "empty": ("[]", []),
    "None": ("None", NO_ANSWER),
    "unclosed": ("Simplified plan: the first", NO_ANSWER),
}

NEXT: dict[str, tuple[str, Any]] = {
    "bare": ("(sail l0 l1)", "(sail l0 l1)"),
    "sentence": ("The next action is (board c1 l0), because c1 is at l0.", "(board c1 l0)"),
    "reasons behind": (
        "(board c1 l0)\n\nThis takes car c1 on board, so that (sail l0 l1) can follow.",
        "(board c1 l0)",
    ),
    "should": ("We should take (board c1 l0) next.", "(board c1 l0)"),
    "thought": (
        "First I look at (sail l0 l1); no.\nTherefore, the next action is (board c1 l0).",
        "(board c1 l0)",
    ),
    "next action": ("Next action: (board c1 l0)", "(board c1 l0)"),
    "action": ("**Action:** (board c1 l0)", "(board c1 l0)"),
    "json": ('{"next_action": "(board c1 l0)"}', "(board c1 l0)"),
    "json name": ('{"action": "board", "parameters": ["c1", "l0"]}', "(board c1 l0)"),
    "None": ("None", NO_ANSWER),
    "sequence": ("(board c1 l0) (sail l0 l1)", CONFLICTING),
    "sequence in steps": ("1. (board c1 l0)\n2. (sail l0 l1)", CONFLICTING),
    "schema": ("(board ?c ?l)", MALFORMED),
    "think aloud behind Answer": (
        "Answer: Let us think. (sail l0 l1) is possible.\nIt is better to stay.\n"
        "So the next action is (board c1 l0).",
        "(board c1 l0)",
    ),
    "bold in a sentence": ("The next action is to **(board c1 l0)**.", "(board c1 l0)"),
    "checklist": (
        "- (sail l0 l1): moves away\n- (board c1 l0): good\n\nHence (board c1 l0).",
        "(board c1 l0)",
    ),
}

INDICES: dict[str, tuple[str, Any]] = {
    "bare": ("4", 4),
    "zero": ("0", 0),
    "two digits": ("12", 12),
    "leading zero": ("04", 4),
    "stop": ("4.", 4),
    "blanks": (" 4 \n", 4),
    "bold": ("**4**", 4),
    "quoted": ('"4"', 4),
    "brackets": ("[4]", 4),
    "parentheses": ("(4)", 4),
    "fence": ("```\n4\n```", 4),
    "boxed": (r"\boxed{4}", 4),
    "boxed at the end": (r"Thus the first inapplicable action is at index $\boxed{4}$.", 4),
    "tag": ("<answer>4</answer>", 4),
    "index": ("index 4", 4),
    "index equals": ("index=4", 4),
    "index colon": ("Index: 4", 4),
    "the index is": ("The index is 4.", 4),
    "action and index": ("Action (sail l0 l4) at index 4", 4),
    "digits in names only": ("(sail l0 l4)", NO_ANSWER),
    "functional digits only": ("sail(l0, l4)", NO_ANSWER),
    "names and a number": ("The ferry is at l0, so action 7 fails.", 7),
    "sentence": ("The first inapplicable action is (board c1 l0) at index 12.", 12),
    "marked": ("The car c1 is at l2 after 3 steps.\nFinal answer: 4", 4),
    "marked, with action": ("**Final Answer**: 4 (board c1 l0)", 4),
    "marked, numbered action": ("Final answer: 4. (board c1 l0)", 4),
    "marked, colon": ("Answer: 4: (board c1 l0)", 4),
    "marked, because": ("Answer: 4 because l3 is not reached in 2 steps", 4),
    "marked, index": ("Final answer: index 4", 4),
    "marked, the index is": ("Final answer: The index is 4 (counting from 0).", 4),
    "answer is": ("The answer is 4.", 4),
    "counting from zero": ("Counting from 0, the index is 4.", 4),
    "starting at index zero": ("Starting at index 0, the first inapplicable action is at index 4.", 4),
    "0-based": ("The action at position 4 (0-based) is not applicable.", 4),
    "0-based, no parenthesis": ("index 4 in 0-based counting", 4),
    "enumeration, then index": ("0. (a b) ok\n1. (c d) ok\n2. (e f) fails\n\nIndex: 2", 2),
    "enumeration, then therefore": ("0. (a b) ok\n1. (c d) fails\nTherefore the answer is 1.", 1),
    "thought": ("<think>3? no. 5?</think>4", 4),
    "json": ('{"index": 4}', 4),
    "json string": ('{"answer": "4"}', 4),
    "json fence": ('```json\n{"answer": 4}\n```', 4),
    "or": ("Final answer: 3 or 4", CONFLICTING),
    "two lines": ("4\n5", CONFLICTING),
    "step and so": ("Step 3, so 4", CONFLICTING),
    "two indices": ("index 3 is fine but index 4 is not", CONFLICTING),
    "range": ("3-4", NO_ANSWER),
    "negative": ("-1", MALFORMED),
    "negative, typographic": ("−1", MALFORMED),
    "negative, marked": ("Final answer: -1", MALFORMED),
    "negative, json": ('{"index": -1}', MALFORMED),
    "fraction": ("4.5", MALFORMED),
    "boolean": ('{"index": true}', MALFORMED),
    "ordinal": ("the 5th", NO_ANSWER),
    "ordinal word": ("The fifth action", NO_ANSWER),
    "word": ("four", NO_ANSWER),
    "None": ("None", NO_ANSWER),
    "nothing": (" ", EMPTY),
    "very long": ("9" * 30, MALFORMED),
    "number, then reasons": (
        "**4**\n\nThe first inapplicable action is (board c1 l4), as there are 2 cars.",
        4,
    ),
    "number and action, then reasons": ("4: (board c1 l0)\nThere are 2 cars at l1.", 4),
    "think aloud behind Answer": ("Answer: Let us count. 3 actions are fine.\nThe index is 3.", 3),
    "reasons, then number": ("Action 2 needs l2. Action 3 is fine.\n\n4", 4),
    "two numbers alone": ("4\n\nor rather\n\n5", CONFLICTING),
    "counted in parentheses": ("The action at index 4 (the 5th one).", 4),
    "hash": ("Action #4", 4),
}

EFFECTS: dict[str, tuple[str, Any]] = {
    "brackets": ("[(at c0 l1)] [(on c0)]", (["(at c0 l1)"], ["(on c0)"])),
    "brackets, unseparated": ("[(at c0 l1)][(on c0)]", (["(at c0 l1)"], ["(on c0)"])),
    "brackets, comma": ("[(at c0 l1)], [(on c0)]", (["(at c0 l1)"], ["(on c0)"])),
    "brackets, lines": ("[(at c0 l1)]\n[(on c0)]", (["(at c0 l1)"], ["(on c0)"])),
    "brackets, and": ("[(at c0 l1)] and [(on c0)]", (["(at c0 l1)"], ["(on c0)"])),
    "brackets in brackets": ("[[(at c0 l1)], [(on c0)]]", (["(at c0 l1)"], ["(on c0)"])),
    "several": (
        "[(at c0 l1), (empty-ferry)] [(on c0)]",
        (["(at c0 l1)", "(empty-ferry)"], ["(on c0)"]),
    ),
    "several, blank separated": (
        "[(at c0 l1) (empty-ferry), (x y) (z w)] []",
        (["(at c0 l1)", "(empty-ferry)", "(x y)", "(z w)"], []),
    ),
    "empty second": ("[(at c0 l1)] []", (["(at c0 l1)"], [])),
    "empty first": ("[] [(on c0)]", ([], ["(on c0)"])),
    "both empty": ("[] []", ([], [])),
    "None in brackets": ("[(at c0 l1)] [None]", (["(at c0 l1)"], [])),
    "equal lists": ("[(p)] [(p)]", (["(p)"], ["(p)"])),
    "functional": ("[at(c0, l1), empty-ferry()] [on(c0)]", (["(at c0 l1)", "(empty-ferry)"], ["(on c0)"])),
    "quoted": ('["(at c0 l1)"], ["(on c0)"]', (["(at c0 l1)"], ["(on c0)"])),
    "upper case": ("[(AT C0 L1)] [(ON C0)]", (["(at c0 l1)"], ["(on c0)"])),
    "labels": ("Positive effects: (at c0 l1)\nNegative effects: (on c0)", (["(at c0 l1)"], ["(on c0)"])),
    "labels on one line": ("Positive Effects: (a) Negative Effects: (b)", (["(a)"], ["(b)"])),
    "labels, brackets": (
        "Positive effects: [(at c0 l1)]\nNegative effects: [(on c0)]",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "labels, other order": (
        "Negative effects: [(on c0)]\nPositive effects: [(at c0 l1)]",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "labels, other order, no brackets": (
        "Negative effects: (on c0)\nPositive effects: (at c0 l1)",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "labels, bold": (
        "**Positive Effects**: [(at c0 l1)]\n**Negative Effects**: [(on c0)]",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "labels, bold with colon": (
        "**Positive effects:** (at c0 l1)\n\n**Negative effects:** (on c0)",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "labels, bullets": (
        "### Positive effects\n- (at c0 l1)\n- (empty-ferry)\n\n### Negative effects\n- (on c0)\n",
        (["(at c0 l1)", "(empty-ferry)"], ["(on c0)"]),
    ),
    "labels, bullets with remarks": (
        "Positive effects:\n- (at c0 l1): now at l1\nNegative effects:\n- (on c0): since (at c0 l1)",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "labels, None": ("Positive effects: (at c0 l1)\nNegative effects: None", (["(at c0 l1)"], [])),
    "labels, none": ("Positive effects: [(at c0 l1)]\nNegative effects: none.", (["(at c0 l1)"], [])),
    "labels, empty": ("Positive effects: [(at c0 l1)]\nNegative effects: []", (["(at c0 l1)"], [])),
    "labels, word empty": ("Positive effects: [(at c0 l1)]\nNegative effects: (empty)", (["(at c0 l1)"], [])),
    "labels, nothing": ("Positive effects: (at c0 l1)\nNegative effects:", (["(at c0 l1)"], [])),
    "labels, no effects": (
        "Positive effects: (at c0 l1)\nThere are no negative effects.",
        (["(at c0 l1)"], []),
    ),
    "short labels": ("Positive: [(at c0 l1)]\nNegative: [(on c0)]", (["(at c0 l1)"], ["(on c0)"])),
    "add and delete": ("Add effects: (at c0 l1)\nDelete effects: (on c0)", (["(at c0 l1)"], ["(on c0)"])),
    "pos and neg": ("pos: [(at c0 l1)], neg: [(on c0)]", (["(at c0 l1)"], ["(on c0)"])),
    "labels in a sentence": (
        "The positive effects are [(at c0 l1)] and the negative effects are [(on c0)].",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "labels numbered": (
        "1. Positive effects: (at c0 l1)\n2. Negative effects: (on c0)",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "echo of the question": (
        "Positive effects are the propositions that become true. Negative effects become false.\n"
        "[(at c0 l1)] [(on c0)]",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "draft, then final": (
        "Positive effects: (x y)\nNegative effects: (z w)\nWait.\nFinal answer:\n"
        "Positive effects: (at c0 l1)\nNegative effects: (on c0)",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "remark behind": (
        "Positive effects: [(at c0 l1)]\nNegative effects: [(on c0)]\n\nThe ferry stays at (at-ferry l1).",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "marked": (
        "c0 leaves the ferry (on c0).\n**Final Answer**: [(at c0 l1)] [(on c0)]",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "prose bracket": ("Effects [are] (at c0 l1).\nSo: [(at c0 l1)] [(on c0)]", (["(at c0 l1)"], ["(on c0)"])),
    "fence": ("```\n[(at c0 l1)]\n[(on c0)]\n```", (["(at c0 l1)"], ["(on c0)"])),
    "json": ('{"pos": ["(at c0 l1)"], "neg": ["(on c0)"]}', (["(at c0 l1)"], ["(on c0)"])),
    "json, long keys": ('{"positive_effects": ["(at c0 l1)"], "negative_effects": []}', (["(at c0 l1)"], [])),
    "json, keys with blanks": (
        '{"Positive Effects": ["(at c0 l1)"], "Negative Effects": null}',
        (["(at c0 l1)"], []),
    ),
    "json, other order": ('{"neg": ["(on c0)"], "pos": ["(at c0 l1)"]}', (["(at c0 l1)"], ["(on c0)"])),
    "json, nested": ('{"answer": {"pos": ["at c0 l1"], "neg": ["on c0"]}}', (["(at c0 l1)"], ["(on c0)"])),
    "json, fence": (
        '```json\n{"pos": ["(at c0 l1)"], "neg": ["(on c0)"]}\n```',
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "json lists": ('[["(at c0 l1)"], ["(on c0)"]]', (["(at c0 l1)"], ["(on c0)"])),
    "python object": ("{'pos': ['(at c0 l1)'], 'neg': []}", (["(at c0 l1)"], [])),
    "thought": ("<think>[(x)] [(y)]</think>[(at c0 l1)] [(on c0)]", (["(at c0 l1)"], ["(on c0)"])),
    "one list": ("[(at c0 l1)]", MALFORMED),
    "no lists": ("(at c0 l1) (on c0)", MALFORMED),
    "unclosed": ("[(at c0 l1), (on c0)", MALFORMED),
    "three lists": ("[(x)] [(y)] [(z)]", CONFLICTING),
    "same label twice": ("Positive effects: [(x)]\nPositive effects: [(y)]", MALFORMED),
    "negated": ("Positive effects: [(at c0 l1)]\nNegative effects: [(not (on c0))]", MALFORMED),
    "variable": ("[(at ?c l1)] []", MALFORMED),
    "json without neg": ('{"pos": ["(at c0 l1)"]}', MALFORMED),
    "words": ("The car is at l1 afterwards.", NO_ANSWER),
    "braces": (
        "Positive effects: {(at c0 l1), (empty-ferry)}; Negative effects: {(on c0)}",
        (["(at c0 l1)", "(empty-ferry)"], ["(on c0)"]),
    ),
    "labels, numbered lists": (
        "**Positive Effects:**\n1. `(at c0 l1)`\n2. `(empty-ferry)`\n\n**Negative Effects:**\n1. `(on c0)`\n",
        (["(at c0 l1)", "(empty-ferry)"], ["(on c0)"]),
    ),
    "labels, list over lines": (
        "Positive effects:\n[\n(at c0 l1),\n(empty-ferry)\n]\nNegative effects:\n[\n(on c0)\n]",
        (["(at c0 l1)", "(empty-ferry)"], ["(on c0)"]),
    ),
    "labels, sentence": (
        "Positive effects: the proposition (at c0 l1) becomes true.\n"
        "Negative effects: (on c0) becomes false.",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "two fences": (
        "Positive effects:\n```\n(at c0 l1)\n```\nNegative effects:\n```\n(on c0)\n```",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "nothing": ("", EMPTY),
}

YES_NO: dict[str, tuple[str, Any]] = {
    "yes": ("yes", True),
    "No": ("No", False),
    "YES": ("YES", True),
    "stop": ("No.", False),
    "bold": ("**Yes**", True),
    "quoted": ("'no'", False),
    "true": ("True", True),
    "sentence": ("Yes, because the ferry is at l0.", True),
    "no such": ("No, there are no cars.", False),
    "determiner, then answer": ("There are no cars... The answer is Yes.", True),
    "marked": ("There are no cars.\n**Final Answer**: Yes.", True),
    "marked, lower case": ("Final answer: no", False),
    "answer is": ("So the answer is no", False),
    "answer is, because": ("the answer is yes because no car is there", True),
    "boxed": (r"\boxed{\text{No}}", False),
    "therefore": ("The truck is at l0.\nTherefore, yes.", True),
    "reasoning, last line": ("Is c1 at l0? Yes.\nIs the ferry at l0? No.\nHence: no.", False),
    "thought": ("<think>no? yes?</think>No", False),
    "json": ('{"answer": "yes"}', True),
    "json boolean": ('{"answer": false}', False),
    "on one line": ("Yes. No.", CONFLICTING),
    "determiner only": ("There are no cars at the location.", NO_ANSWER),
    "maybe": ("Maybe", NO_ANSWER),
    "contradiction": ("Yes\n\nThe truck is at l1.\nTherefore, no.", CONFLICTING),
    "yes, then reasons": ("**Yes**\n\nThere is no other car, and no ferry.", True),
    "no further": ("Final answer: No further action is needed. Yes.", True),
    "nothing": ("", EMPTY),
}

LETTERS: dict[str, tuple[str, Any]] = {
    "bare": ("B", "B"),
    "stop": ("B.", "B"),
    "parentheses": ("(B)", "B"),
    "parenthesis": ("B)", "B"),
    "bold": ("**B**", "B"),
    "lower case": ("b", "B"),
    "with text": ("B. sail from location l1 to location l0", "B"),
    "option": ("Option B", "B"),
    "marked": ("Actions A and C fail. Answer: B", "B"),
    "marked, bold": ("**Final Answer**: B.", "B"),
    "marked, text": ("Final answer: (C) The sequence is applicable", "C"),
    "answer is": ("The correct answer is D.", "D"),
    "answer is, option": ("The answer is option D, since A fails.", "D"),
    "boxed": (r"\boxed{C}", "C"),
    "article": ("A ferry can sail. The answer is C.", "C"),
    "article only": ("A ferry can sail.", NO_ANSWER),
    "options again, then answer": ("A. no\nB. yes\nC. no\nD. no\n\nAnswer: B", "B"),
    "options again": ("A. no\nB. yes\nC. no\nD. no", CONFLICTING),
    "or": ("Final answer: A or B", CONFLICTING),
    "thought": ("<think>A? B?</think>C", "C"),
    "json": ('{"answer": "B"}', "B"),
    "json choice": ('{"choice": "b"}', "B"),
    "none": ("None of these", NO_ANSWER),
    "nothing": ("", EMPTY),
    "then reasons": ("**B**\n\nOption A is wrong, and so is option C.", "B"),
    "text, then reasons": ("B. sail from l1 to l0\n\nOption A is not applicable.", "B"),
    "options in prose": ("Option A is wrong. Option B is right.", "B"),
    "two options in prose": ("I hesitate between option A and option B.", CONFLICTING),
    "is correct": ("B is correct.", "B"),
    "article behind the mark": ("Answer: A ferry can sail, so it is option C.", "C"),
    "A because": ("Answer: A because the ferry can sail.", "A"),
    "set off": ("I would go for **C** here.", "C"),
}

TABLES = {
    AnswerKind.ATOM_OR_NONE: ATOMS,
    AnswerKind.ACTIONS: ACTIONS,
    AnswerKind.PLAN: PLANS,
    AnswerKind.ACTION: NEXT,
    AnswerKind.INDEX: INDICES,
    AnswerKind.EFFECTS: EFFECTS,
    AnswerKind.YES_NO: YES_NO,
    AnswerKind.LETTER: LETTERS,
}


def check(text: str, kind: AnswerKind, expected: Any, **options: Any) -> None:
    reading = read(text, kind, **options)
    if isinstance(expected, Code):
        assert (reading.value, reading.code) == (None, expected), reading
    else:
        assert (reading.value, reading.code) == (expected, None), reading
        assert type(reading.value) is type(expected)
    assert reading.note
    assert "\n" not in reading.note


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        pytest.param(kind, text, expected, id=f"{kind.value}: {name}")
        for kind, table in TABLES.items()
        for name, (text, expected) in table.items()
    ],
)
def test_response(kind: AnswerKind, text: str, expected: Any) -> None:
    check(text, kind, expected)


@pytest.mark.parametrize("name", ATOMS)
def test_an_action_or_none_is_read_like_an_atom_or_none(name: str) -> None:
    text, expected = ATOMS[name]
    check(text, AnswerKind.ACTION_OR_NONE, expected)


def test_the_table_is_large() -> None:
    assert sum(map(len, TABLES.values())) >= 200
