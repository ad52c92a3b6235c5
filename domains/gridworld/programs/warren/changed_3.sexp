(program
  (= GRID_SIZE 10)
  (= background "olivedrab")

  (object Burrow (Cell 0 0 "saddlebrown"))
  (object Rabbit (: under Int) (Cell 0 0 (if (> under 0) then "saddlebrown" else "bisque")))
  (object Fox (: low Bool) (: tired Bool) (Cell 0 0 (if low then "darkorange" else "firebrick")))
  (object Bone (Cell 0 0 "ivory"))

  (= holes_at (list (Position 1 1) (Position 8 2) (Position 5 8)))

  (= burrows (initnext (map (--> spot (Burrow spot)) holes_at) (prev burrows)))
  (= rabbits (initnext (list (Rabbit 0 (Position 6 4)) (Rabbit 0 (Position 3 5))) (prev rabbits)))
  (: fox Fox)
  (= fox (initnext (Fox false false (Position 0 9)) (prev fox)))
  (= bones (initnext (list) (prev bones)))          ; one for each meal, four at most

  (= across (--> one (- (.. (.. one origin) x) (.. (.. fox origin) x))))
  (= along (--> one (- (.. (.. one origin) y) (.. (.. fox origin) y))))
  (= afraid (--> one (<= (+ (abs (across one)) (abs (along one))) (if (.. fox low) then 1 else 4))))
  (= kept (--> (was now) (if (isWithinBounds now) then now else was)))
  (= grazes (--> one (move one (uniformChoice (list (Position 1 0) (Position -1 0) (Position 0 1) (Position 0 -1))))))
  (= level (--> one (>= (abs (across one)) (abs (along one)))))
  (= runs (--> one (move one (if (level one) then (Position (if (>= (across one) 0) then 1 else -1) 0) else
    (Position 0 (sign (along one)))))))
  (= slips (--> one (move one (if (level one) then (Position 0 (uniformChoice (list -1 1))) else
    (Position (uniformChoice (list -1 1)) 0)))))
  (= flees (--> one (if (isWithinBounds (runs one)) then (runs one) else (kept one (slips one)))))
  (= dives (--> (was now) (if (& (in (.. now origin) holes_at) (!= (.. was origin) (.. now origin)))
    then (updateObj now "under" 5) else now)))
  (= acts (--> one (if (> (.. one under) 1) then (updateObj one "under" (- (.. one under) 1)) else
    (if (== (.. one under) 1) then (Rabbit 0 (uniformChoice holes_at)) else
      (dives one (if (afraid one) then (flees one) else (kept one (grazes one))))))))
  (= caught (--> one (& (== (.. one under) 0) (intersects one fox))))
  (= enters (--> went (& (isWithinBounds went) (! (in (.. went origin) holes_at)))))
  (= ahead (--> one (& (== (.. one under) 0) (== (* (across one) (along one)) 0))))
  (= bound (--> went (if (& (.. fox low) (any ahead rabbits)) then (move went (deltaPos (.. fox origin) (.. went origin)))
    else went)))
  (= prowl (--> went (= fox (updateObj (if (& (enters (bound went)) (! (.. fox tired))) then (bound went) else fox)
    "tired" (& (.. fox low) (! (.. fox tired)))))))   ; crawling is half as fast

  (on left (prowl (moveLeft fox)))
  (on right (prowl (moveRight fox)))
  (on up (prowl (moveUp fox)))
  (on down (prowl (moveDown fox)))
  (on clicked (= fox (updateObj fox "low" (! (.. fox low)))))
  (on true (= rabbits (list (at rabbits 1) (acts (at rabbits 0)))))  ; they step by turns
  (on (any caught rabbits) (let
    (= bones (if (< (length bones) 4) then (addObj bones (Bone (Position (length bones) 0))) else (list)))
    (= rabbits (updateObj rabbits (--> one (Rabbit 5 (Position 1 1))) caught)))))
