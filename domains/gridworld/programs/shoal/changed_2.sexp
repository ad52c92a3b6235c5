(program
  (= GRID_SIZE 12)
  (= background "navy")

  (object Fish (: toward Int) (list (Cell 0 0 "orange")))
  (object Weed (Cell 0 0 "seagreen"))

  (= weeds (initnext (list (Weed (Position 2 11)) (Weed (Position 3 11)) (Weed (Position 7 11)) (Weed (Position 10 11)))
             (prev weeds)))
  (= shoal (initnext (list (Fish 1 (Position 0 2)) (Fish -1 (Position 8 4)) (Fish 1 (Position 4 6))
                           (Fish -1 (Position 10 8))) (prev shoal)))
  (: fright Int)                                    ; steps for which the frightened shoal goes on swimming straight
  (= fright (initnext 0 (prev fright)))

  (= apart (--> (one other) (let
    (= gap (% (+ (- (.. (.. one origin) x) (.. (.. other origin) x)) 12) 12))
    (min gap (- 12 gap)))))
  (= mates (--> (one other) (& (<= (abs (- (.. (.. one origin) y) (.. (.. other origin) y))) 4)
                               (<= (apart one other) 2))))
  (= vote (--> one (sum (map (--> other (.. other toward)) (filter (--> other (mates one other)) shoal)))))
  (= agreed (--> one (if (== (vote one) 0) then one else (updateObj one "toward" (sign (vote one))))))
  (= leads (--> first (== (length (filter (--> other (< (% (+ (- (.. (.. other origin) x) (.. (.. first origin) x)) 12) 12) 4))
    shoal)) 4)))
  (= stroke (--> () (if (any leads shoal) then 2 else 1)))
  (= swum (--> one (updateObj one "origin" (Position
    (% (+ (+ (.. (.. one origin) x) (* (.. one toward) ((stroke)))) 12) 12) (.. (.. one origin) y)))))
  (= turned (--> one (updateObj one "toward" (- (.. one toward)))))
  (on (== fright 0) (= shoal (map agreed shoal)))
  (on (> fright 0) (= fright (- fright 1)))
  (on (clicked shoal) (let
    (= shoal (updateObj shoal (--> one (turned one)) (--> one (clicked one))))
    (= fright 3)))
  (on up (= shoal (updateObj shoal (--> one (turned one)) (--> one (== (.. (.. one origin) y) 2)))))
  (on down (= shoal (updateObj shoal (--> one (turned one)) (--> one (== (.. (.. one origin) y) 8)))))
  (on (| left right) (let (= shoal (map turned shoal)) (= fright 3)))
  (on true (= shoal (map swum shoal))))
