(program
  (= GRID_SIZE 8)
  (= background "lavender")

  (object Bar (: height Int) (: fixed Bool) (list   ; cells above the height lie in the lowest one
    (Cell 0 0 (if fixed then "slategray" else "teal"))
    (Cell 0 (if (> height 1) then -1 else 0) (if fixed then "slategray" else "teal"))
    (Cell 0 (if (> height 2) then -2 else 0) (if fixed then "slategray" else "teal"))
    (Cell 0 (if (> height 3) then -3 else 0) (if fixed then "slategray" else "teal"))
    (Cell 0 (if (> height 4) then -4 else 0) (if fixed then "slategray" else "teal"))))
  (object Arm (list (Cell 0 0 "crimson") (Cell 1 0 "crimson")))

  (= bars (initnext (map (--> n (Bar (at (list 3 5 1 4 2) n) false (Position (+ n 1) 6))) (range 0 5)) (prev bars)))
  (: arm Arm)                                       ; holds two lanes
  (= arm (initnext (Arm (Position 1 7)) (prev arm)))
  (: way Int)                                       ; where the arm goes next
  (= way (initnext 1 (prev way)))
  (: tall_last Bool)                                ; the order that the arm makes
  (= tall_last (initnext true (prev tall_last)))

  (= lane (--> bar (.. (.. bar origin) x)))
  (= held (--> bar (| (== (lane bar) (.. (.. arm origin) x)) (== (lane bar) (+ (.. (.. arm origin) x) 1)))))
  (= level (--> (bar other) (& (< (lane bar) (lane other)) (== (< (.. bar height) (.. other height)) tall_last))))
  (= right_order (--> pair (| (level (at pair 0) (at pair 1)) (level (at pair 1) (at pair 0)))))
  (= stuck (--> pair (| (.. (at pair 0) fixed) (.. (at pair 1) fixed))))
  (= crossed (--> bar (move bar (Position (if (== (lane bar) (.. (.. arm origin) x)) then 1 else -1) 0))))

  (on (clicked bars) (= bars (updateObj bars (--> bar (updateObj bar "fixed" (! (.. bar fixed))))
    (--> bar (clicked bar)))))
  (on up (= tall_last true))
  (on down (= tall_last false))
  (on left (= way -1))
  (on right (= way 1))
  (on (! (| (right_order (filter held bars)) (stuck (filter held bars)))) (= bars (updateObj bars crossed held)))
  (on (== (.. (.. arm origin) x) (if (> way 0) then 4 else 1)) (= way (- way)))
  (on true (= arm (move arm (Position way 0)))))
