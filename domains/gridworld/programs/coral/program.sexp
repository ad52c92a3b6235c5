(program
  (= GRID_SIZE 10)
  (= background "darkcyan")

  (object Reef (list (Cell 0 0 "dimgray") (Cell 2 0 "dimgray") (Cell 4 0 "dimgray") (Cell 6 0 "dimgray") (Cell 8 0 "dimgray")))
  (object Polyp (Cell 0 0 "hotpink"))
  (object Lamp (list (Cell -1 0 "khaki") (Cell 0 0 "gold") (Cell 1 0 "khaki")))

  (= reef (initnext (Reef (Position 0 9)) (prev reef)))
  (= polyps (initnext (map (--> n (Polyp (Position (* 2 n) 8))) (range 0 5)) (prev polyps)))
  (: lamp Lamp)
  (= lamp (initnext (Lamp (Position 3 0)) (prev lamp)))
  (: sway Int)                                      ; which way the lamp drifts
  (= sway (initnext 1 (prev sway)))
  (: tide Int)                                      ; coral grows and dies once in four steps
  (= tide (initnext 0 (prev tide)))

  (= column (--> one (.. (.. one origin) x)))
  (= size (--> n (length (filter (--> one (== (column one) n)) polyps))))
  (= shaded (--> n (| (> (size (- n 2)) (+ (size n) 1)) (> (size (+ n 2)) (+ (size n) 1)))))
  (= lit (--> n (& (<= (abs (- n (column lamp))) 1) (! (shaded n)))))
  (= grown (--> n (& (lit n) (& (> (size n) 0) (< (size n) 6)))))
  (= seeded (--> n (& (== (size n) 0) (& (lit n) (> (+ (size (- n 2)) (size (+ n 2))) 3)))))
  (= sprout (--> n (Polyp (Position n (- 8 (size n))))))
  (= bare (--> one (& (! (lit (column one))) (& (> (size (column one)) 1) (== (.. (.. one origin) y) (- 9 (size (column one))))))))

  (on (== tide 3) (let
    (= polyps (concat (list (filter (--> one (! (bare one))) polyps)
                            (map sprout (filter (--> n (| (grown n) (seeded n))) (list 0 2 4 6 8))))))
    true))
  (on left (= sway -1))
  (on right (= sway 1))
  (on up (= sway 0))
  (on (| (== tide 1) (== tide 3)) (let
    (= sway (if (== (column lamp) 0) then (abs sway) else (if (== (column lamp) 8) then (- (abs sway)) else sway)))
    (= lamp (move lamp (Position sway 0)))))
  (on (clicked polyps) (= polyps (removeObj polyps (--> one (& (clicked one) (== (.. (.. one origin) y) (- 9 (size (column one)))))))))
  (on true (= tide (% (+ tide 1) 4))))
