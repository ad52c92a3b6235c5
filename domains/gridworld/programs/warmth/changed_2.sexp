(program
  (= GRID_SIZE 9)
  (= background "black")

  (object Rod (: heat Int) (list
    (Cell 0 0 (if (> heat 6) then "white" else (if (> heat 4) then "yellow" else
               (if (> heat 2) then "orange" else (if (> heat 0) then "firebrick" else "dimgray")))))
    (Cell 0 1 (if (> heat 6) then "white" else (if (> heat 4) then "yellow" else
               (if (> heat 2) then "orange" else (if (> heat 0) then "firebrick" else "dimgray")))))))
  (object Flame (: burning Bool) (list (Cell 0 0 (if burning then "gold" else "steelblue")) (Cell 0 1 "steelblue")))
  (object Wax (Cell 0 0 "ivory"))

  (= rod (initnext (map (--> n (Rod 0 (Position n 4))) (range 1 7)) (prev rod)))
  (: flame Flame)
  (= flame (initnext (Flame true (Position 1 6)) (prev flame)))
  (: fuel Int)                                      ; steps that the flame can still burn
  (= fuel (initnext 9 (prev fuel)))
  (= wax (initnext (map (--> n (Wax (Position 7 n))) (list 2 3 4)) (prev wax)))

  (= heat_at (--> n (sum (map (--> part (.. part heat)) (filter (--> part (== (.. (.. part origin) x) n)) rod)))))
  (= column (--> one (.. (.. one origin) x)))
  (= flow (--> (here there) (if (>= (- there here) 2) then 1 else (if (>= (- here there) 2) then -1 else 0))))
  (= from (--> (part n) (if (| (< n 1) (> n 6)) then 0 else (flow (.. part heat) (heat_at n)))))
  (= fed (--> part (if (& (.. flame burning) (& (> fuel 0) (== (column part) (column flame)))) then 2 else 0)))
  (= lost (--> part (if (== (column part) 6) then (sign (.. part heat)) else 0)))
  (= warmer (--> part (updateObj part "heat" (max 0 (min 8 (- (+ (+ (.. part heat) (fed part))
    (+ (from part (- (column part) 1)) (from part (+ (column part) 1)))) (lost part)))))))

  (on true (= rod (map warmer rod)))
  (on left (= flame (if (> (column flame) 1) then (moveLeft flame) else flame)))
  (on right (= flame (if (< (column flame) (if (.. flame burning) then 4 else 6)) then (moveRight flame) else flame)))
  (on clicked (= flame (updateObj flame "burning" (& (! (.. flame burning)) (> fuel 0)))))
  (on (& (.. flame burning) (> fuel 0)) (= fuel (- fuel 1)))
  (on (== fuel 0) (= flame (updateObj flame "burning" false)))
  (on (! (.. flame burning)) (= fuel (min 9 (+ fuel 1))))
  (on (& (== (heat_at 6) 2) (> (length wax) 0)) (= wax (removeObj wax (--> one (== (.. (.. one origin) y)
    (- 5 (length wax)))))))
  (on (& up (== (length wax) 0)) (= wax (map (--> n (Wax (Position 7 n))) (list 2 3 4)))))
