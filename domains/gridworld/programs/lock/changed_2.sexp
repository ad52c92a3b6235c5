(program
  (= GRID_SIZE 9)
  (= background "black")

  (object Light (: shows Int) (Cell 0 0 (if (== shows 0) then "red" else (if (== shows 1) then "lime" else "blue"))))
  (object Bolt (: drawn Bool) (list (Cell 0 (if drawn then 1 else 0) "darkgray") (Cell 0 2 "dimgray")))
  (object Wall (Cell 0 0 "dimgray"))
  (object Prisoner (: step Int) (Cell 0 0 "orange"))
  (object Star (Cell 0 0 "yellow"))

  (= keys (list "left" "up" "up" "right" "down" "up"))

  (= walls (initnext (concat (list (map (--> n (Wall (Position n 3))) (range 0 9))
    (map (--> n (Wall (Position n 5))) (list 0 1 3 4 6 7)))) (prev walls)))
  (: light Light)
  (= light (initnext (Light 0 (Position 4 1)) (updateObj (prev light) "shows" (% (+ (.. (prev light) shows) 1) 3))))
  (= bolts (initnext (map (--> n (Bolt false (Position n 4))) (list 2 5 8)) (prev bolts)))
  (: prisoner Prisoner)
  (= prisoner (initnext (Prisoner 1 (Position 0 4)) (prev prisoner)))
  (= stars (initnext (list) (prev stars)))          ; one for each escape, three at most
  (: known Int)                                     ; how many keys of the code have been struck
  (= known (initnext 0 (prev known)))
  (: shift Int)                                     ; where the code begins
  (= shift (initnext 0 (prev shift)))

  (: strict Bool)
  (= strict (initnext false (prev strict)))

  (= wanted (--> () (at keys (% (+ known shift) 6))))
  (= strike (--> word (= known (if (== (.. light shows) 0) then known else
    (if (== word ((wanted))) then (min 6 (+ known 1)) else (if strict then 0 else
      (* 2 (/ (max 0 (- known 1)) 2))))))))
  (= column (--> one (.. (.. one origin) x)))
  (= bars (--> (bolt spot) (& (! (.. bolt drawn)) (== (.. bolt origin) spot))))
  (= shut (--> spot (| (< (.. spot x) 0) (any (--> bolt (bars bolt spot)) bolts))))
  (= ahead (--> () (movePos (.. prisoner origin) (Position (.. prisoner step) 0))))

  (on left (strike "left"))
  (on right (strike "right"))
  (on up (strike "up"))
  (on down (strike "down"))
  (on true (= bolts (map (--> bolt (updateObj bolt "drawn" (> known (/ (* 2 (column bolt)) 3)))) bolts)))
  (on (> known 1) (= strict true))
  (on (shut ((ahead))) (= prisoner (updateObj prisoner "step" (- (.. prisoner step)))))
  (on (! (shut ((ahead)))) (= prisoner (move prisoner (Position (.. prisoner step) 0))))
  (on (> (column prisoner) 8) (let
    (= stars (if (< (length stars) 3) then (addObj stars (Star (Position (length stars) 0))) else stars))
    (= shift (% (+ shift 1) 3))
    (= known 0)
    (= prisoner (Prisoner 1 (Position 0 4))))))
