(program
  (= GRID_SIZE 16)
  (= background "linen")

  (object Layer (list (Cell 0 0 "royalblue") (Cell 1 0 "royalblue") (Cell 2 0 "royalblue")))
  (object Gate (: number Int) (: open Bool) (list
    (Cell 0 0 (if open then "palegreen" else "black")) (Cell 0 1 (if open then "palegreen" else "black"))
    (Cell 0 2 (if open then "palegreen" else "black")) (Cell 0 3 (if open then "palegreen" else "black"))
    (Cell 0 4 (if open then "palegreen" else "black")) (Cell 0 5 (if open then "palegreen" else "black"))
    (Cell 0 6 (if open then "palegreen" else "black")) (Cell 0 7 (if open then "palegreen" else "black"))
    (Cell 0 8 (if open then "palegreen" else "black"))))
  (object Boat (: laden Bool) (list (Cell 0 0 "firebrick") (Cell 1 0 (if laden then "gold" else "firebrick"))))
  (object Parcel (Cell 0 0 "gold"))

  (= still (initnext (concat (list (pool 0 9) (pool 12 3) (pool 13 3))) (prev still)))
  (= water (initnext (concat (list (pool 4 4) (pool 8 8))) (prev water)))
  (= gates (initnext (list (Gate 0 false (Position 3 7)) (Gate 1 false (Position 7 7)) (Gate 2 false (Position 11 7)))
             (prev gates)))
  (: upper Int)                                     ; water level of the left lock; the lake stands at 9
  (= upper (initnext 4 (prev upper)))
  (: lower Int)                                     ; water level of the right lock; the sea stands at 3
  (= lower (initnext 8 (prev lower)))
  (: place Int)                                     ; 0 lake, 1 left lock, 2 right lock, 3 sea
  (= place (initnext 1 (prev place)))
  (: idle Int)                                      ; steps since the keeper has touched a gate
  (= idle (initnext 0 (prev idle)))
  (= shipped (initnext (list) (prev shipped)))
  (: boat Boat)
  (= boat (initnext (Boat false (Position 5 11)) (prev boat)))

  (= opened (--> n (any (--> gate (& (== (.. gate number) n) (.. gate open))) gates)))
  (= moved (--> gate (updateObj gate "open" (! (.. gate open)))))
  (= shut (--> gate (updateObj gate "open" false)))
  (= level (--> n (at (list 9 upper lower 3) n)))
  (= passable (--> n (& (opened n) (<= (abs (- (level n) (level (+ n 1)))) 1))))
  (= work (--> n (let (= gates (updateObj gates (--> gate (moved gate)) (--> gate (== (.. gate number) n)))) (= idle 0) true)))
  (= pool (--> (column depth) (map (--> n (Layer (Position column (- 15 n)))) (range 0 depth))))

  (on (& (clicked gates) true) (let (= gates (updateObj gates (--> gate (moved gate)) (--> gate (clicked gate)))) (= idle 0)))
  (on (& up (< place 3)) (work place))
  (on (& down (> place 0)) (work (- place 1)))
  (on (& left (& (> place 0) (passable (- place 1)))) (= place (- place 1)))
  (on (& right (& (< place 3) (passable place))) (= place (+ place 1)))
  (on (== idle 9) (= gates (map shut gates)))
  (on (& (opened 0) (< upper 9)) (= upper (+ upper 1)))
  (on (& (opened 2) (> lower 3)) (= lower (- lower 1)))
  (on (& (opened 1) (>= (abs (- upper lower)) 2)) (let
    (= upper (- upper (sign (- upper lower))))
    (= lower (+ lower (sign (- (+ upper 0) lower))))))
  (on (& (== place 0) (! (.. boat laden))) (= boat (updateObj boat "laden" true)))
  (on (& (== place 3) (.. boat laden)) (let
    (= shipped (if (< (length shipped) 3) then (addObj shipped (Parcel (Position (+ 13 (length shipped)) 1)))
                else (list)))
    (= boat (updateObj boat "laden" false))))
  (on true (let
    (= idle (min 9 (+ idle 1)))
    (= boat (updateObj boat "origin" (Position (+ (* 4 place) 1) (- 15 (level place)))))
    (= water (concat (list (pool 4 upper) (pool 8 lower)))))))
