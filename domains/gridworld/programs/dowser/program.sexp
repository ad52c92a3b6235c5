(program
  (= GRID_SIZE 8)
  (= background "darkolivegreen")

  (object Stone (Cell 0 0 "gray"))
  (object Dowser (Cell 0 0 "white"))
  (object Rod (: pull Int) (Cell 0 0 (if (== pull 0) then "midnightblue" else (if (== pull 1) then "royalblue" else
    (if (== pull 2) then "orange" else "red")))))
  (object Spring (Cell 0 0 "aqua"))

  (= veins (list (Position 1 2) (Position 6 2) (Position 3 6) (Position 7 7)))

  (= stones (initnext (map (--> site (Stone site)) (list (Position 3 3) (Position 4 3) (Position 1 5) (Position 6 5))) (prev stones)))
  (= springs (initnext (list) (prev springs)))
  (: rod Rod)
  (= rod (initnext (Rod 1 (Position 0 0)) (prev rod)))
  (: dowser Dowser)
  (= dowser (initnext (Dowser (Position 3 4)) (prev dowser)))
  (: vein Position)                                 ; where the water is
  (= vein (initnext (Position 7 7) (prev vein)))

  (= away (--> () (+ (abs (- (.. vein x) (.. (.. dowser origin) x))) (abs (- (.. vein y) (.. (.. dowser origin) y))))))
  (= band (--> steps (if (<= steps 1) then 3 else (if (<= steps 3) then 2 else (if (<= steps 6) then 1 else 0)))))
  (= read (--> tremble (= rod (Rod (max 0 (min 3 (+ (band ((away))) tremble))) (Position 0 0)))))
  (= open (--> one (& (& (isWithinBounds one) (> (.. (.. one origin) y) 0))
    (! (any (--> stone (intersects stone one)) stones)))))
  (= stride (--> one (let
    (= dowser (if (open one) then one else dowser))
    (read (uniformChoice (list 0 -1 1))))))

  (on left (stride (moveLeft dowser)))
  (on right (stride (moveRight dowser)))
  (on up (stride (moveUp dowser)))
  (on down (stride (moveDown dowser)))
  (on (& clicked (!= (.. dowser origin) vein)) (= springs
    (filter (--> spring (> (.. (.. spring origin) x) (- 8 (length springs)))) springs)))
  (on (& clicked (== (.. dowser origin) vein)) (let
    (= springs (if (== (length springs) 3) then springs else
      (addObj springs (Spring (Position (- 7 (length springs)) 0)))))
    (= vein (uniformChoice (filter (--> other (!= other (.. dowser origin))) veins)))))
  (on (! (any (--> key key) (list ((left)) ((right)) ((up)) ((down))))) (read 0)))
