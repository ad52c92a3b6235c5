(program
  (= GRID_SIZE 17)
  (= background "beige")

  (object House (: number Int) (: side Int) (list
    (Cell 0 0 (if (== side 1) then "crimson" else "royalblue")) (Cell 0 -1 "dimgray")))
  (object Walker (Cell 0 0 "black"))
  (object Urn (: winner Int) (list
    (Cell 0 0 (if (== winner 0) then "white" else (if (== winner 1) then "crimson" else "royalblue")))
    (Cell 0 1 "dimgray")))

  (= ring (list (Position 8 2) (Position 11 3) (Position 13 5) (Position 14 8) (Position 13 11) (Position 11 13)
                (Position 8 14) (Position 5 13) (Position 3 11) (Position 2 8) (Position 3 5) (Position 5 3)))
  (= inside (list (Position 8 3) (Position 10 4) (Position 12 6) (Position 13 8) (Position 12 10) (Position 10 12)
                  (Position 8 13) (Position 6 12) (Position 4 10) (Position 3 8) (Position 4 6) (Position 6 4)))
  (= houses (initnext (map (--> n (House n (at (list 1 -1 1 1 -1 -1 1 -1 -1 1 -1 1) n) (at ring n))) (range 0 12))
              (prev houses)))
  (: day Int)                                       ; every third day neighbours talk
  (= day (initnext 0 (prev day)))
  (: place Int)
  (= place (initnext 0 (prev place)))
  (: walker Walker)
  (= walker (initnext (Walker (Position 8 3)) (prev walker)))
  (: leaflets Int)                                  ; one for each door, a new one after each talk
  (= leaflets (initnext 2 (prev leaflets)))
  (: urn Urn)
  (= urn (initnext (Urn 0 (Position 8 8)) (prev urn)))

  (= zealots (list 3 8))
  (= gap (--> (one other) (% (+ (- (.. one number) (.. other number)) 12) 12)))
  (= talks (--> (one other) (in (gap one other) (list 0 1 2 10 11))))
  (= heard (--> one (sum (map (--> other (.. other side)) (filter (--> other (talks one other)) houses)))))
  (= swayed (--> one (if (in (.. one number) zealots) then one else (updateObj one "side" (sign (heard one))))))
  (= visited (--> one (& (== (.. one number) place) (| (== leaflets 1) (! (in place zealots))))))
  (= result (--> () (sum (map (--> one (.. one side)) houses))))

  (on right (= place (% (+ place 1) 12)))
  (on left (= place (% (+ place 11) 12)))
  (on (& (| up clicked) (> leaflets 0)) (let
    (= houses (updateObj houses (--> one (updateObj one "side" (- (.. one side)))) (--> one (visited one))))
    (= leaflets (- leaflets 1))))
  (on (== day 2) (let (= houses (map swayed houses)) (= leaflets (min 2 (+ leaflets 1)))))
  (on true (let
    (= day (% (+ day 1) 3))
    (= urn (Urn (sign ((result))) (Position 8 8)))
    (= walker (Walker (at inside place))))))
