(program
  (= GRID_SIZE 12)
  (= background "black")

  (object Switch (: live Bool) (: clock Bool) (list
    (Cell 0 0 (if live then "lime" else "green")) (Cell 0 1 (if clock then "gray" else "white"))))
  (object Wire (: live Bool) (list
    (Cell 0 0 (if live then "gold" else "dimgray")) (Cell 1 0 (if live then "gold" else "dimgray"))))
  (object Gate (: live Bool) (list
    (Cell 0 0 "purple") (Cell 0 1 (if live then "gold" else "purple")) (Cell 0 2 "purple")))
  (object Lamp (: counted Int) (list
    (Cell 0 0 (if (> counted 2) then "red" else "maroon")) (Cell 0 1 (if (> counted 1) then "red" else "maroon"))
    (Cell 0 2 (if (> counted 0) then "red" else "maroon"))))

  (= switches (initnext (list (Switch false false (Position 0 1)) (Switch false true (Position 0 5))
    (Switch false false (Position 0 9))) (prev switches)))
  (= wires (initnext (map (--> spot (Wire false spot)) (list (Position 1 1) (Position 3 1) (Position 2 5)
    (Position 1 9) (Position 3 9))) (prev wires)))
  (= gates (initnext (map (--> spot (Gate false spot)) (list (Position 6 2) (Position 6 7) (Position 9 4)))
    (prev gates)))
  (: lamp Lamp)
  (= lamp (initnext (Lamp 0 (Position 11 4)) (prev lamp)))
  (: kinds Int)                                     ; which gate is which of and, or, exclusive or
  (= kinds (initnext 0 (prev kinds)))

  (= source (--> n (if (== n 0) then (at switches 0) else (if (== n 1) then (at wires 0) else
    (if (== n 2) then (at switches 1) else (if (== n 3) then (at switches 2) else (at wires 3)))))))
  (= joined (--> (kind one other) (if (== kind 0) then (& (.. one live) (.. other live)) else
    (if (== kind 1) then (| (.. one live) (.. other live)) else (!= (.. one live) (.. other live))))))
  (= decided (--> n (joined (% (+ n kinds) 3)
    (if (== n 2) then (at gates 0) else (at wires (+ n 1))) (if (== n 2) then (at gates 1) else (at wires (+ (* n 2) 2))))))
  (= toggled (--> one (updateObj one "live" (! (.. one live)))))

  (on (clicked switches) (= switches (updateObj switches toggled (--> one (& (clicked one) (! (.. one clock)))))))
  (on (== (uniformChoice (range 0 3)) 0) (= switches (updateObj switches toggled (--> one (.. one clock)))))
  (on up (= kinds (% (+ kinds 1) 3)))
  (on true (let
    (= gates (map (--> n (updateObj (at gates n) "live" (decided n))) (range 0 3)))
    (= wires (map (--> n (updateObj (at wires n) "live" (.. (source n) live))) (range 0 5)))))
  (on (& (.. (at gates 2) live) (! (.. (at (prev gates) 2) live)))
    (= lamp (updateObj lamp "counted" (% (+ (.. lamp counted) 1) 4)))))
