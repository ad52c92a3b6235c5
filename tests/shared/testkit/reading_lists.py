"""Responses whose answer is a list, as models write them, and what a careful reader takes for it."""

from typing import Any

from certwright.instances.records import Code

EMPTY, NO_ANSWER, CONFLICTING, MALFORMED = Code.EMPTY, Code.NO_ANSWER, Code.CONFLICTING, Code.MALFORMED

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
    "prose parenthesis": ("I would (in my view) say (sail l0 l1)", ["(sail l0 l1)"]),
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
    "unclosed": ("Simplified plan: the first", MALFORMED),
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
    "labels, nothing": ("Positive effects: (at c0 l1)\nNegative effects:", MALFORMED),
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
    "negated": (
        "Positive effects: [(at c0 l1)]\nNegative effects: [(not (on c0))]",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "negated, functional, in capitals": (
        "Positive effects: [(at c0 l1)]\nNegative effects: [NOT(on c0)]",
        (["(at c0 l1)"], ["(on c0)"]),
    ),
    "a table of before and after without a change": ("| fact | before | after |\n|---|---|---|", ([], [])),
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
