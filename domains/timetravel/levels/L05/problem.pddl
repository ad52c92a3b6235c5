(define (problem the-missing-charter)
  (:domain saltmere-charter)
  (:objects
    past present future - epoch
    brann ilse noor - character
    quay-past yard-past hall-past
    quay-present registry-present customs-present
    quay-future vault-future bench-future - place
    spade almanac salt-key - item
    channel - work
    harbour-court - office)
  (:init
    (of quay-past past) (of yard-past past) (of hall-past past)
    (of quay-present present) (of registry-present present) (of customs-present present)
    (of quay-future future) (of vault-future future) (of bench-future future)
    (path quay-past yard-past) (path yard-past quay-past)
    (path quay-past hall-past) (path hall-past quay-past)
    (path quay-present registry-present) (path registry-present quay-present)
    (path quay-present customs-present) (path customs-present quay-present)
    (path quay-future vault-future) (path vault-future quay-future)
    (path quay-future bench-future) (path bench-future quay-future)
    (open quay-past) (open yard-past) (open hall-past) (open quay-present) (open quay-future)
    (tide quay-past quay-present) (tide quay-past quay-future)
    (tide quay-present quay-past) (tide quay-present quay-future)
    (tide quay-future quay-past) (tide quay-future quay-present)
    (site channel yard-past) (tool spade channel) (drains channel vault-future)
    (evidence almanac harbour-court) (sits harbour-court hall-past)
    (seat harbour-court registry-present) (bench harbour-court bench-future)
    (fits salt-key bench-future) (fits salt-key customs-present)
    (at brann yard-past) (at ilse quay-present) (at noor quay-future)
    (lies spade yard-past) (lies almanac vault-future) (lies salt-key registry-present))
  (:goal (sworn noor harbour-court)))
