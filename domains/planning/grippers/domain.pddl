; Robots with grippers of their own carry balls between rooms; every room has a door to every other.
; A gripper belongs to the one robot for which it is free or carries; the types alone do not say so.
; not-eq holds of every ordered pair of different rooms: a robot never moves to where it is.
(define (domain grippers)
  (:requirements :strips :typing)
  (:types robot gripper ball room - object)
  (:predicates
    (at ?ball - ball ?room - room)
    (at-robby ?robot - robot ?room - room)
    (free ?robot - robot ?gripper - gripper)
    (carry ?robot - robot ?ball - ball ?gripper - gripper)
    (not-eq ?here - room ?there - room))
  (:action move
    :parameters (?robot - robot ?from - room ?to - room)
    :precondition (and (at-robby ?robot ?from) (not-eq ?from ?to))
    :effect (and (at-robby ?robot ?to) (not (at-robby ?robot ?from))))
  (:action pick
    :parameters (?robot - robot ?ball - ball ?room - room ?gripper - gripper)
    :precondition (and (at ?ball ?room) (at-robby ?robot ?room) (free ?robot ?gripper))
    :effect (and (carry ?robot ?ball ?gripper) (not (at ?ball ?room)) (not (free ?robot ?gripper))))
  (:action drop
    :parameters (?robot - robot ?ball - ball ?room - room ?gripper - gripper)
    :precondition (and (carry ?robot ?ball ?gripper) (at-robby ?robot ?room))
    :effect (and (at ?ball ?room) (free ?robot ?gripper) (not (carry ?robot ?ball ?gripper)))))
