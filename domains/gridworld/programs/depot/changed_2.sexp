(program
  (= GRID_SIZE 9)
  (= background "tan")

  (object Wall (Cell 0 0 "saddlebrown"))
  (object Oil (Cell 0 0 "darkkhaki"))
  (object Plate (: pressed Bool) (Cell 0 0 (if pressed then "green" else "olive")))
  (object Crate (: heavy Bool) (Cell 0 0 (if heavy then "maroon" else "orange")))
  (object Porter (Cell 0 0 "blue"))

  (= walled (concat (list (map (--> n (Position n 0)) (range 0 9)) (map (--> n (Position n 8)) (range 0 9))
    (map (--> n (Position 0 n)) (range 1 8)) (map (--> n (Position 8 n)) (range 1 8))
    (list (Position 5 1) (Position 5 2) (Position 5 4) (Position 5 5) (Position 5 6) (Position 5 7) (Position 2 2)))))
  (= oily (list (Position 1 5) (Position 2 5) (Position 3 5) (Position 3 6)))
  (= gate_at (Position 5 3))

  (= walls (initnext (map (--> spot (Wall spot)) walled) (prev walls)))
  (= oils (initnext (map (--> spot (Oil spot)) oily) (prev oils)))
  (: plate Plate)
  (= plate (initnext (Plate false (Position 1 7)) (prev plate)))
  (= gates (initnext (list (Wall (Position 5 3))) (prev gates)))
  (= crates (initnext (list (Crate true (Position 3 3)) (Crate false (Position 2 4))) (prev crates)))
  (: porter Porter)
  (= porter (initnext (Porter (Position 1 1)) (prev porter)))
  (: strain Position)                               ; a push that the heavy crate has felt, but not yet obeyed
  (= strain (initnext (Position 0 0) (prev strain)))
  (: slide Position)                                ; where a crate slides on the oil
  (= slide (initnext (Position 0 0) (prev slide)))

  (= still (Position 0 0))
  (= holds (--> spot (filter (--> crate (== (.. crate origin) spot)) crates)))
  (= solid (--> spot (| (in spot walled) (& (== spot gate_at) (> (length gates) 0)))))
  (= clear (--> spot (& (! (solid spot)) (== (length (holds spot)) 0))))
  (= shift (--> (from way) (= crates (updateObj crates (--> crate (move crate way)) (--> crate (== (.. crate origin) from))))))
  (= walk (--> way (let
    (= ahead (movePos (.. porter origin) way))
    (= beyond (movePos ahead way))
    (= found (holds ahead))
    (= slips (& (in (.. porter origin) oily) (clear beyond)))
    (if (clear ahead) then (let
      (= porter (if slips then (move (move porter way) way) else (move porter way)))
      (= strain still)
      true) else
      (if (| (== (length found) 0) (! (clear beyond))) then (let (= strain still) true) else
        (if (& (.. (head found) heavy) (!= strain way)) then (let (= strain way) true) else (let
          (shift ahead way)
          (= porter (move porter way))
          (= strain still)
          (= slide way)
          true)))))))
  (= sliding (--> crate (in (.. crate origin) oily)))
  (= drift (--> crate (if (& (sliding crate) (& (clear (movePos (.. crate origin) slide))
    (!= (movePos (.. crate origin) slide) (.. porter origin)))) then (move crate slide) else crate)))

  (on (!= slide still) (let
    (= before crates)
    (= crates (map drift before))
    (= slide (if (any sliding crates) then slide else still))))
  (on left (walk (Position -1 0)))
  (on right (walk (Position 1 0)))
  (on up (walk (Position 0 -1)))
  (on down (walk (Position 0 1)))
  (on true (let
    (= plate (updateObj plate "pressed" (| (== (.. porter origin) (.. plate origin)) (> (length (holds (.. plate origin))) 0))))
    (= gates (if (& (! (.. plate pressed)) (& (!= (.. porter origin) gate_at) (== (length (holds gate_at)) 0)))
      then (list (Wall gate_at)) else (filter (--> gate (! (.. plate pressed))) gates))))))
