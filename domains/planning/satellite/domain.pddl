; Satellites turn to directions; one instrument a satellite has power at a time; an instrument takes pictures
; once it has been calibrated on its target since it was switched on.
; not-eq holds of every ordered pair of different directions: a satellite never turns to where it points.
(define (domain satellite)
  (:requirements :strips :typing)
  (:types satellite instrument mode direction - object)
  (:predicates
    (pointing ?satellite - satellite ?direction - direction)
    (power-avail ?satellite - satellite)
    (power-on ?instrument - instrument)
    (calibrated ?instrument - instrument)
    (have-image ?direction - direction ?mode - mode)
    (on-board ?instrument - instrument ?satellite - satellite)
    (supports ?instrument - instrument ?mode - mode)
    (calibration-target ?instrument - instrument ?direction - direction)
    (not-eq ?here - direction ?there - direction))
  (:action turn-to
    :parameters (?satellite - satellite ?new - direction ?old - direction)
    :precondition (and (pointing ?satellite ?old) (not-eq ?new ?old))
    :effect (and (pointing ?satellite ?new) (not (pointing ?satellite ?old))))
  (:action switch-on
    :parameters (?instrument - instrument ?satellite - satellite)
    :precondition (and (on-board ?instrument ?satellite) (power-avail ?satellite))
    :effect (and (power-on ?instrument) (not (calibrated ?instrument)) (not (power-avail ?satellite))))
  (:action switch-off
    :parameters (?instrument - instrument ?satellite - satellite)
    :precondition (and (on-board ?instrument ?satellite) (power-on ?instrument))
    :effect (and (power-avail ?satellite) (not (power-on ?instrument))))
  (:action calibrate
    :parameters (?satellite - satellite ?instrument - instrument ?direction - direction)
    :precondition (and (on-board ?instrument ?satellite) (calibration-target ?instrument ?direction)
                       (pointing ?satellite ?direction) (power-on ?instrument))
    :effect (calibrated ?instrument))
  (:action take-image
    :parameters (?satellite - satellite ?direction - direction ?instrument - instrument ?mode - mode)
    :precondition (and (calibrated ?instrument) (on-board ?instrument ?satellite) (supports ?instrument ?mode)
                       (power-on ?instrument) (pointing ?satellite ?direction))
    :effect (have-image ?direction ?mode)))
