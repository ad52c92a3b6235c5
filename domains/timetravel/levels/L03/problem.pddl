(define (problem the-marked-stone)
  (:domain saltmere-stone)
  (:objects
    past present future - epoch
    brann ilse noor - character
    quay-past cairn-past quay-present office-present quay-future cairn-future tower-future - place
    graver - item
    cairn - stone)
  (:init
    (of quay-past past) (of cairn-past past) (of quay-present present) (of office-present present)
    (of quay-future future) (of cairn-future future) (of tower-future future)
    (path quay-past cairn-past) (path cairn-past quay-past)
    (path quay-present office-present) (path office-present quay-present)
    (path quay-future cairn-future) (path cairn-future quay-future)
    (path cairn-future tower-future) (path tower-future cairn-future)
    (open quay-past) (open cairn-past) (open quay-present) (open office-present)
    (open quay-future) (open cairn-future)
    (tide quay-past quay-present) (tide quay-past quay-future)
    (tide quay-present quay-past) (tide quay-present quay-future)
    (tide quay-future quay-past) (tide quay-future quay-present)
    (stands cairn cairn-past) (endures cairn cairn-future) (chisel graver)
    (dial cairn-future tower-future cairn)
    (at brann quay-past) (at ilse quay-present) (at noor quay-future)
    (lies graver quay-present))
  (:goal (open tower-future)))
