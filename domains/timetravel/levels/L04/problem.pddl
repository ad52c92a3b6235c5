(define (problem the-strongroom)
  (:domain saltmere-locks)
  (:objects
    past present future - epoch
    brann ilse noor - character
    quay-past yard-past quay-present bank-present strongroom-present quay-future vault-future shed-future
    - place
    brass-key iron-key - item)
  (:init
    (of quay-past past) (of yard-past past)
    (of quay-present present) (of bank-present present) (of strongroom-present present)
    (of quay-future future) (of vault-future future) (of shed-future future)
    (path quay-past yard-past) (path yard-past quay-past)
    (path quay-present strongroom-present) (path strongroom-present quay-present)
    (path quay-present bank-present) (path bank-present quay-present)
    (path quay-future vault-future) (path vault-future quay-future)
    (path quay-future shed-future) (path shed-future quay-future)
    (open quay-past) (open yard-past) (open quay-present) (open quay-future)
    (tide quay-past quay-present) (tide quay-past quay-future)
    (tide quay-present quay-past) (tide quay-present quay-future)
    (tide quay-future quay-past) (tide quay-future quay-present)
    (fits brass-key vault-future) (fits brass-key shed-future) (fits brass-key bank-present)
    (fits iron-key strongroom-present)
    (at brann quay-past) (at ilse quay-present) (at noor quay-future)
    (has brann brass-key) (lies iron-key vault-future))
  (:goal (at ilse strongroom-present)))
