(define (problem the-three-beacons)
  (:domain saltmere-beacons)
  (:objects
    past present future - epoch
    brann ilse noor - character
    quay-past yard-past tower-past
    quay-present chandlery-present
    quay-future vault-future tower-future reef-future - place
    flint firesteel bronze-key slot-key logbook - item)
  (:init
    (of quay-past past) (of yard-past past) (of tower-past past)
    (of quay-present present) (of chandlery-present present)
    (of quay-future future) (of vault-future future) (of tower-future future) (of reef-future future)
    (path quay-past yard-past) (path yard-past quay-past)
    (path quay-past tower-past) (path tower-past quay-past)
    (path quay-present chandlery-present) (path chandlery-present quay-present)
    (path quay-future vault-future) (path vault-future quay-future)
    (path quay-future tower-future) (path tower-future quay-future)
    (path quay-future reef-future) (path reef-future quay-future)
    (open quay-past) (open yard-past) (open tower-past) (open quay-present) (open quay-future)
    (open tower-future)
    (tide quay-past quay-present) (tide quay-past quay-future)
    (tide quay-present quay-past) (tide quay-present quay-future)
    (tide quay-future quay-past) (tide quay-future quay-present)
    (fits bronze-key vault-future) (fits slot-key chandlery-present)
    (strikes flint) (strikes firesteel)
    (beacon tower-past) (beacon quay-present) (beacon tower-future)
    (in-line tower-past quay-present tower-future) (reef reef-future)
    (at brann yard-past) (at ilse quay-present) (at noor quay-future)
    (lies flint yard-past) (lies bronze-key yard-past) (lies slot-key vault-future)
    (lies firesteel chandlery-present) (lies logbook reef-future))
  (:goal (has noor logbook)))
