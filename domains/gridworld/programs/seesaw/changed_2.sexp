(program
  (= GRID_SIZE 13)
  (= background "white")

  (object Beam (: slant Int) (list (Cell -5 (/ (* slant -5) 3) "sienna") (Cell -4 (/ (* slant -4) 3) "sienna") (Cell -3 (/ (* slant -3) 3) "sienna")
    (Cell -2 (/ (* slant -2) 3) "sienna") (Cell -1 (/ (* slant -1) 3) "sienna") (Cell 0 (/ (* slant 0) 3) "sienna")
    (Cell 1 (/ (* slant 1) 3) "sienna") (Cell 2 (/ (* slant 2) 3) "sienna") (Cell 3 (/ (* slant 3) 3) "sienna")
    (Cell 4 (/ (* slant 4) 3) "sienna") (Cell 5 (/ (* slant 5) 3) "sienna")))
  (object Pivot (list (Cell 0 1 "black") (Cell 0 2 "black") (Cell 0 3 "black") (Cell -1 3 "black") (Cell 1 3 "black")))
  (object Crate (: arm Int) (: mass Int) (: hung Bool) (: paint String) (Cell 0 0 paint))
  (object Disc (: paint String) (Cell 0 0 paint))
  (object Cup (: full Bool) (Cell 0 0 (if full then "gold" else "lightgray")))

  (: beam Beam)
  (= beam (initnext (Beam 0 (Position 6 5)) (prev beam)))
  (= pivot (initnext (Pivot (Position 6 5)) (prev pivot)))
  (= crates (initnext (list (Crate -4 1 false "teal" (Position 2 12)) (Crate -2 3 false "olive" (Position 4 12))
                            (Crate 3 2 false "maroon" (Position 9 12))) (prev crates)))
  (: weight Int)                                    ; where on the beam the counterweight hangs
  (= weight (initnext 2 (prev weight)))
  (: spot Int)                                      ; where on the beam the ball is
  (= spot (initnext 0 (prev spot)))
  (: roll Int)                                      ; the ball's speed
  (= roll (initnext 0 (prev roll)))
  (= cups (initnext (list (Cup false (Position 0 9)) (Cup false (Position 12 9))) (prev cups)))
  (: counter Disc)
  (= counter (initnext (Disc "indigo" (Position 8 7)) (prev counter)))
  (: ball Disc)
  (= ball (initnext (Disc "darkorange" (Position 6 4)) (prev ball)))

  (= level (--> at_arm (/ (* (.. beam slant) at_arm) 3)))
  (= bound (--> (n most) (max (- most) (min most n))))
  (= pull (--> crate (if (.. crate hung) then (* (.. crate arm) (.. crate mass)) else 0)))
  (= torque (--> () (+ (+ spot (* 2 weight)) (sum (map pull crates)))))
  (= picked (--> crate (clicked crate)))
  (= swapped (--> crate (updateObj crate "hung" (! (.. crate hung)))))
  (= placed (--> crate (updateObj crate "origin" (Position (+ 6 (.. crate arm))
                                                  (if (.. crate hung) then (+ 6 (level (.. crate arm))) else 12)))))
  (= flipped (--> cup (updateObj cup "full" (! (.. cup full)))))

  (on left (= weight (max -5 (- weight 1))))
  (on right (= weight (min 5 (+ weight 1))))
  (on (clicked crates) (= crates (updateObj crates swapped picked)))
  (on true (let
    (= roll (bound (+ roll (sign (.. beam slant))) 2))
    (= spot (+ spot roll))
    (= beam (updateObj beam "slant" (+ (.. beam slant) (sign (- (bound (/ ((torque)) 3) 2) (.. beam slant))))))))
  (on (> (abs spot) 5) (let
    (= cups (updateObj cups (--> cup (flipped cup)) (--> cup (& (== (sign (- (.. (.. cup origin) x) 6)) (sign spot))
      (>= (* spot weight) 0)))))
    (= spot 0)
    (= roll 0)))
  (on true (let
    (= ball (Disc "darkorange" (Position (+ 6 spot) (+ 4 (level spot)))))
    (= counter (Disc "indigo" (Position (+ 6 weight) (+ 7 (level weight)))))
    (= crates (map placed crates)))))
