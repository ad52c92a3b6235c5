"""The claims of a truth record, entered as they are discharged.

A claim is one decided item: the unit in which the record's grades count.  Each is entered with what the
certificates establish of it (True, False, or None for nothing) and is then *proven*, *refuted*, which refuses
the record, or *unbacked*.
"""

from dataclasses import dataclass, field

from .refused import RefusedError, clip, refuse


@dataclass(slots=True)
class Claim:
    """A claim as a sentence, whether it is proven, and which certificate proves it (``kind``, ``kind n``)."""

    sentence: str
    proven: bool
    by: str = ""
    stated: bool = True  # whether the record says that the sentence is so, or that it is not

    @property
    def text(self) -> str:
        """What the record says."""
        return self.sentence if self.stated else f"{self.sentence}: no"


@dataclass(slots=True)
class Ledger:
    """All claims of one record, in the order of the record, and how many items it leaves undecided."""

    claims: list[Claim] = field(default_factory=list)
    undecided: int = 0

    def claim(self, sentence: str, stated: bool, known: bool | None, by: str = "") -> None:
        """Enter a claim with what the certificates establish; RefusedError when that is the opposite."""
        if known is not None and known is not stated:
            said, shown = ("yes", "no") if stated else ("no", "yes")
            raise RefusedError(f"{sentence}: the record says {said}, but {shown} is proven")
        self.claims.append(Claim(sentence, known is not None, "" if known is None else by, stated))

    def backed(self, sentence: str, by: str) -> None:
        """Enter a claim that a certificate proves, if there is one."""
        self.claim(sentence, True, True if by else None, by)

    def evaluated(self, sentence: str, stated: object, value: object, backed: object) -> None:
        """Enter a claim that evaluating its definition decides; RefusedError when another value is stated."""
        if type(stated) is not type(value) or stated != value:
            raise RefusedError(f"{sentence}: the record says {clip(stated)}, evaluation gives {clip(value)}")
        self.backed(sentence, "evaluation" if backed else "")

    def quantity(self, sentence: str, stated: object, known: object, by: str) -> None:
        """Enter a number that is stated (None: undecided); RefusedError where another one is proven."""
        if stated is None:
            self.undecided += 1
        elif known is not None and known != stated:
            raise RefusedError(f"{sentence}: the record says {clip(stated)}, {clip(known)} is proven")
        else:
            self.backed(sentence, "" if known is None else by)

    def settle(self, grades: dict[str, int]) -> tuple[int, int, int, int]:
        """Hold the totals against the grades; how many claims are of each grade."""
        unbacked = [claim.sentence for claim in self.claims if not claim.proven]
        certified, engine, undecided = grades["certified"], grades["engine_proven"], grades["undecided"]
        made, proven = len(self.claims), len(self.claims) - len(unbacked)
        if len(unbacked) > engine:
            raise RefusedError(f"{unbacked[engine]}: no certificate proves it")
        refuse(certified > proven, f"grades: {certified} claims are called certified, {proven} are")
        if certified + engine != made or grades["unverified"]:
            raise RefusedError(f"grades: {certified + engine} claims are graded, {made} are made")
        if undecided != self.undecided:
            raise RefusedError(f"grades: {undecided} undecided items are stated, there are {self.undecided}")
        return proven, len(unbacked), undecided, 0
