(program
  (= GRID_SIZE 25)
  (= background "darkkhaki")

  (object River (list (Cell 0 0 "steelblue") (Cell 0 1 "steelblue") (Cell 0 2 "steelblue") (Cell 0 3 "steelblue")
                      (Cell 0 4 "steelblue") (Cell 0 5 "steelblue") (Cell 0 6 "steelblue")))
  (object Grove (: age Int) (: wet Bool) (list
    (Cell 0 0 (if (> age 0) then "orangered" else (if (< age 0) then "dimgray" else (if wet then "teal" else "green"))))
    (Cell 1 0 (if (> age 0) then "orangered" else (if (< age 0) then "dimgray" else (if wet then "teal" else "green"))))
    (Cell 0 1 (if (> age 0) then "orangered" else (if (< age 0) then "dimgray" else (if wet then "teal" else "green"))))
    (Cell 1 1 (if (> age 0) then "orangered" else (if (< age 0) then "dimgray" else (if wet then "teal" else "green"))))))
  (object Flag (: dx Int) (: dy Int) (list (Cell 0 0 "black") (Cell dx dy "white")))
  (object Plane (: load Int) (list (Cell 0 0 "red") (Cell -1 0 "darkred") (Cell 1 0 "darkred") (Cell 0 1 "darkred")))

  (= trees (concat (list
                 (list (Position 0 1) (Position 3 1) (Position 6 1) (Position 9 1) (Position 15 1))
                 (list (Position 0 4) (Position 3 4) (Position 6 4) (Position 15 4) (Position 18 4) (Position 21 4))
                 (list (Position 0 7) (Position 3 7) (Position 6 7) (Position 9 7) (Position 15 7) (Position 18 7) (Position 21 7))
                 (list (Position 0 10) (Position 3 10) (Position 6 10) (Position 9 10) (Position 15 10) (Position 18 10))
                 (list (Position 0 13) (Position 6 13) (Position 9 13) (Position 15 13) (Position 18 13) (Position 21 13))
                 (list (Position 0 16) (Position 3 16) (Position 6 16) (Position 9 16) (Position 18 16) (Position 21 16))
                 (list (Position 0 19) (Position 3 19) (Position 6 19) (Position 9 19) (Position 15 19) (Position 18 19) (Position 21 19))
                 (list (Position 0 22) (Position 3 22) (Position 9 22) (Position 15 22) (Position 18 22) (Position 21 22)))))

  (= river (initnext (list (River (Position 12 9)) (River (Position 12 16))) (prev river)))
  (= groves (initnext (map (--> spot (Grove 0 false spot)) trees) (prev groves)))  ; age: 0 green, n burning, -n ash
  (: wind Int)                                      ; blows to the 0 right, 1 bottom, 2 left, 3 top
  (= wind (initnext 0 (if (== (prev clock) 3) then (uniformChoice (list 0 1 2 3)) else (prev wind))))
  (: clock Int)                                     ; the wind and the fire move once in four steps
  (= clock (initnext 0 (% (+ (prev clock) 1) 4)))
  (: flag Flag)
  (= flag (initnext (Flag 1 0 (Position 22 2)) (Flag (at (list 1 0 -1 0) (prev wind)) (at (list 0 1 0 -1) (prev wind))
    (Position 22 2))))
  (: plane Plane)                                   ; its load of water cannot be seen
  (= plane (initnext (Plane 2 (Position 7 7)) (prev plane)))

  (= burns (--> one (> (.. one age) 0)))
  (= ahead (--> one (movePos (.. one origin) (Position (* 3 (at (list 1 0 -1 0) wind)) (* 3 (at (list 0 1 0 -1) wind))))))
  (= dry (--> one (& (== (.. one age) 0) (! (.. one wet)))))
  (= aged (--> one (updateObj one "age" (if (== (.. one age) 3) then -6 else (+ (.. one age) 1)))))
  (= kindled (--> one (updateObj one "age" 1)))
  (= soaked (--> one (Grove (min (.. one age) 0) true (.. one origin))))
  (= dried (--> one (updateObj one "wet" false)))
  (= below (--> one (<= (sqdist (movePos (.. one origin) (Position 1 1)) (.. plane origin)) 8)))
  (= flown (--> (way) (let
    (= onward (move plane way))
    (if (isWithinBounds onward) then onward else plane))))

  (on (& (clicked groves) (!= (length (filter burns groves)) 1))
    (= groves (updateObj groves (--> one (kindled one)) (--> one (& (clicked one) (dry one))))))
  (on (& (clicked plane) (> (.. plane load) 0)) (let
    (= groves (updateObj groves (--> one (soaked one)) (--> one (below one))))
    (= plane (updateObj plane "load" (- (.. plane load) 1)))))
  (on (== clock 2) (let
    (= fires (map ahead (filter burns groves)))
    (= groves (updateObj groves (--> one (kindled one)) (--> one (& (dry one) (in (.. one origin) fires)))))))
  (on (== clock 3) (= groves (updateObj groves (--> one (aged one)) (--> one (!= (.. one age) 0)))))
  (on (& (== clock 3) (! (any burns groves))) (= groves (map dried groves)))
  (on left (= plane (flown (Position -2 0))))
  (on right (= plane (flown (Position 2 0))))
  (on up (= plane (flown (Position 0 -2))))
  (on down (= plane (flown (Position 0 2))))
  (on (intersects plane river) (= plane (updateObj plane "load" 2))))
