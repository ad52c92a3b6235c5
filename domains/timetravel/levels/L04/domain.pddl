; The locks of Saltmere are eaten by salt: a key that has turned in one never comes out again.
(define (domain saltmere-locks)
  (:requirements :strips :typing :negative-preconditions)
  (:types epoch place character item)
  (:predicates
    (of ?p - place ?e - epoch)
    (path ?from ?to - place)
    (tide ?from ?to - place)
    (fits ?key - item ?p - place)
    (at ?c - character ?p - place)
    (lies ?i - item ?p - place)
    (has ?c - character ?i - item)
    (open ?p - place))

  (:action walk
    :parameters (?c - character ?from ?to - place)
    :precondition (and (at ?c ?from) (path ?from ?to) (open ?to))
    :effect (and (not (at ?c ?from)) (at ?c ?to)))

  (:action take
    :parameters (?c - character ?i - item ?p - place)
    :precondition (and (at ?c ?p) (lies ?i ?p))
    :effect (and (not (lies ?i ?p)) (has ?c ?i)))

  (:action drop
    :parameters (?c - character ?i - item ?p - place)
    :precondition (and (at ?c ?p) (has ?c ?i))
    :effect (and (not (has ?c ?i)) (lies ?i ?p)))

  (:action post
    :parameters (?c - character ?i - item ?from ?to - place)
    :precondition (and (at ?c ?from) (has ?c ?i) (tide ?from ?to))
    :effect (and (not (has ?c ?i)) (lies ?i ?to)))

  (:action unlock
    :parameters (?c - character ?from ?to - place ?key - item)
    :precondition (and (at ?c ?from) (path ?from ?to) (not (open ?to)) (fits ?key ?to) (has ?c ?key))
    :effect (and (not (has ?c ?key)) (open ?to))))
