(program
  (= GRID_SIZE 7)
  (= background "palegreen")

  (object Water (list (Cell 0 0 "steelblue") (Cell 1 0 "steelblue") (Cell 2 0 "steelblue")))
  (object Store (: hue String) (list (Cell 0 0 hue) (Cell 0 1 hue)))
  (object Plank (: hold Int) (Cell 0 0 (if (== hold 0) then "steelblue" else
    (if (== hold 1) then "burlywood" else "saddlebrown"))))
  (object Wave (list (Cell 0 0 "white") (Cell 0 -1 "lightblue")))
  (object Builder (: laden Bool) (Cell 0 0 (if laden then "orange" else "darkred")))

  (= stream (initnext (map (--> n (Water (Position 3 n))) (range 0 7)) (prev stream)))
  (= stores (initnext (list (Store "sienna" (Position 0 2)) (Store "gray" (Position 1 2))) (prev stores)))
  (= planks (initnext (map (--> n (Plank 0 (Position n 4))) (range 3 6)) (prev planks))) ; none, loose, pegged
  (: wave Wave)
  (= wave (initnext (Wave (Position 4 1)) (prev wave)))
  (: builder Builder)
  (= builder (initnext (Builder false (Position 2 4)) (prev builder)))
  (: peg Bool)                                      ; there is room for one in the builder's pocket
  (= peg (initnext true (prev peg)))

  (: waves Int)
  (= waves (initnext 0 (prev waves)))

  (= lane (--> thing (.. (.. thing origin) x)))
  (= row (--> thing (.. (.. thing origin) y)))
  (= ahead (--> () (+ (lane builder) 1)))
  (= found (--> (held column) (any (--> plank (& (== (lane plank) column) (== (.. plank hold) held))) planks)))
  (= walk (--> column (= builder (if (& (! (found 0 column)) (& (>= column 0) (< column 7)))
    then (Builder (.. builder laden) (Position column 4)) else builder))))
  (= turned (--> (held column) (updateObj planks (--> plank (updateObj plank "hold" held))
    (--> plank (== (lane plank) column)))))

  (on left (walk (- (lane builder) 1)))
  (on right (walk ((ahead))))
  (on (& up (== (lane builder) 0)) (= builder (updateObj builder "laden" true)))
  (on (& up (== (lane builder) 1)) (= peg true))
  (on (& up (& peg (found 1 ((ahead))))) (let
    (= planks (turned 2 ((ahead))))
    (= peg false)))
  (on (& down (& (.. builder laden) (found 0 ((ahead))))) (let
    (= planks (turned 1 ((ahead))))
    (= builder (updateObj builder "laden" false))))
  (on (== (row wave) (if (< waves 3) then 7 else 1)) (= waves (min 3 (+ waves 1))))
  (on true (= wave (if (== (row wave) (if (< waves 3) then 7 else 1))
    then (Wave (Position (uniformChoice (list 3 4 5)) (if (< waves 3) then 1 else 7)))
    else (move wave (Position 0 (if (< waves 3) then 2 else -2))))))
  (on (& (== (row wave) 5) (found 1 (lane wave))) (= planks (turned 0 (lane wave))))
  (on (found 0 (lane builder)) (= builder (Builder false (Position 2 4)))))
