(program
  (= GRID_SIZE 16)
  (= background "skyblue")

  (object Beam (list (Cell 0 0 "saddlebrown") (Cell 1 0 "saddlebrown") (Cell 2 0 "saddlebrown") (Cell 3 0 "saddlebrown")
    (Cell 4 0 "saddlebrown") (Cell 5 0 "saddlebrown") (Cell 6 0 "saddlebrown") (Cell 7 0 "saddlebrown")
    (Cell 8 0 "saddlebrown")))
  (object Block (Cell 0 0 "dimgray"))
  (object Cart (: full Bool) (list (Cell 0 0 (if full then "gray" else "gold")) (Cell 0 -1 "black")))
  (object Stone (Cell 0 0 "gray"))
  (object Boulder (Cell 0 0 "firebrick"))

  (: beam Beam)
  (= beam (initnext (Beam (Position 3 12)) (prev beam)))
  (: pivot Block)
  (= pivot (initnext (Block (Position 7 13)) (prev pivot)))
  (= ledges (initnext (map (--> n (Block (Position (% n 3) (+ 5 (* 3 (/ n 3)))))) (range 0 6)) (prev ledges)))
  (: cart Cart)
  (= cart (initnext (Cart false (Position 13 3)) (prev cart)))
  (= falling (initnext (filter (--> stone false) (list (Stone (Position 11 4)))) (prev falling)))
  (: boulder Boulder)
  (= boulder (initnext (Boulder (Position 3 11)) (prev boulder)))
  (: pile Int)                                      ; weight on the right end of the beam
  (= pile (initnext 0 (prev pile)))
  (: carried Int)                                   ; weight of the stone in the cart or in the air
  (= carried (initnext 0 (prev carried)))
  (: rise Int)                                      ; rows that the boulder still flies up
  (= rise (initnext 0 (prev rise)))

  (: shifts Int)
  (= shifts (initnext 0 (prev shifts)))

  (= place (--> thing (.. thing origin)))
  (= short_arm (--> foot (- (.. (place foot) x) 3)))
  (= seated (--> rock (& (== (.. (place rock) x) 3) (== (.. (place rock) y) 11))))
  (= perched (--> rock (& (== (.. (place rock) x) 2) (| (== (.. (place rock) y) 4) (== (.. (place rock) y) 7)))))
  (= roll (--> by (= cart (Cart (.. cart full) (Position (max 9 (min 15 (+ (.. (place cart) x) by))) 3)))))

  (on left (roll -1))
  (on right (roll 1))
  (on (& down (& (== (.. (place cart) x) 15) (! (| (.. cart full) (> (length falling) 0))))) (let
    (= cart (updateObj cart "full" true))
    (= carried (uniformChoice (list 1 2)))))      ; nobody sees whether it is heavy
  (on (& down (& (== (.. (place cart) x) 11) (.. cart full))) (let
    (= cart (updateObj cart "full" false))
    (= falling (list (Stone (Position 11 4))))
    true))
  (on (& up (& (seated boulder) (== (length falling) 0))) (let
    (= shifts (min 4 (+ shifts 1)))
    (= pivot (Block (Position (if (== shifts 4)
      then (if (== (.. (place pivot) x) 5) then 9 else (- (.. (place pivot) x) 2))
      else (if (== (.. (place pivot) x) 9) then 5 else (+ (.. (place pivot) x) 2))) 13)))))
  (on (clicked boulder) (let (= pile 0) (= boulder (if (perched boulder) then (Boulder (Position 3 11)) else boulder)) true))
  (on (any (--> stone (== (.. (place stone) y) 11)) falling) (let
    (= falling (filter (--> stone false) falling))
    (= pile (min 9 (+ pile carried)))
    (= carried 0)
    (if (& (seated boulder) (> (* pile (- 8 (short_arm pivot))) (* 4 (short_arm pivot)))) then (let
      (= rise (- (* 2 (short_arm pivot)) 1))
      (= pile 0))
    else false)))
  (on true (let
    (= falling (map (--> stone (moveDown stone)) falling))
    (= boulder (if (> rise 0) then (move boulder (Position 0 -1)) else (if (perched boulder) then boulder else
      (if (& (== (.. (place boulder) x) 3) (| (== (.. (place boulder) y) 4) (== (.. (place boulder) y) 7)))
        then (move boulder (Position -1 0)) else
          (if (seated boulder) then boulder else (move boulder (Position 0 1)))))))
    (= rise (max 0 (- rise 1))))))
