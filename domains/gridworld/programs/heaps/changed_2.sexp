(program
  (= GRID_SIZE 7)
  (= background "beige")

  (object Pebble (Cell 0 0 "slategray"))
  (object Crow (: awake Bool) (Cell 0 0 (if awake then "black" else "dimgray")))
  (object Hand (Cell 0 0 "peru"))
  (object Feather (: mine Bool) (Cell 0 0 (if mine then "gold" else "black")))

  (= columns (list 1 3 5))
  (= sizes (list 2 4 3))
  (= heaped (concat (map (--> nth (map (--> up_by (Position (at columns nth) (- 6 up_by)))
    (range 0 (at sizes nth)))) (range 0 3))))

  (= pebbles (initnext (map (--> spot (Pebble spot)) heaped) (prev pebbles)))
  (: crow Crow)
  (= crow (initnext (Crow false (Position 0 0)) (prev crow)))
  (= feathers (initnext (filter (--> plume false) (list (Feather true (Position 1 0)))) (prev feathers)))
  (: barred Int)                                    ; the column that was touched last
  (= barred (initnext 0 (prev barred)))
  (: taken Int)                                     ; pebbles taken in this turn, all from one heap
  (= taken (initnext 0 (prev taken)))
  (: think Int)                                     ; steps until the crow takes; 0 when it is the player's turn
  (= think (initnext 0 (prev think)))
  (: idle Int)                                      ; the crow's patience
  (= idle (initnext 0 (prev idle)))
  (: hand Hand)
  (= hand (initnext (Hand (Position 3 1)) (prev hand)))

  (= column (--> one (.. (.. one origin) x)))
  (= row (--> one (.. (.. one origin) y)))
  (= tall (--> where (length (filter (--> one (== (column one) where)) pebbles))))
  (= open (--> where (& (> (tall where) 0) (| (!= where barred) (== (tall where) (length pebbles))))))
  (= tempting (--> which (| (open which) (& (> (tall which) 0) (!= (column hand) barred)))))
  (= lift (--> (where upto) (= pebbles (removeObj pebbles (--> one (& (== (column one) where) (<= (row one) upto)))))))
  (= award (--> who (= feathers (if (== (length feathers) 4) then (list (Feather who (Position 1 0)))
    else (addObj feathers (Feather who (Position (+ 1 (length feathers)) 0)))))))

  (on (== (length pebbles) 0) (let (= pebbles (map (--> spot (Pebble spot)) heaped)) (= barred 0) true))
  (on (& left (& (== taken 0) (> (column hand) 1))) (= hand (move hand (Position -2 0))))
  (on (& right (& (== taken 0) (< (column hand) 5))) (= hand (move hand (Position 2 0))))
  (on (& down (& (== think 0) (& (< taken 3) (open (column hand))))) (let
    (= taken (+ taken 1))
    (= idle 0)
    (lift (column hand) (- 7 (tall (column hand))))
    (if (== (length pebbles) 0) then (award true) else false)))
  (on (& (== think 0) (& (> (length pebbles) 0) (| (& up (> taken 0)) (== idle 9)))) (let
    (= barred (if (> taken 0) then (column hand) else barred))
    (= think 4)
    true))
  (on (== think 1) (let
    (= picked (uniformChoice (filter tempting columns)))
    (= barred picked)
    (lift picked (- 6 (/ (tall picked) 2)))
    (if (== (length pebbles) 0) then (award false) else false)))
  (on true (let
    (= idle (if (== think 0) then (% (+ idle 1) 10) else 0))
    (= taken (if (| (> think 0) (== (length pebbles) 0)) then 0 else taken))
    (= think (if (== (length pebbles) 0) then 0 else (max 0 (- think 1))))
    (= crow (updateObj crow "awake" (> think 0))))))
