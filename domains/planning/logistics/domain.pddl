; Trucks drive between any two locations of one city, airplanes fly between any two airports.
; A truck may also drive, and an airplane fly, to where it already is: that changes nothing.
; A city may have no truck or more than one, and more than one airport; a package may begin in a vehicle.
(define (domain logistics)
  (:requirements :strips :typing)
  (:types
    city location locatable - object
    airport - location
    package vehicle - locatable
    truck airplane - vehicle)
  (:predicates
    (at ?thing - locatable ?location - location)
    (in ?package - package ?vehicle - vehicle)
    (in-city ?location - location ?city - city))
  (:action load-truck
    :parameters (?package - package ?truck - truck ?location - location)
    :precondition (and (at ?truck ?location) (at ?package ?location))
    :effect (and (in ?package ?truck) (not (at ?package ?location))))
  (:action load-airplane
    :parameters (?package - package ?airplane - airplane ?location - location)
    :precondition (and (at ?airplane ?location) (at ?package ?location))
    :effect (and (in ?package ?airplane) (not (at ?package ?location))))
  (:action unload-truck
    :parameters (?package - package ?truck - truck ?location - location)
    :precondition (and (at ?truck ?location) (in ?package ?truck))
    :effect (and (at ?package ?location) (not (in ?package ?truck))))
  (:action unload-airplane
    :parameters (?package - package ?airplane - airplane ?location - location)
    :precondition (and (at ?airplane ?location) (in ?package ?airplane))
    :effect (and (at ?package ?location) (not (in ?package ?airplane))))
  (:action drive-truck
    :parameters (?truck - truck ?from - location ?to - location ?city - city)
    :precondition (and (at ?truck ?from) (in-city ?from ?city) (in-city ?to ?city))
    :effect (and (at ?truck ?to) (not (at ?truck ?from))))
  (:action fly-airplane
    :parameters (?airplane - airplane ?from - airport ?to - airport)
    :precondition (at ?airplane ?from)
    :effect (and (at ?airplane ?to) (not (at ?airplane ?from)))))
