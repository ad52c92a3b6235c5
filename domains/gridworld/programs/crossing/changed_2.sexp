(program
  (= GRID_SIZE 9)
  (= background "darkseagreen")

  (object Pavement (Cell 0 0 "wheat"))
  (object Road (Cell 0 0 "silver"))
  (object Zebra (Cell 0 0 "white"))
  (object Car (: heading String) (: pause Int) (Cell 0 0 (if (== heading "down") then "royalblue" else "crimson")))
  (object Walker (Cell 0 0 "black"))

  (= stripes (list (Position 1 3) (Position 1 5) (Position 4 7)))
  (= walkway (concat (list (map (--> n (Position 1 n)) (range 0 8)) (map (--> n (Position n 7)) (range 2 9)))))
  (= lanes (concat (list (map (--> n (Position n 3)) (range 0 9)) (map (--> n (Position n 5)) (range 0 9))
    (map (--> n (Position 4 n)) (range 0 9)))))

  (= pavement (initnext (map (--> spot (Pavement spot)) walkway) (prev pavement)))
  (= roads (initnext (map (--> spot (Road spot)) lanes) (prev roads)))
  (= zebras (initnext (map (--> spot (Zebra spot)) stripes) (prev zebras)))
  (= cars (initnext (list (Car "right" 0 (Position 2 3)) (Car "left" 0 (Position 8 5))
    (Car "down" 0 (Position 4 0))) (prev cars)))
  (: walker Walker)
  (= walker (initnext (Walker (Position 1 0)) (prev walker)))
  (: still Int)                                     ; how long the walker has stood, 2 at most
  (= still (initnext 0 (min 2 (+ (prev still) 1))))
  (: blue_first Bool)                               ; who has the right of way
  (= blue_first (initnext false (prev blue_first)))

  (: fixed Bool)
  (= fixed (initnext false (prev fixed)))

  (= way (--> car (if (== (.. car heading) "right") then (Position 1 0) else
    (if (== (.. car heading) "left") then (Position -1 0) else (Position 0 1)))))
  (= next (--> car (movePos (.. car origin) (way car))))
  (= entry (--> car (if (== (.. car heading) "right") then (Position -1 3) else
    (if (== (.. car heading) "left") then (Position 9 5) else (Position 4 -1)))))
  (= first (--> car (== (== (.. car heading) "down") (& blue_first (! fixed)))))
  (= in_way (--> (car other) (& (!= (.. car heading) (.. other heading))
    (| (== (next car) (.. other origin)) (& (== (next car) (next other)) (first other))))))
  (= patient (--> car (== still 2)))
  (= courteous (--> car (& (patient car)
    (& (in (next car) stripes) (<= (sqdist (next car) (.. walker origin)) 1)))))
  (= waits (--> car (| (== (next car) (.. walker origin))
    (| (courteous car) (any (--> other (in_way car other)) cars)))))
  (= passed (--> car (! (| (isWithinBounds car) (== (.. car origin) (entry car))))))
  (= again (--> car (if (passed car)
    then (updateObj (updateObj car "origin" (entry car)) "pause" (uniformChoice (list 0 2 3))) else car)))
  (= drive (--> car (if (> (.. car pause) 0) then (updateObj car "pause" (- (.. car pause) 1)) else
    (if (waits car) then car else (again (move car (way car)))))))
  (= walk (--> went (if (in (.. went origin) walkway) then (let (= walker went) (= still 0) true) else false)))

  (on left (walk (moveLeft walker)))
  (on right (walk (moveRight walker)))
  (on up (walk (moveUp walker)))
  (on down (walk (moveDown walker)))
  (on (== (.. (.. walker origin) y) 7) (= fixed true))
  (on clicked (= blue_first (! blue_first)))
  (on true (= cars (map drive cars)))
  (on (in (.. walker origin) (map (--> car (.. car origin)) cars)) (= walker (Walker (Position 1 0)))))
