(program
  (= GRID_SIZE 3)
  (= background "black")

  (object Lamp (: lit Bool) (: number Int) (Cell 0 0 (if lit then "gold" else "dimgray")))

  (= lamps (initnext (map (--> n (Lamp (== n 4) n (Position (% n 3) (/ n 3)))) (range 0 9)) (prev lamps)))
  (: column Int)                                    ; someone walks here in the dark
  (= column (initnext 0 (prev column)))
  (: row Int)
  (= row (initnext 0 (prev row)))
  (: careful Bool)                                  ; on tiptoe the walker touches no switch
  (= careful (initnext false (prev careful)))

  (: rewired Bool)
  (= rewired (initnext false (prev rewired)))

  (= here (--> () (+ column (* 3 row))))
  (= partner (--> n (% (+ (* 2 n) (if rewired then 2 else 5)) 9)))           ; each switch is wired to one more lamp
  (= wired (--> lamp (| (== (.. lamp number) ((here))) (== (.. lamp number) (partner ((here)))))))
  (= flip (--> lamp (updateObj lamp "lit" (! (.. lamp lit)))))
  (= arrive (--> (newcolumn newrow) (let
    (= column (% (+ newcolumn 3) 3))
    (= row (% (+ newrow 3) 3))
    (= lamps (if careful then lamps else (updateObj lamps flip wired)))
    (= rewired (| rewired (== ((here)) 4)))
    true)))

  (on clicked (= careful (! careful)))
  (on left (arrive (- column 1) row))
  (on right (arrive (+ column 1) row))
  (on up (arrive column (- row 1)))
  (on down (arrive column (+ row 1))))
