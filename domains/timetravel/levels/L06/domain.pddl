; Three beacons, one in each epoch, burn for a short while only. When all three burn at once they align for good
; and the reef behind the tide lies open.
(define (domain saltmere-beacons)
  (:requirements :strips :typing :negative-preconditions :time)
  (:types epoch place character item)
  (:predicates
    (of ?p - place ?e - epoch)
    (path ?from ?to - place)
    (tide ?from ?to - place)
    (fits ?key - item ?p - place)
    (strikes ?i - item)
    (beacon ?p - place)
    (in-line ?first ?second ?third - place)
    (reef ?p - place)
    (at ?c - character ?p - place)
    (lies ?i - item ?p - place)
    (has ?c - character ?i - item)
    (lit ?p - place)
    (aligned)
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
    :effect (and (not (has ?c ?key)) (open ?to)))

  (:action light
    :parameters (?c - character ?i - item ?p - place)
    :precondition (and (at ?c ?p) (beacon ?p) (has ?c ?i) (strikes ?i) (not (lit ?p)) (not (aligned)))
    :effect (lit ?p))

  (:event beacons-align
    :parameters (?first ?second ?third - place)
    :precondition (and (in-line ?first ?second ?third) (lit ?first) (lit ?second) (lit ?third))
    :effect (and (aligned) (not (lit ?first)) (not (lit ?second)) (not (lit ?third))))

  (:event reef-opens
    :parameters (?p - place)
    :precondition (and (aligned) (reef ?p))
    :effect (open ?p)))
