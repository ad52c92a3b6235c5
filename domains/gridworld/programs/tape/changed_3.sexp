(program
  (= GRID_SIZE 8)
  (= background "linen")

  (object Tile (: shade Int) (list
    (Cell 0 0 (if (== shade 0) then "crimson" else (if (== shade 1) then "gold" else "royalblue")))
    (Cell 0 1 (if (== shade 0) then "crimson" else (if (== shade 1) then "gold" else "royalblue")))))
  (object Guard (list (Cell 0 0 "black") (Cell 0 4 "black")))

  (= tiles (initnext (map (--> n (Tile (at (list 0 1 2 0 1 2) n) (Position (+ n 1) 3))) (range 0 6)) (prev tiles)))
  (: guard Guard)                                   ; its tile is not rewritten
  (= guard (initnext (Guard (Position 1 1)) (prev guard)))
  (: beats Int)                                     ; a shade beats the one that comes so far after it
  (= beats (initnext 1 (prev beats)))

  (= guarded (--> () (- (.. (.. guard origin) x) 1)))
  (= shade_of (--> n (.. (at tiles n) shade)))
  (= wins (--> (one other) (== (shade_of other) (% (+ (shade_of one) beats) 3))))
  (= painted (--> (n dye) (updateObj tiles (--> tile (updateObj tile "shade" dye))
    (--> tile (== (.. (.. tile origin) x) (+ n 1))))))
  (= rewrite (--> (one other) (if (& (wins one other) (!= other ((guarded)))) then (painted other (shade_of one)) else
    (if (& (wins other one) (!= one ((guarded)))) then (painted one (shade_of other)) else tiles))))
  (= sorted (--> () (! (any (--> n (> (shade_of n) (shade_of (+ n 1)))) (range 0 5)))))
  (= shift (--> way (= guard (Guard (Position (+ 1 (% (+ ((guarded)) (if ((sorted)) then (- 6 way) else way)) 6)) 1)))))
  (= meet (--> n (= tiles (rewrite n (+ n 1)))))

  (on left (shift 5))
  (on right (shift 1))
  (on up (= tiles (painted ((guarded)) (% (+ (shade_of ((guarded))) 1) 3))))
  (on clicked (= beats (- 3 beats)))
  (on (! (| ((up)) ((clicked)))) (meet (uniformChoice (range 0 5)))))
