(program
  (= GRID_SIZE 13)
  (= background "whitesmoke")

  (object Hopper (list (Cell -1 0 "black") (Cell 1 0 "black")))
  (object Fork (list (Cell 0 0 "sienna") (Cell 0 1 "peru")))
  (object Post (list (Cell 0 0 "gray") (Cell 0 1 "gray") (Cell 0 2 "gray")))
  (object Bin (: load Int) (: lit Bool) (list
    (Cell 0 0 (if (> load 1) then "tomato" else "white"))
    (Cell 0 1 (if (> load 0) then "tomato" else "white"))
    (Cell 0 2 (if lit then "gold" else "navy"))))
  (object Marble (: steel Bool) (: way Int) (Cell 0 0 (if steel then "steelblue" else "red")))

  (= forks (initnext (map (--> spot (Fork spot)) (list (Position 6 2) (Position 4 5) (Position 8 5)
    (Position 2 8) (Position 6 8) (Position 10 8))) (prev forks)))
  (= posts (initnext (map (--> nth (Post (Position (+ (* 4 nth) 2) 10))) (range 0 3)) (prev posts)))
  (= bins (initnext (map (--> place (Bin 0 false (Position (* 4 place) 10))) (range 0 4)) (prev bins)))
  (: hopper Hopper)
  (= hopper (initnext (Hopper (Position 6 0)) (prev hopper)))
  (= marbles (initnext (list) (prev marbles)))

  (: top Int)                                       ; where each fork points, -1 or 1
  (= top (initnext 1 (prev top)))
  (: west Int)
  (= west (initnext -1 (prev west)))
  (: east Int)
  (= east (initnext 1 (prev east)))
  (: far_west Int)
  (= far_west (initnext -1 (prev far_west)))
  (: middle Int)
  (= middle (initnext 1 (prev middle)))
  (: far_east Int)
  (= far_east (initnext -1 (prev far_east)))
  (: dropped Int)                                   ; every third marble is of steel
  (= dropped (initnext 0 (prev dropped)))
  (: jammed Bool)                                   ; a jammed board turns no fork
  (= jammed (initnext false (prev jammed)))

  (: tempered Bool)
  (= tempered (initnext false (prev tempered)))

  (= row (--> one (.. (.. one origin) y)))
  (= column (--> one (.. (.. one origin) x)))
  (= over (--> (one acolumn arow) (& (== (column one) acolumn) (== (row one) arow))))
  (= turns (--> (acolumn arow) (& (! jammed)
    (any (--> one (& (over one acolumn arow) (! (.. one steel)))) marbles))))
  (= lands (--> acolumn (any (--> one (over one acolumn 9)) marbles)))
  (= full (--> across (any (--> bin (& (== (column bin) across) (== (.. bin load) 2))) bins)))
  (= filled (--> across (= bins (updateObj bins (--> bin (updateObj bin "load" (+ (.. bin load) 1)))
    (--> bin (== (column bin) across))))))
  (= opened (--> across (= bins (updateObj bins
    (--> bin (updateObj (updateObj bin "load" 0) "lit" (! (.. bin lit)))) (--> bin (== (column bin) across))))))
  (= aside (--> one (if (== (% (row one) 3) 2) then (.. one way) else
    (if (over one 6 1) then top else
    (if (over one 4 4) then west else
    (if (over one 8 4) then east else
    (if (over one 2 7) then far_west else
    (if (over one 6 7) then middle else
    (if (over one 10 7) then far_east else 0)))))))))
  (= rolled (--> (one by) (move (updateObj one "way" by) (Position by 1))))
  (= shifted (--> by (= hopper (Hopper (Position (+ (column hopper) by) 0)))))

  (on (& left (> (column hopper) 4)) (shifted -2))
  (on (& right (< (column hopper) 8)) (shifted 2))
  (on (clicked hopper) (= jammed (! jammed)))
  (on up (let
    (= top (- top))
    (= west (- west))
    (= east (- east))
    (= far_west (- far_west))
    (= middle (- middle))
    (= far_east (- far_east))))
  (on (full 0) (opened 0))
  (on (full 4) (opened 4))
  (on (full 8) (opened 8))
  (on (full 12) (opened 12))
  (on (lands 0) (filled 0))
  (on (lands 4) (filled 4))
  (on (lands 8) (filled 8))
  (on (lands 12) (filled 12))
  (on (| (lands 0) (lands 12)) (= tempered true))
  (on (any (--> one (== (row one) 9)) marbles) (= marbles (removeObj marbles (--> one (== (row one) 9)))))
  (on (turns 6 1) (= top (- top)))
  (on (turns 4 4) (= west (- west)))
  (on (turns 8 4) (= east (- east)))
  (on (turns 2 7) (= far_west (- far_west)))
  (on (turns 6 7) (= middle (- middle)))
  (on (turns 10 7) (= far_east (- far_east)))
  (on (> (length marbles) 0) (= marbles (map (--> one (rolled one (aside one))) marbles)))
  (on (& down (< (length marbles) 1)) (let
    (= dropped (% (+ dropped 1) (if tempered then 2 else 3)))
    (= marbles (addObj marbles (Marble (== dropped 0) 0 (Position (column hopper) 0)))))))
