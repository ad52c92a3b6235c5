(program (= GRID_SIZE 9) (object Firefly (Cell 0 0 "gold"))
  (: met Bool)
  (= met (initnext false (prev met)))
  (= blown (--> (fly way) (Firefly (Position (% (+ (.. (.. fly origin) x) way) 9) (% (+ (.. (.. fly origin) y) (- 1 way)) 9)))))
  (= flies (initnext (list (Firefly (Position 3 2)) (Firefly (Position 6 2)))
    (map (--> fly (blown fly (uniformChoice (list 0 1)))) (prev flies))))
  (on (== (.. (.. (head flies) origin) x) (.. (.. (at flies 1) origin) x)) (= met true))
  (on clicked (= flies (map (--> fly (blown fly (if met then 1 else
    (sign (abs (- (.. (.. fly origin) x) (.. click x))))))) flies))))
