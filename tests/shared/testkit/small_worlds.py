"""Small grid worlds for tests: walking, pushing a lamp's switch, a fly, a world that can be changed."""

from certwright.domains.gridworld.program import Program, read_program

WALK = """(program (= GRID_SIZE 4)
  (object Hero (Cell 0 0 "red"))
  (object Gate (: open Bool) (Cell 0 0 (if open then "lime" else "gray")))
  (= hero (initnext (Hero (Position 0 0)) (prev hero)))
  (= gate (initnext (Gate false (Position 3 0)) (prev gate)))
  (on right (= hero (moveRightNoCollision hero)))
  (on left (= hero (moveLeftNoCollision hero)))
  (on down (= hero (moveDownNoCollision hero)))
  (on (clicked gate) (= gate (updateObj gate "open" (! (.. gate open))))))"""

CHANGED_WALK = """(program (= GRID_SIZE 4)
  (object Hero (Cell 0 0 "red"))
  (object Gate (: open Bool) (Cell 0 0 (if open then "lime" else "gray")))
  (= hero (initnext (Hero (Position 0 0)) (prev hero)))
  (= gate (initnext (Gate false (Position 3 0)) (prev gate)))
  (: count Int)
  (= count (initnext 0 (prev count)))
  (on right (= hero (moveRightNoCollision hero)))
  (on (& left (< count 2)) (= hero (moveLeftNoCollision hero)))
  (on down (= hero (moveDownNoCollision hero)))
  (on (clicked gate) (let
    (= count (min 3 (+ count 1)))
    (= gate (updateObj gate "open" (! (.. gate open)))))))"""

FLY = """(program (= GRID_SIZE 4)
  (object Fly (Cell 0 0 "green"))
  (object Wall (Cell 0 0 "gray"))
  (= wall (initnext (Wall (Position 3 3)) (prev wall)))
  (= fly (initnext (Fly (Position 1 1))
    (Fly (Position (uniformChoice (list 0 1 2)) (.. (.. (prev fly) origin) y)))))
  (on down (= fly (moveDownNoCollision fly))))"""

CLICKS = """(program (= GRID_SIZE 3)
  (object Seed (Cell 0 0 "gold"))
  (= seeds (initnext (list (Seed (Position 0 0))) (prev seeds)))
  (on (& clicked (& (isFreePos click) (< (length seeds) 4))) (= seeds (addObj seeds (Seed click)))))"""


def program(text: str) -> Program:
    """The program of a text."""
    return read_program(text)
