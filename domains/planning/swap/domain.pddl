; Every agent has exactly one role; two different agents may exchange what they have.
; not-eq holds of every ordered pair of different agents: nobody swaps with himself.
(define (domain swap)
  (:requirements :strips :typing)
  (:types agent role - object)
  (:predicates
    (assigned ?agent - agent ?role - role)
    (not-eq ?one - agent ?other - agent))
  (:action swap
    :parameters (?one - agent ?other - agent ?first - role ?second - role)
    :precondition (and (assigned ?one ?first) (assigned ?other ?second) (not-eq ?one ?other))
    :effect (and (assigned ?one ?second) (assigned ?other ?first)
                 (not (assigned ?one ?first)) (not (assigned ?other ?second)))))
