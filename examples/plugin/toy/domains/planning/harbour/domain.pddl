; Ships moor at berths, one at each, and are loaded there by the one crane of the harbour.
(define (domain harbour)
  (:requirements :strips :typing)
  (:types berth ship)
  (:predicates
    (moored ?s - ship ?b - berth)
    (free ?b - berth)
    (at-sea ?s - ship)
    (loaded ?s - ship)
    (crane-at ?b - berth))
  (:action moor
    :parameters (?s - ship ?b - berth)
    :precondition (and (at-sea ?s) (free ?b))
    :effect (and (not (at-sea ?s)) (not (free ?b)) (moored ?s ?b)))
  (:action cast-off
    :parameters (?s - ship ?b - berth)
    :precondition (moored ?s ?b)
    :effect (and (not (moored ?s ?b)) (free ?b) (at-sea ?s)))
  (:action roll-crane
    :parameters (?from ?to - berth)
    :precondition (crane-at ?from)
    :effect (and (not (crane-at ?from)) (crane-at ?to)))
  (:action load
    :parameters (?s - ship ?b - berth)
    :precondition (and (moored ?s ?b) (crane-at ?b))
    :effect (loaded ?s)))
