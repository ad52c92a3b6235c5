; Household tasks of one agent with one hand.  Receptacles stand at spots; some must be opened.  Things are in
; a receptacle or in the hand.  A sink cleans, a microwave heats, a fridge cools, a knife slices, a lamp sheds
; light to examine things by.  Heating undoes cooling and the reverse; slicing and cleaning are for good.
; free-to-use holds of the receptacles without a door; those with one are openable, and open or closed.
(define (domain alfworld)
  (:requirements :strips :typing)
  (:types
    agent spot item receptacle - object
    sink microwave fridge - receptacle
    lamp knife food - item)
  (:predicates
    (at ?agent - agent ?spot - spot)
    (hand-empty ?agent - agent)
    (holds ?agent - agent ?item - item)
    (in ?item - item ?receptacle - receptacle)
    (opened ?receptacle - receptacle)
    (closed ?receptacle - receptacle)
    (clean ?item - item)
    (hot ?item - item)
    (cold ?item - item)
    (room-warm ?item - item)
    (sliced ?food - food)
    (lit ?lamp - lamp)
    (off ?lamp - lamp)
    (examined ?item - item)
    (stands-at ?receptacle - receptacle ?spot - spot)
    (openable ?receptacle - receptacle)
    (free-to-use ?receptacle - receptacle)
    (cleanable ?item - item)
    (heatable ?item - item)
    (coolable ?item - item)
    (fits ?item - item ?receptacle - receptacle)
    (not-eq ?here - spot ?there - spot))
  (:action go-to
    :parameters (?agent - agent ?from - spot ?to - spot)
    :precondition (and (at ?agent ?from) (not-eq ?from ?to))
    :effect (and (at ?agent ?to) (not (at ?agent ?from))))
  (:action open
    :parameters (?agent - agent ?receptacle - receptacle ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?receptacle ?spot) (openable ?receptacle)
                       (closed ?receptacle))
    :effect (and (opened ?receptacle) (not (closed ?receptacle))))
  (:action close
    :parameters (?agent - agent ?receptacle - receptacle ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?receptacle ?spot) (openable ?receptacle)
                       (opened ?receptacle))
    :effect (and (closed ?receptacle) (not (opened ?receptacle))))
  (:action take
    :parameters (?agent - agent ?item - item ?receptacle - receptacle ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?receptacle ?spot) (free-to-use ?receptacle)
                       (in ?item ?receptacle) (hand-empty ?agent))
    :effect (and (holds ?agent ?item) (not (in ?item ?receptacle)) (not (hand-empty ?agent))))
  (:action put
    :parameters (?agent - agent ?item - item ?receptacle - receptacle ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?receptacle ?spot) (free-to-use ?receptacle)
                       (holds ?agent ?item) (fits ?item ?receptacle))
    :effect (and (in ?item ?receptacle) (hand-empty ?agent) (not (holds ?agent ?item))))
  (:action take-out
    :parameters (?agent - agent ?item - item ?receptacle - receptacle ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?receptacle ?spot) (opened ?receptacle)
                       (in ?item ?receptacle) (hand-empty ?agent))
    :effect (and (holds ?agent ?item) (not (in ?item ?receptacle)) (not (hand-empty ?agent))))
  (:action put-into
    :parameters (?agent - agent ?item - item ?receptacle - receptacle ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?receptacle ?spot) (opened ?receptacle)
                       (holds ?agent ?item) (fits ?item ?receptacle))
    :effect (and (in ?item ?receptacle) (hand-empty ?agent) (not (holds ?agent ?item))))
  (:action wash
    :parameters (?agent - agent ?item - item ?sink - sink ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?sink ?spot) (holds ?agent ?item) (cleanable ?item))
    :effect (clean ?item))
  (:action heat
    :parameters (?agent - agent ?item - item ?microwave - microwave ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?microwave ?spot) (holds ?agent ?item) (heatable ?item))
    :effect (and (hot ?item) (not (cold ?item)) (not (room-warm ?item))))
  (:action cool
    :parameters (?agent - agent ?item - item ?fridge - fridge ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?fridge ?spot) (holds ?agent ?item) (coolable ?item))
    :effect (and (cold ?item) (not (hot ?item)) (not (room-warm ?item))))
  (:action slice
    :parameters (?agent - agent ?food - food ?knife - knife ?receptacle - receptacle ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?receptacle ?spot) (free-to-use ?receptacle)
                       (in ?food ?receptacle) (holds ?agent ?knife))
    :effect (sliced ?food))
  (:action switch-on
    :parameters (?agent - agent ?lamp - lamp ?receptacle - receptacle ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?receptacle ?spot) (in ?lamp ?receptacle) (off ?lamp))
    :effect (and (lit ?lamp) (not (off ?lamp))))
  (:action switch-off
    :parameters (?agent - agent ?lamp - lamp ?receptacle - receptacle ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?receptacle ?spot) (in ?lamp ?receptacle) (lit ?lamp))
    :effect (and (off ?lamp) (not (lit ?lamp))))
  (:action examine
    :parameters (?agent - agent ?item - item ?lamp - lamp ?receptacle - receptacle ?spot - spot)
    :precondition (and (at ?agent ?spot) (stands-at ?receptacle ?spot) (in ?lamp ?receptacle) (lit ?lamp)
                       (holds ?agent ?item))
    :effect (examined ?item)))
