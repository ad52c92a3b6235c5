(define (domain Depot)
 (:requirements :strips :adl :action-costs)
 (:types place thing - object
         crate truck - thing)
 (:constants HUB - place)
 (:predicates (at ?x - thing ?p - place) (near ?p ?q - place)
              (in ?c - crate ?t - truck) (heavy ?x - (either crate truck)) (day))
 (:functions (total-cost) (road ?p ?q - place) - number)
 (:action drive
  :parameters (?t - truck ?from ?to - place)
  :precondition (and (at ?t ?from) (not (= ?from ?to)) (or (near ?from ?to) (not (heavy ?t))))
  :effect (and (not (at ?t ?from)) (at ?t ?to) (increase (total-cost) (road ?from ?to))))
 (:action wait :effect (and (increase (total-cost) 2)))
 (:action load
  :parameters (?c - crate ?t - truck)
  :precondition (and)
  :effect (in ?c ?t)))