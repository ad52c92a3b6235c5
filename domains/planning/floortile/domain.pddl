; Robots paint the tile above or below the one they stand on; nobody may step on a painted tile again, and
; paint is for good.  A tile is clear while it is unpainted and no robot stands on it.
; (above a b): a is the next tile up from b.  (right-of a b): a is the next tile to the right of b.
; The floor may have holes.  not-eq holds of every ordered pair of different colours.  A robot may begin with
; a colour that is not available: once it changes to another one, that colour is lost to it.
(define (domain floortile)
  (:requirements :strips :typing)
  (:types robot tile color - object)
  (:predicates
    (robot-at ?robot - robot ?tile - tile)
    (robot-has ?robot - robot ?color - color)
    (clear ?tile - tile)
    (painted ?tile - tile ?color - color)
    (above ?upper - tile ?lower - tile)
    (right-of ?right - tile ?left - tile)
    (available-color ?color - color)
    (not-eq ?one - color ?other - color))
  (:action change-color
    :parameters (?robot - robot ?old - color ?new - color)
    :precondition (and (robot-has ?robot ?old) (available-color ?new) (not-eq ?old ?new))
    :effect (and (robot-has ?robot ?new) (not (robot-has ?robot ?old))))
  (:action paint-up
    :parameters (?robot - robot ?tile - tile ?from - tile ?color - color)
    :precondition (and (robot-has ?robot ?color) (robot-at ?robot ?from) (above ?tile ?from) (clear ?tile))
    :effect (and (painted ?tile ?color) (not (clear ?tile))))
  (:action paint-down
    :parameters (?robot - robot ?tile - tile ?from - tile ?color - color)
    :precondition (and (robot-has ?robot ?color) (robot-at ?robot ?from) (above ?from ?tile) (clear ?tile))
    :effect (and (painted ?tile ?color) (not (clear ?tile))))
  (:action up
    :parameters (?robot - robot ?from - tile ?to - tile)
    :precondition (and (robot-at ?robot ?from) (above ?to ?from) (clear ?to))
    :effect (and (robot-at ?robot ?to) (clear ?from) (not (robot-at ?robot ?from)) (not (clear ?to))))
  (:action down
    :parameters (?robot - robot ?from - tile ?to - tile)
    :precondition (and (robot-at ?robot ?from) (above ?from ?to) (clear ?to))
    :effect (and (robot-at ?robot ?to) (clear ?from) (not (robot-at ?robot ?from)) (not (clear ?to))))
  (:action right
    :parameters (?robot - robot ?from - tile ?to - tile)
    :precondition (and (robot-at ?robot ?from) (right-of ?to ?from) (clear ?to))
    :effect (and (robot-at ?robot ?to) (clear ?from) (not (robot-at ?robot ?from)) (not (clear ?to))))
  (:action left
    :parameters (?robot - robot ?from - tile ?to - tile)
    :precondition (and (robot-at ?robot ?from) (right-of ?from ?to) (clear ?to))
    :effect (and (robot-at ?robot ?to) (clear ?from) (not (robot-at ?robot ?from)) (not (clear ?to)))))
