(define (problem first-post)
  (:domain saltmere-post)
  (:objects
    past present future - epoch
    brann ilse noor - character
    quay-past yard-past meadow-past quay-present street-present quay-future ridge-future - place
    lens - item)
  (:init
    (of quay-past past) (of yard-past past) (of meadow-past past)
    (of quay-present present) (of street-present present)
    (of quay-future future) (of ridge-future future)
    (path quay-past yard-past) (path yard-past quay-past)
    (path yard-past meadow-past) (path meadow-past yard-past)
    (path quay-present street-present) (path street-present quay-present)
    (path quay-future ridge-future) (path ridge-future quay-future)
    (tide quay-past quay-present) (tide quay-past quay-future)
    (tide quay-present quay-past) (tide quay-present quay-future)
    (tide quay-future quay-past) (tide quay-future quay-present)
    (at brann yard-past) (at ilse street-present) (at noor quay-future)
    (lies lens yard-past))
  (:goal (has noor lens)))
