(program
  (= GRID_SIZE 6)
  (= background "skyblue")

  (object Nest (Cell 0 0 "tan"))
  (object Duckling (: name Int) (Cell 0 0 "yellow"))
  (object Duck (Cell 0 0 "saddlebrown"))

  (= home (--> n (at (list (Position 5 0) (Position 0 4) (Position 4 5)) n)))

  (= nests (initnext (map (--> n (Nest (home n))) (range 0 3)) (prev nests)))
  (= lost (initnext (map (--> n (Duckling n (home n))) (range 0 3)) (prev lost)))
  (: line (List Duckling))                          ; those that follow, the first behind the duck
  (= line (initnext (list) (prev line)))
  (: duck Duck)
  (= duck (initnext (Duck (Position 1 1)) (prev duck)))
  (: idle Int)                                      ; steps since the duck last moved
  (= idle (initnext 0 (prev idle)))

  (= leader (--> n (if (== n 0) then duck else (at line (- n 1)))))
  (= followed (--> n (updateObj (at line n) "origin" (.. (leader n) origin))))
  (= goes_home (--> one (Duckling (.. one name) (home (.. one name)))))
  (= swim (--> moved (let
    (= idle 0)
    (= line (map followed (range 0 (length line))))
    (= duck moved)
    true)))
  (= final (--> () (leader (length line))))         ; the last of the line, or the duck
  (= hears (--> one (== (sqdist (.. one origin) (.. ((final)) origin)) 1)))
  (= same (--> (one other) (== (.. one name) (.. other name))))

  (on (& left (isWithinBounds (moveLeft duck))) (swim (moveLeft duck)))
  (on (& right (isWithinBounds (moveRight duck))) (swim (moveRight duck)))
  (on (& up (isWithinBounds (moveUp duck))) (swim (moveUp duck)))
  (on (& down (isWithinBounds (moveDown duck))) (swim (moveDown duck)))
  (on (! (| ((left)) (| ((right)) (| ((up)) ((down)))))) (= idle (+ idle 1)))
  (on (& (== idle 3) (> (length line) 0)) (let
    (= lost (addObj lost (goes_home ((final)))))
    (= line (removeObj line (--> one (same one ((final))))))
    (= idle 0)))
  (on (> idle 2) (= idle 0))
  (on (any hears lost) (let
    (= line (addObj line (head (filter hears lost))))
    (= lost (removeObj lost (--> one (same one ((final))))))
    (= idle 0))))
