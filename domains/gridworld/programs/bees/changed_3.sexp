(program
  (= GRID_SIZE 12)
  (= background "honeydew")

  (object Flower (: hue String) (: open Bool) (: fruit Bool) (list
    (Cell 0 0 (if fruit then "darkorange" else (if open then "khaki" else "darkgreen")))
    (Cell 1 0 hue) (Cell -1 0 hue) (Cell 0 1 hue) (Cell 0 -1 hue)))
  (object Basket (: fill Int)
    (Cell 0 0 (if (== fill 0) then "burlywood" else (if (== fill 1) then "coral" else "brown"))))
  (object Bee (: to Int) (: way Int) (: load String) (Cell 0 0 (if (== way 1) then "black" else "gray")))

  (= flowers (initnext (list
    (Flower "hotpink" true false (Position 2 2)) (Flower "slateblue" true false (Position 9 3))
    (Flower "hotpink" true false (Position 8 9)) (Flower "slateblue" true false (Position 3 8))) (prev flowers)))
  (: basket Basket)
  (= basket (initnext (Basket 0 (Position 11 11)) (prev basket)))
  (= bees (initnext (list (Bee 1 1 "none" (Position 5 5)) (Bee 3 3 "none" (Position 6 6))) (prev bees)))
  (: breeze Position)
  (= breeze (initnext (Position 0 0) (Position 0 0)))

  (= goal (--> bee (at flowers (.. bee to))))
  (= onward (--> (bee n) (updateObj bee "to" (% (+ n (.. bee way)) 4))))
  (= skipping (--> (bee tries) (if (| (.. (goal bee) open) (== tries 0)) then bee else
    (skipping (onward bee (.. bee to)) (- tries 1)))))
  (= fromx (--> (bee) (sign (- (.. (.. (goal bee) origin) x) (.. (.. bee origin) x)))))
  (= fromy (--> (bee) (sign (- (.. (.. (goal bee) origin) y) (.. (.. bee origin) y)))))
  (= nearer (--> (bee level) (move bee (if level then (Position (fromx bee) 0) else (Position 0 (fromy bee))))))
  (= there (--> bee (== (.. bee origin) (.. (goal bee) origin))))
  (= visit (--> bee (skipping (onward (updateObj bee "load" (.. (goal bee) hue)) (.. bee to)) 4)))
  (= flat (--> bee (if (== (fromx bee) 0) then false else
    (if (== (fromy bee) 0) then true else (uniformChoice (list true false))))))
  (= fly (--> bee (if (there bee) then (visit bee) else (nearer bee (flat bee)))))
  (= brought (--> (bee flower) (& (& (.. flower open) (== (.. bee origin) (.. flower origin)))
    (& (!= (.. bee load) "none") (!= (.. bee load) (.. flower hue))))))
  (= sets (--> flower (any (--> bee (brought bee flower)) bees)))
  (= blows (--> bee (!= (if (== (.. bee way) 1) then (.. breeze x) else (.. breeze y)) 0)))
  (= amid (--> coordinate (& (> coordinate 1) (< coordinate 10))))
  (= blown (--> (was now) (if (& (amid (.. (.. now origin) x)) (amid (.. (.. now origin) y))) then now else
    (move was (Position (- (.. breeze x)) (- (.. breeze y)))))))

  (on (any sets flowers) (= flowers (updateObj flowers (--> flower (updateObj flower "fruit" true)) sets)))
  (on (clicked flowers) (= flowers (updateObj flowers (--> flower (updateObj flower "open" (! (.. flower open))))
    (--> flower (clicked flower)))))
  (on (== (length (filter (--> flower (.. flower fruit)) flowers)) 4) (let
    (= flowers (map (--> flower (updateObj flower "fruit" false)) flowers))
    (= basket (updateObj basket "fill" (% (+ (.. basket fill) 1) 3)))))
  (on left (= breeze (Position -1 0)))
  (on right (= breeze (Position 1 0)))
  (on up (= breeze (Position 0 -1)))
  (on down (= breeze (Position 0 1)))
  (on true (= bees (map (--> bee (if (blows bee) then (blown bee (move bee breeze)) else (fly bee))) bees))))
