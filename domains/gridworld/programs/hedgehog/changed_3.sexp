(program
  (= GRID_SIZE 6)
  (= background "dimgray")

  (object Verge (Cell 0 0 "yellowgreen"))
  (object Cars (: hue String) (list (Cell 0 0 hue) (Cell 3 0 hue)))
  (object Apple (Cell 0 0 "red"))
  (object Hedgehog (: curled Bool) (: laden Bool)
    (Cell 0 0 (if curled then "black" else (if laden then "darkorange" else "saddlebrown"))))

  (= verges (initnext (map (--> nth (Verge (Position (% nth 6) (at (list 0 3 5) (/ nth 6))))) (range 0 18)) (prev verges)))
  (= apples (initnext (list (Apple (Position 4 0))) (prev apples)))
  (= stored (initnext (list) (prev stored)))
  (: hedgehog Hedgehog)
  (= hedgehog (initnext (Hedgehog false false (Position 2 5)) (prev hedgehog)))
  (= cars (initnext (list (Cars "white" (Position 0 1)) (Cars "gold" (Position 2 2)) (Cars "skyblue" (Position 1 4)))
    (prev cars)))
  (: asleep Int)                                    ; steps until the hedgehog wakes
  (= asleep (initnext 0 (prev asleep)))

  (= place (--> thing (.. thing origin)))
  (= rolled (--> (car by) (updateObj car "origin"
    (Position (% (+ (.. (place car) x) (+ by 3)) 3) (.. (place car) y)))))
  (= driven (--> (car dawdle) (rolled car (if (== (.. car hue) "white") then 1 else
    (if (== (.. car hue) "gold") then -1 else dawdle)))))
  (= hits (--> car (& (== (.. (place car) y) (.. (place hedgehog) y))
    (== (.. (place car) x) (% (.. (place hedgehog) x) 3)))))
  (= reached (--> apple (== (place apple) (place hedgehog))))
  (= walk (--> moved (= hedgehog (if (isWithinBounds moved) then moved else
    (if (< (.. (place hedgehog) y) 5) then
      (updateObj hedgehog "origin" (Position (- 5 (.. (place hedgehog) x)) (.. (place hedgehog) y))) else hedgehog)))))

  (on (> asleep 0) (= asleep (- asleep 1)))
  (on true (= hedgehog (updateObj hedgehog "curled" (> asleep 0))))
  (on (& left (== asleep 0)) (walk (moveLeft hedgehog)))
  (on (& right (== asleep 0)) (walk (moveRight hedgehog)))
  (on (& up (== asleep 0)) (walk (moveUp hedgehog)))
  (on (& down (== asleep 0)) (walk (moveDown hedgehog)))
  (on (& (clicked hedgehog) (== asleep 0)) (let
    (= asleep 2)
    (= hedgehog (updateObj hedgehog "curled" true))))
  (on true (let
    (= luck (uniformChoice (list 0 1)))
    (= cars (map (--> car (driven car luck)) cars))))
  (on (& (! (.. hedgehog curled)) (any hits cars)) (let
    (= apples (list (Apple (Position 4 0))))
    (= hedgehog (Hedgehog false false (Position 2 5)))))
  (on (& (! (.. hedgehog laden)) (any reached apples)) (let
    (= apples (removeObj apples reached))
    (= hedgehog (updateObj hedgehog "laden" true))))
  (on (& (.. hedgehog laden) (== (.. (place hedgehog) y) 5)) (let
    (= stored (list (Apple (Position 0 5))))
    (= apples (list (Apple (Position 4 0))))
    (= hedgehog (updateObj hedgehog "laden" false)))))
