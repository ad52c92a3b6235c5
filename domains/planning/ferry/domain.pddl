; Cars and one ferry that takes one car at a time.
; not-eq holds of every ordered pair of different locations: the ferry never sails to where it is.
(define (domain ferry)
  (:requirements :strips :typing)
  (:types car location - object)
  (:predicates
    (at ?car - car ?location - location)
    (at-ferry ?location - location)
    (empty-ferry)
    (on ?car - car)
    (not-eq ?here - location ?there - location))
  (:action board
    :parameters (?car - car ?location - location)
    :precondition (and (at ?car ?location) (at-ferry ?location) (empty-ferry))
    :effect (and (on ?car) (not (at ?car ?location)) (not (empty-ferry))))
  (:action debark
    :parameters (?car - car ?location - location)
    :precondition (and (on ?car) (at-ferry ?location))
    :effect (and (at ?car ?location) (empty-ferry) (not (on ?car))))
  (:action sail
    :parameters (?from - location ?to - location)
    :precondition (and (at-ferry ?from) (not-eq ?from ?to))
    :effect (and (at-ferry ?to) (not (at-ferry ?from)))))
