"""Check the proof of an answer, then tamper with it and see it refused.

The checker shares no code with what computed the truth, and needs no engine.
"""

import json

import msgspec

import certwright as cw


def main() -> None:
    question = cw.load("reactive/intervene").filter(form="gen")[0]
    report = cw.verify(question)
    print(f"{question.id}: {report.state}, {report.certified} claims certified")

    record = json.loads(msgspec.json.encode(question))
    certificate = next(one for one in record["certificates"] if one["kind"] == "intervention")
    print(f"the certificate of the gold answer: {certificate['body']['atoms']}")
    certificate["body"]["atoms"].pop()
    forged = cw.verify(msgspec.convert(record, cw.Instance))
    print(f"without its last atom: {forged.state}: {forged.failed}")


if __name__ == "__main__":
    main()
