(program
  (= GRID_SIZE 10)
  (= background "honeydew")

  (object Shaft (Cell 0 0 "gray"))
  (object Water (Cell 0 0 "dodgerblue"))
  (object Bucket (: wet Bool) (Cell 0 0 (if wet then "blue" else "peru")))
  (object Knot (Cell 0 0 "black"))
  (object Stem (Cell 0 0 "green"))

  (= shafts (initnext (map (--> n (Shaft (Position (* 2 (% n 2)) (+ 3 (/ n 2))))) (range 0 14)) (prev shafts)))
  (= pool (initnext (list (Water (Position 1 8)) (Water (Position 1 9))) (prev pool)))
  (= trough (initnext (filter (--> drop false) (list (Water (Position 4 9)))) (prev trough)))
  (= knots (initnext (list (Knot (Position 1 0)) (Knot (Position 1 1))) (prev knots)))
  (: bucket Bucket)
  (= bucket (initnext (Bucket false (Position 1 2)) (prev bucket)))
  (= stems (initnext (list (Stem (Position 8 9))) (prev stems)))
  (: reel Int)                                      ; 1 while the rope runs out, -1 while it is wound up
  (= reel (initnext 0 (prev reel)))
  (: held Int)                                      ; measures in the bucket, 0 to 4
  (= held (initnext 0 (prev held)))
  (: leak Int)                                      ; the bucket loses a measure every third step above the pool
  (= leak (initnext 0 (prev leak)))
  (: clay Int)                                      ; steps for which fresh clay keeps the bucket tight
  (= clay (initnext 0 (prev clay)))
  (: thirst Int)                                    ; the plant drinks every ninth step
  (= thirst (initnext 0 (prev thirst)))

  (= depth (--> one (.. (.. one origin) y)))

  (on down (= reel 1))
  (on up (= reel -1))
  (on true (let
    (= reel (if (== (depth bucket) (if (> reel 0) then 9 else 2)) then 0 else reel))
    (= bucket (move bucket (Position 0 (if (& (> (* reel held) 0) (< (depth bucket) 8)) then 2 else reel))))))
  (on true (= clay (max 0 (- clay 1))))
  (on (& left (== (depth bucket) 2)) (= clay 9))
  (on true (let
    (= leak (if (| (> (depth bucket) 7) (| (== held 0) (> clay 0))) then 0 else (% (+ leak 1) 3)))
    (= held (if (== (depth bucket) 9) then (min 4 (+ held 2)) else (if (== (depth bucket) 8) then (min 4 (+ held 1)) else
      (if (& (== leak 0) (& (== clay 0) (> held 0))) then (- held 1) else held))))))
  (on (& right (== (depth bucket) 2)) (let
    (= trough (concat (list trough (map (--> n (Water (Position 4 (- 9 n))))
      (range (length trough) (min 4 (+ (length trough) held)))))))
    (= held 0)))
  (on true (let
    (= thirst (% (+ thirst 1) 9))
    (if (!= thirst 0) then true else (let
      (= stems (if (> (length trough) 0)
        then (map (--> n (Stem (Position 8 (- 9 n)))) (range 0 (min 6 (+ (length stems) 1))))
        else (map (--> n (Stem (Position 8 (- 9 n)))) (range 0 (max 1 (- (length stems) 1))))))
      (= trough (filter (--> drop (> (depth drop) (- 10 (length trough)))) trough))
      true))
    (= bucket (updateObj bucket "wet" (> held 0)))
    (= knots (map (--> n (Knot (Position 1 n))) (range 0 (depth bucket)))))))
