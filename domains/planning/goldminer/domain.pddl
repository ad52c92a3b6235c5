; A robot in a mine of cells: soft rock gives way to a bomb or the laser, hard rock to the laser alone, and the
; laser destroys the gold of the cell that it is fired into, whether or not rock is left there.
; Bombs are taken where they are, without end; connected is symmetric.  A cell without rock is clear.
(define (domain goldminer)
  (:requirements :strips :typing)
  (:types loc - object)
  (:predicates
    (robot-at ?cell - loc)
    (clear ?cell - loc)
    (soft-rock-at ?cell - loc)
    (hard-rock-at ?cell - loc)
    (gold-at ?cell - loc)
    (laser-at ?cell - loc)
    (arm-empty)
    (holds-bomb)
    (holds-laser)
    (holds-gold)
    (bomb-at ?cell - loc)
    (connected ?here - loc ?there - loc))
  (:action move
    :parameters (?from - loc ?to - loc)
    :precondition (and (robot-at ?from) (connected ?from ?to) (clear ?to))
    :effect (and (robot-at ?to) (not (robot-at ?from))))
  (:action pickup-laser
    :parameters (?cell - loc)
    :precondition (and (robot-at ?cell) (laser-at ?cell) (arm-empty))
    :effect (and (holds-laser) (not (arm-empty)) (not (laser-at ?cell))))
  (:action putdown-laser
    :parameters (?cell - loc)
    :precondition (and (robot-at ?cell) (holds-laser))
    :effect (and (arm-empty) (laser-at ?cell) (not (holds-laser))))
  (:action pickup-bomb
    :parameters (?cell - loc)
    :precondition (and (robot-at ?cell) (bomb-at ?cell) (arm-empty))
    :effect (and (holds-bomb) (not (arm-empty))))
  (:action detonate-bomb
    :parameters (?from - loc ?target - loc)
    :precondition (and (robot-at ?from) (holds-bomb) (connected ?from ?target) (soft-rock-at ?target))
    :effect (and (arm-empty) (clear ?target) (not (holds-bomb)) (not (soft-rock-at ?target))))
  (:action fire-laser
    :parameters (?from - loc ?target - loc)
    :precondition (and (robot-at ?from) (holds-laser) (connected ?from ?target))
    :effect (and (clear ?target) (not (soft-rock-at ?target)) (not (hard-rock-at ?target))
                 (not (gold-at ?target))))
  (:action pick-gold
    :parameters (?cell - loc)
    :precondition (and (robot-at ?cell) (gold-at ?cell) (arm-empty))
    :effect (and (holds-gold) (not (arm-empty)))))
