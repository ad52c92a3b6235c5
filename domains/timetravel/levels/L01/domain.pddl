; The island of Saltmere. The tide box on each quay carries what is put into it to the same quay of
; another epoch; people stay in theirs.
(define (domain saltmere-post)
  (:requirements :strips :typing)
  (:types epoch place character item)
  (:predicates
    (of ?p - place ?e - epoch)
    (path ?from ?to - place)
    (tide ?from ?to - place)
    (at ?c - character ?p - place)
    (lies ?i - item ?p - place)
    (has ?c - character ?i - item))

  (:action walk
    :parameters (?c - character ?from ?to - place)
    :precondition (and (at ?c ?from) (path ?from ?to))
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
    :effect (and (not (has ?c ?i)) (lies ?i ?to))))
