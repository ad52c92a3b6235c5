(define (problem the-channel)
  (:domain saltmere-channel)
  (:objects
    past present future - epoch
    brann ilse noor - character
    quay-past yard-past quay-present cellar-present quay-future vault-future - place
    spade ledger - item
    channel - work)
  (:init
    (of quay-past past) (of yard-past past) (of quay-present present) (of cellar-present present)
    (of quay-future future) (of vault-future future)
    (path quay-past yard-past) (path yard-past quay-past)
    (path quay-present cellar-present) (path cellar-present quay-present)
    (path quay-future vault-future) (path vault-future quay-future)
    (open quay-past) (open yard-past) (open quay-present) (open quay-future)
    (site channel yard-past) (tool spade channel)
    (drains channel cellar-present) (drains channel vault-future)
    (at brann yard-past) (at ilse quay-present) (at noor quay-future)
    (has brann spade) (lies ledger vault-future))
  (:goal (has noor ledger)))
