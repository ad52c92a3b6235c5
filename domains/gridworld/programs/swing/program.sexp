(program
  (= GRID_SIZE 17)
  (= background "midnightblue")

  (object Frame (list (Cell -2 0 "peru") (Cell -1 0 "peru") (Cell 0 0 "peru") (Cell 1 0 "peru") (Cell 2 0 "peru")))
  (object Seat (list (Cell 0 0 "gold") (Cell -1 0 "gold") (Cell 1 0 "gold")))
  (object Knot (Cell 0 0 "tan"))
  (object Lamp (: lit Bool) (: at_height Int) (Cell 0 0 (if lit then "yellow" else "dimgray")))

  (= frame (initnext (Frame (Position 8 1)) (prev frame)))
  (: angle Int)                                     ; -6 left, 0 hanging, 6 right
  (= angle (initnext 0 (prev angle)))
  (: forth Int)                                     ; 1 to the right, -1 to the left
  (= forth (initnext 1 (prev forth)))
  (: height Int)                                    ; how far it swings
  (= height (initnext 2 (prev height)))
  (: turns Int)                                     ; friction takes one of height every fourth turn
  (= turns (initnext 0 (prev turns)))
  (= lamps (initnext (list (Lamp false 3 (Position 3 12)) (Lamp false 4 (Position 2 11)) (Lamp false 5 (Position 1 9))
    (Lamp false 6 (Position 0 7))) (prev lamps)))
  (= rope (initnext (map (--> n (Knot (Position 8 n))) (list 2 5 8)) (prev rope)))
  (: seat Seat)
  (= seat (initnext (Seat (Position 8 13)) (prev seat)))

  (= drop (--> n (- 13 (/ (* n n) 6))))
  (= part (--> (n of) (+ 8 (/ (* n of) 6))))
  (= touched (--> lamp (& (== forth 1) (== (.. lamp at_height) height))))
  (= toggled (--> lamp (updateObj lamp "lit" (! (.. lamp lit)))))

  (on (== turns 4) (let (= height (max 1 (- height 1))) (= turns 0)))
  (on (>= (* angle forth) height) (let
    (= forth (- forth))
    (= turns (+ turns 1))
    (= lamps (updateObj lamps toggled touched))))
  (on (& left (& (== forth -1) (== angle height))) (= height (min 6 (+ height 1))))
  (on (& right (& (== forth 1) (== angle (- height)))) (= height (min 6 (+ height 1))))
  (on (& left (& (== forth 1) (== angle 0))) (= height (max 1 (- height 1))))
  (on (& right (& (== forth -1) (== angle 0))) (= height (max 1 (- height 1))))
  (on true (let
    (= angle (max (- height) (min height (+ angle forth))))
    (= seat (Seat (Position (+ 8 angle) (drop angle))))
    (= rope (map (--> n (Knot (Position (part angle n) (+ 2 (* 2 n))))) (list 0 1 2 3 4))))))
