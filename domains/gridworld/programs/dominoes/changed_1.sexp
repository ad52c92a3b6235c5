(program
  (= GRID_SIZE 16)
  (= background "darkgreen")

  (object Domino (: index Int) (: tall Int) (: phase Int) (list
    (Cell (if (< phase 0) then 0 else 0) (if (< phase 0) then 0 else 0) "ivory")
    (Cell (if (< phase 0) then 1 else 0) (if (< phase 0) then 0 else (if (< 1 tall) then -1 else 0)) "ivory")
    (Cell (if (< phase 0) then 1 else 0) (if (< phase 0) then 0 else (if (< 2 tall) then -2 else 0)) "ivory")
    (Cell (if (< phase 0) then 1 else 0) (if (< phase 0) then 0 else (if (< 3 tall) then -3 else 0)) "ivory")))
  (object Hand (list (Cell 0 0 "salmon") (Cell 0 1 "salmon")))
  (object Bell (: rung Bool) (list (Cell 0 0 (if rung then "gold" else "gray")) (Cell 1 0 (if rung then "gold" else "gray"))))

  (= row (initnext (list
    (Domino 0 3 0 (Position 3 12)) (Domino 1 1 0 (Position 5 12)) (Domino 2 4 0 (Position 7 12))
    (Domino 3 2 0 (Position 9 12)) (Domino 4 2 0 (Position 11 12))) (prev row)))  ; phase: -1 lies, 0 stands, n falls
  (: place Int)
  (= place (initnext 0 (prev place)))
  (: hand Hand)
  (= hand (initnext (Hand (Position 3 14)) (prev hand)))
  (: bell Bell)
  (= bell (initnext (Bell false (Position 13 9)) (prev bell)))

  (: pushes Int)
  (= pushes (initnext 0 (prev pushes)))

  (= slowness (--> one (if (== pushes 3) then 1 else (.. one tall))))
  (= strikes (--> (first second) (& (& (== (.. first phase) 1) (== (+ (.. first index) 1) (.. second index)))
                                    (& (>= (.. first tall) 2) (<= (.. second tall) (+ (.. first tall) 1))))))
  (= struck (--> one (& (== (.. one phase) 0) (any (--> other (strikes other one)) row))))
  (= next_phase (--> one (if (struck one) then (slowness one) else
                       (if (> (.. one phase) 1) then (- (.. one phase) 1) else
                         (if (== (.. one phase) 1) then -1 else (.. one phase))))))
  (= rings (--> one (& (== (.. one phase) 1) (& (== (.. one index) 4) (== (.. one tall) 4)))))
  (= held (--> one (== (.. one index) place)))
  (= tall_at (--> n (head (map (--> one (.. one tall)) (filter (--> one (== (.. one index) n)) row)))))
  (= pair (--> one (| (== (.. one index) place) (== (.. one index) (+ place 1)))))
  (= firm (--> one (== (.. one phase) 0)))
  (= exchanged (--> one (updateObj one "tall" (tall_at (- (+ (* 2 place) 1) (.. one index))))))

  (on (any rings row) (= bell (updateObj bell "rung" (! (.. bell rung)))))
  (on true (= row (map (--> one (updateObj one "phase" (next_phase one))) row)))
  (on left (= place (max 0 (- place 1))))
  (on right (= place (min 4 (+ place 1))))
  (on up (= row (updateObj row (--> one (updateObj one "phase" 0)) (--> one (held one)))))
  (on (& down (any (--> one (& (held one) (firm one))) row)) (= pushes (min 3 (+ pushes 1))))
  (on down (= row (updateObj row (--> one (updateObj one "phase" (slowness one))) (--> one (& (held one) (firm one))))))
  (on (& clicked (& (< place 4) (== (length (filter firm (filter pair row))) 2))) (= row (updateObj row exchanged pair)))
  (on true (= hand (Hand (Position (+ 3 (* 2 place)) 14)))))
