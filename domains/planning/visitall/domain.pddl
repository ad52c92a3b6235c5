; A robot visits places of a grid.
; connected is the whole map, in one direction a fact: there are holes, walls, and passages one way only.
(define (domain visitall)
  (:requirements :strips :typing)
  (:types place - object)
  (:predicates
    (at-robot ?place - place)
    (visited ?place - place)
    (connected ?from - place ?to - place))
  (:action move
    :parameters (?from - place ?to - place)
    :precondition (and (at-robot ?from) (connected ?from ?to))
    :effect (and (at-robot ?to) (visited ?to) (not (at-robot ?from)))))
