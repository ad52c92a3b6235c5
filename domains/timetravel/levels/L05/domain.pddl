; All that the first four levels ask for: paths, the tide boxes, work that lasts, locks that eat keys, and an
; office that only exists in the present because somebody was convinced in the past.
(define (domain saltmere-charter)
  (:requirements :strips :typing :negative-preconditions :time)
  (:types epoch place character item work office)
  (:predicates
    (of ?p - place ?e - epoch)
    (path ?from ?to - place)
    (tide ?from ?to - place)
    (site ?w - work ?p - place)
    (tool ?i - item ?w - work)
    (drains ?w - work ?p - place)
    (fits ?key - item ?p - place)
    (evidence ?i - item ?o - office)
    (sits ?o - office ?p - place)
    (seat ?o - office ?later - place)
    (bench ?o - office ?p - place)
    (at ?c - character ?p - place)
    (lies ?i - item ?p - place)
    (has ?c - character ?i - item)
    (done ?w - work)
    (dry ?p - place)
    (granted ?o - office)
    (founded ?o - office ?p - place)
    (sworn ?c - character ?o - office)
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

  (:action dig
    :parameters (?c - character ?i - item ?p - place ?w - work)
    :precondition (and (at ?c ?p) (site ?w ?p) (has ?c ?i) (tool ?i ?w) (not (done ?w)))
    :effect (done ?w))

  (:action convince
    :parameters (?c - character ?i - item ?p - place ?o - office)
    :precondition (and (at ?c ?p) (sits ?o ?p) (has ?c ?i) (evidence ?i ?o) (not (granted ?o)))
    :effect (granted ?o))

  (:action unlock
    :parameters (?c - character ?from ?to - place ?key - item)
    :precondition (and (at ?c ?from) (path ?from ?to) (not (open ?to)) (fits ?key ?to) (has ?c ?key))
    :effect (and (not (has ?c ?key)) (open ?to)))

  (:action swear-in
    :parameters (?c - character ?p - place ?o - office)
    :precondition (and (at ?c ?p) (bench ?o ?p) (granted ?o))
    :effect (sworn ?c ?o))

  (:event channel-drains
    :parameters (?w - work ?p - place)
    :precondition (and (done ?w) (drains ?w ?p))
    :effect (dry ?p))

  (:event dry-place-opens
    :parameters (?p - place)
    :precondition (dry ?p)
    :effect (open ?p))

  (:event charter-founds
    :parameters (?o - office ?later - place)
    :precondition (and (granted ?o) (seat ?o ?later))
    :effect (founded ?o ?later))

  (:event founded-office-opens
    :parameters (?o - office ?p - place)
    :precondition (founded ?o ?p)
    :effect (open ?p)))
