; What is cut into stone can be read later on; what has been read can be dialled into a lock.
(define (domain saltmere-stone)
  (:requirements :strips :typing :time)
  (:types epoch place character item stone)
  (:predicates
    (of ?p - place ?e - epoch)
    (path ?from ?to - place)
    (tide ?from ?to - place)
    (stands ?s - stone ?p - place)
    (endures ?s - stone ?later - place)
    (chisel ?i - item)
    (dial ?p ?room - place ?s - stone)
    (at ?c - character ?p - place)
    (lies ?i - item ?p - place)
    (has ?c - character ?i - item)
    (carved ?s - stone)
    (legible ?s - stone ?p - place)
    (knows ?c - character ?s - stone)
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

  (:action carve
    :parameters (?c - character ?i - item ?p - place ?s - stone)
    :precondition (and (at ?c ?p) (stands ?s ?p) (has ?c ?i) (chisel ?i))
    :effect (carved ?s))

  (:action read
    :parameters (?c - character ?p - place ?s - stone)
    :precondition (and (at ?c ?p) (legible ?s ?p))
    :effect (knows ?c ?s))

  (:action dial-in
    :parameters (?c - character ?p ?room - place ?s - stone)
    :precondition (and (at ?c ?p) (dial ?p ?room ?s) (knows ?c ?s))
    :effect (open ?room))

  (:event carving-endures
    :parameters (?s - stone ?later - place)
    :precondition (and (carved ?s) (endures ?s ?later))
    :effect (legible ?s ?later)))
