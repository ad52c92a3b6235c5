; A robot in a grid of places, some locked; a key opens, for good, the locks of its shape and is not used up.
; conn is the whole map, in one direction a fact: there are holes, walls, and passages that lead one way only.
; A place is either open or locked; lock-shape may hold of a place that is open already.
(define (domain grid)
  (:requirements :strips :typing)
  (:types key place shape - object)
  (:predicates
    (at ?key - key ?place - place)
    (at-robot ?place - place)
    (holding ?key - key)
    (arm-empty)
    (open ?place - place)
    (locked ?place - place)
    (conn ?from - place ?to - place)
    (key-shape ?key - key ?shape - shape)
    (lock-shape ?place - place ?shape - shape))
  (:action move
    :parameters (?from - place ?to - place)
    :precondition (and (at-robot ?from) (conn ?from ?to) (open ?to))
    :effect (and (at-robot ?to) (not (at-robot ?from))))
  (:action pickup
    :parameters (?place - place ?key - key)
    :precondition (and (at-robot ?place) (at ?key ?place) (arm-empty))
    :effect (and (holding ?key) (not (at ?key ?place)) (not (arm-empty))))
  (:action pickup-and-loose
    :parameters (?place - place ?newkey - key ?oldkey - key)
    :precondition (and (at-robot ?place) (at ?newkey ?place) (holding ?oldkey))
    :effect (and (holding ?newkey) (at ?oldkey ?place) (not (at ?newkey ?place)) (not (holding ?oldkey))))
  (:action putdown
    :parameters (?place - place ?key - key)
    :precondition (and (at-robot ?place) (holding ?key))
    :effect (and (arm-empty) (at ?key ?place) (not (holding ?key))))
  (:action unlock
    :parameters (?place - place ?lockplace - place ?key - key ?shape - shape)
    :precondition (and (at-robot ?place) (conn ?place ?lockplace) (locked ?lockplace)
                       (key-shape ?key ?shape) (lock-shape ?lockplace ?shape) (holding ?key))
    :effect (and (open ?lockplace) (not (locked ?lockplace)))))
