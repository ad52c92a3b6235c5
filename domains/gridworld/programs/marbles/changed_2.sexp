(program
  (= GRID_SIZE 11)
  (= background "black")

  (object Ramp (: lean Int) (: span Int) (: boxed Bool) (list
    (Cell 0 0 (if boxed then "slategray" else "peru"))
    (Cell (if boxed then 0 else (- lean)) (if boxed then 0 else -1) (if boxed then "slategray" else "peru"))))
  (object Bin (: lit Bool) (list (Cell 0 0 (if lit then "lime" else "darkgreen"))))
  (object Hopper (list (Cell -1 0 "silver") (Cell 1 0 "silver")))
  (object Marble (Cell 0 0 "white"))

  (= ramps (initnext (list
    (Ramp -1 2 false (Position 5 3)) (Ramp -1 1 false (Position 3 5)) (Ramp 1 1 false (Position 7 5))
    (Ramp -1 1 true (Position 2 7)) (Ramp -1 1 true (Position 4 7)) (Ramp 1 1 true (Position 6 7))
    (Ramp -1 1 true (Position 8 7))) (prev ramps)))
  (= bins (initnext (map (--> n (Bin false (Position n 10))) (list 1 3 5 7 9)) (prev bins)))
  (: hopper Hopper)
  (= hopper (initnext (Hopper (Position 5 0)) (prev hopper)))
  (: marble Marble)
  (= marble (initnext (Marble (Position 5 0)) (prev marble)))

  (= under (--> ramp (== (.. ramp origin) (moveDownPos (.. marble origin)))))
  (= tipped (--> ramp (updateObj ramp "lean" (- (.. ramp lean)))))
  (= funnel (--> () (& (== (.. (at ramps 1) lean) 1) (== (.. (at ramps 2) lean) -1))))
  (= reach (--> ramp (if (& ((funnel)) (== (.. (.. ramp origin) y) 5)) then 2 else (.. ramp span))))
  (= slid (--> (found) (move marble (Position (* (.. (head found) lean) (reach (head found))) 1))))
  (= spot_of (--> ramp (.. ramp origin)))
  (= landed (--> bin (updateObj bin "lit" (== (.. (.. bin origin) x) (.. (.. marble origin) x)))))

  (on (& left (> (.. (.. hopper origin) x) 3)) (= hopper (move hopper (Position -2 0))))
  (on (& right (< (.. (.. hopper origin) x) 7)) (= hopper (move hopper (Position 2 0))))
  (on (clicked ramps) (= ramps (updateObj ramps (--> ramp (tipped ramp)) (--> ramp (& (! (.. ramp boxed)) (clicked ramp))))))
  (on (== (.. (.. marble origin) y) 10) (let
    (= bins (map landed bins))
    (= marble (Marble (moveUpPos (.. hopper origin))))))
  (on true (let
    (= met (filter under ramps))
    (= marble (if (> (length met) 0) then (slid met) else (moveDown marble)))
    (= ramps (if (> (length met) 0) then (updateObj ramps (--> ramp (tipped ramp)) (--> ramp (in (.. ramp origin) (map spot_of met))))
              else ramps)))))
