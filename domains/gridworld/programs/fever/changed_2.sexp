(program
  (= GRID_SIZE 3)
  (= background "black")

  (object Person (: health Int) (Cell 0 0 (if (== health 0) then "palegreen" else
                                            (if (> health 2) then "tomato" else "cornflowerblue"))))

  (= people (initnext (map (--> spot (Person 0 spot)) (allPositions 3)) (prev people)))
  (: quiet Int)                                     ; steps without anybody ill
  (= quiet (initnext 3 (prev quiet)))
  (: dose Int)                                      ; steps until the next dose of medicine is ready
  (= dose (initnext 0 (prev dose)))

  (= ill (--> one (> (.. one health) 2)))
  (= near (--> (one other) (& (ill other) (== (sqdist (.. one origin) (.. other origin)) 1))))
  (= caught (--> one (& (== (.. one health) 0) (any (--> other (near one other)) people))))
  (= later (--> one (updateObj one "health" (if (caught one) then 4 else (max 0 (- (.. one health) 1))))))
  (= arrived (--> house (updateObj people (--> one (updateObj one "health" 4)) (--> one (== (.. one origin) house)))))
  (= spoilt (--> () (> (length (filter ill people)) 4)))
  (= corners (list (Position 0 0) (Position 2 0) (Position 0 2) (Position 2 2)))

  (on true (= people (map later people)))
  (on (any ill people) (= quiet 0))
  (on (! (any ill people)) (= quiet (+ quiet 1)))
  (on (== quiet 5) (let (= people (arrived (uniformChoice corners))) (= quiet 0)))
  (on (> dose 0) (= dose (- dose 1)))
  (on (& (clicked people) (== dose 0)) (let
    (= people (updateObj people (--> one (updateObj one "health" (if ((spoilt)) then 4 else 2))) (--> one (clicked one))))
    (= dose 2))))
