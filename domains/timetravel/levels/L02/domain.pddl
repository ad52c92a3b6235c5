; Work done in the past lasts: a channel dug by Brann drains the vault that Noor will want to enter.
(define (domain saltmere-channel)
  (:requirements :strips :typing :negative-preconditions :time)
  (:types epoch place character item work)
  (:predicates
    (of ?p - place ?e - epoch)
    (path ?from ?to - place)
    (site ?w - work ?p - place)
    (tool ?i - item ?w - work)
    (drains ?w - work ?p - place)
    (at ?c - character ?p - place)
    (lies ?i - item ?p - place)
    (has ?c - character ?i - item)
    (done ?w - work)
    (dry ?p - place)
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

  (:action dig
    :parameters (?c - character ?i - item ?p - place ?w - work)
    :precondition (and (at ?c ?p) (site ?w ?p) (has ?c ?i) (tool ?i ?w) (not (done ?w)))
    :effect (done ?w))

  (:event channel-drains
    :parameters (?w - work ?p - place)
    :precondition (and (done ?w) (drains ?w ?p))
    :effect (dry ?p))

  (:event dry-place-opens
    :parameters (?p - place)
    :precondition (dry ?p)
    :effect (open ?p)))
