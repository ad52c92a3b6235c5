(program
  (= GRID_SIZE 7)
  (= background "dimgray")

  (object Dial (: place Int) (: shows Int) (: hue String) (list (Cell 0 0 hue) (Cell 0 1 hue)))
  (object Hand (Cell 0 0 "white"))

  (= rainbow (list "red" "orange" "yellow" "green" "blue" "indigo" "violet"))
  (= sizes (list 3 4 5 7))

  (= dials (initnext (map (--> n (Dial n 0 "red" (Position (* n 2) 2))) (range 0 4)) (prev dials)))
  (: hand Hand)
  (= hand (initnext (Hand (Position 0 5)) (prev hand)))
  (: forth Bool)                                    ; which way a dial that comes round turns the next
  (= forth (initnext true (prev forth)))
  (: carried Int)                                   ; the dial that came round, and turns its neighbour now; or -1
  (= carried (initnext -1 (prev carried)))
  (: drip Int)                                      ; at 0 the clock turns the first dial
  (= drip (initnext 1 (% (+ (prev drip) 1) 3)))

  (: rounds Int)
  (= rounds (initnext 0 (prev rounds)))

  (= chosen (--> () (/ (.. (.. hand origin) x) 2)))
  (= set_to (--> (dial number) (updateObj (updateObj dial "shows" number) "hue" (at rainbow number))))
  (= raised (--> (dial by) (set_to dial (% (+ (.. dial shows) by) (at sizes (.. dial place))))))
  (= turn (--> (which by) (let
    (= dials (updateObj dials (--> dial (raised dial by)) (--> dial (== (.. dial place) which))))
    (= carried (if (== (.. (at dials which) shows) 0) then which else carried))
    true)))
  (= beyond (--> which (% (+ which (if forth then 1 else 3)) 4)))
  (= shown (--> which (.. (at dials which) shows)))

  (on (>= carried 0) (let
    (= dials (updateObj dials (--> dial (raised dial 1)) (--> dial (== (.. dial place) (beyond carried)))))
    (= carried (if (== (shown (beyond carried)) 0) then (beyond carried) else -1))))
  (on (& left (> ((chosen)) 0)) (= hand (move hand (Position -2 0))))
  (on (& right (< ((chosen)) 3)) (= hand (move hand (Position 2 0))))
  (on up (turn ((chosen)) 1))
  (on (& down (> ((chosen)) 0)) (turn ((chosen)) (shown (- ((chosen)) 1))))
  (on clicked (= forth (! forth)))
  (on (== carried 0) (= rounds (min 3 (+ rounds 1))))
  (on (== drip 0) (turn (if (== rounds 3) then 3 else 0) 1)))
