"""Small worlds for the tests of the checker, as pairs of PDDL texts (domain, problem)."""

FERRY = """
(define (domain ferry) (:requirements :strips :typing)
 (:types car location - object)
 (:predicates (at ?c - car ?l - location) (at-ferry ?l - location) (empty-ferry) (not-eq ?x ?y) (on ?c - car))
 (:action board :parameters (?c - car ?l - location)
  :precondition (and (at ?c ?l) (at-ferry ?l) (empty-ferry))
  :effect (and (on ?c) (not (at ?c ?l)) (not (empty-ferry))))
 (:action debark :parameters (?c - car ?l - location)
  :precondition (and (on ?c) (at-ferry ?l)) :effect (and (at ?c ?l) (empty-ferry) (not (on ?c))))
 (:action sail :parameters (?f - location ?t - location)
  :precondition (and (not-eq ?f ?t) (at-ferry ?f)) :effect (and (at-ferry ?t) (not (at-ferry ?f)))))
"""


def ferry(locations: int, where: list[int], goal: list[int], boat: int = 0) -> tuple[str, str]:
    """A ferry world: car k stands at location ``where[k]`` and shall be at ``goal[k]``."""
    spots = [f"l{k}" for k in range(locations)]
    facts = [f"(at c{k} l{spot})" for k, spot in enumerate(where)]
    facts += [f"(not-eq {a} {b})" for a in spots for b in spots if a != b]
    wanted = " ".join(f"(at c{k} l{spot})" for k, spot in enumerate(goal))
    cars = " ".join(f"c{k}" for k in range(len(where)))
    return (
        FERRY,
        f"""(define (problem p) (:domain ferry) (:objects {cars} - car {" ".join(spots)} - location)
      (:init (at-ferry l{boat}) (empty-ferry) {" ".join(facts)}) (:goal (and {wanted})))""",
    )


BLOCKS = """
(define (domain blocks) (:requirements :strips)
 (:predicates (clear ?x) (handempty) (holding ?x) (on ?x ?y) (ontable ?x))
 (:action pick-up :parameters (?x) :precondition (and (clear ?x) (ontable ?x) (handempty))
  :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
 (:action put-down :parameters (?x) :precondition (holding ?x)
  :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
 (:action stack :parameters (?x ?y) :precondition (and (holding ?x) (clear ?y))
  :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
 (:action unstack :parameters (?x ?y) :precondition (and (on ?x ?y) (clear ?x) (handempty))
  :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))
"""
TOWER = (
    BLOCKS,
    """(define (problem p) (:domain blocks) (:objects a b c)
  (:init (ontable a) (on b a) (on c b) (clear c) (handempty)) (:goal (and (on a b) (ontable c))))""",
)

GATES = """
(define (domain gates) (:requirements :adl :typing)
 (:types thing - object room key - thing) (:constants hall - room)
 (:predicates (in ?r - room) (open ?r - room) (held ?k - key) (fits ?k - key ?r - room)
  (near ?x ?y - room) (dark))
 (:action go :parameters (?x ?y - room)
  :precondition (and (in ?x) (or (near ?x ?y) (near ?y ?x)) (not (= ?x ?y)) (open ?y))
  :effect (and (not (in ?x)) (in ?y)))
 (:action unlock :parameters (?k - key ?x ?y - room)
  :precondition (and (held ?k) (fits ?k ?y) (in ?x) (not (open ?y)) (not (dark)))
  :effect (and (open ?y) (not (held ?k))))
 (:action light :parameters () :precondition (and (dark) (in hall)) :effect (not (dark)))
 (:action wait :parameters () :precondition (not (dark)) :effect (and)))
"""
ROOMS = (
    GATES,
    """(define (problem p) (:domain gates) (:objects r1 r2 r3 - room k1 k2 - key)
  (:init (in hall) (open hall) (near hall r1) (near r2 r1) (fits k1 r1) (fits k2 r2)
   (held k1) (held k2) (dark))
  (:goal (and (in r2) (not (in r3)) (not (held k1)))))""",
)

STUCK = ferry(2, [0, 0], [1, 1])[0], ferry(2, [0, 0], [1, 1])[1].replace("(empty-ferry) ", "")
"""Nothing can ever be boarded: the goal lies outside the closure."""
