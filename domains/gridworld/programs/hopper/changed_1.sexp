(program
  (= GRID_SIZE 20)
  (= background "lavender")

  (object Ground (Cell 0 0 "sienna"))
  (object Raft (list (Cell 0 0 "steelblue") (Cell 1 0 "steelblue") (Cell 2 0 "steelblue")))
  (object Spring (: pressed Bool) (Cell 0 0 (if pressed then "violet" else "purple")))
  (object Berry (Cell 0 0 "red"))
  (object Frog (Cell 0 0 "green"))

  (= ledges (concat (list (map (--> n (Position n 19)) (range 0 20)) (map (--> n (Position n 15)) (range 4 8))
    (map (--> n (Position n 8)) (range 0 4)) (map (--> n (Position n 5)) (range 15 20)))))

  (= grounds (initnext (map (--> spot (Ground spot)) ledges) (prev grounds)))
  (: raft Raft)
  (= raft (initnext (Raft (Position 6 11)) (prev raft)))
  (: raft_way Int)
  (= raft_way (initnext 1 (prev raft_way)))
  (: spring Spring)
  (= spring (initnext (Spring false (Position 16 18)) (prev spring)))
  (= berries (initnext (list (Berry (Position 1 7)) (Berry (Position 18 4))) (prev berries)))
  (: frog Frog)
  (= frog (initnext (Frog (Position 2 18)) (prev frog)))
  (: lift Int)                                      ; rows that the frog still rises
  (= lift (initnext 0 (prev lift)))
  (: wings Int)                                     ; berries eaten: one more jump in the air each
  (= wings (initnext 0 (prev wings)))
  (: flaps Int)                                     ; jumps left before landing
  (= flaps (initnext 0 (prev flaps)))

  (: turns Int)
  (= turns (initnext 0 (prev turns)))
  (: tired Bool)
  (= tired (initnext false (! (prev tired))))

  (= on_raft (--> spot (& (== (.. spot y) (.. (.. raft origin) y))
    (& (>= (.. spot x) (.. (.. raft origin) x)) (<= (.. spot x) (+ (.. (.. raft origin) x) 2))))))
  (= below (--> spot (Position (.. spot x) (+ (.. spot y) 1))))
  (= solid (--> spot (| (in spot ledges) (on_raft spot))))
  (= stands (--> spot (solid (below spot))))
  (= leap (--> way (let
    (= beside (movePos (.. frog origin) (Position way 0)))
    (= frog (if (& (isWithinBounds (Frog beside)) (! (solid beside))) then (Frog beside) else frog))
    true)))

  (on true (let
    (= turns (min 1 (+ turns (if (in (.. (.. raft origin) x) (list 4 15)) then 1 else 0))))
    (= riding (on_raft (below (.. frog origin))))
    (= raft_way (if (== (.. (.. raft origin) x) 4) then 1 else (if (== (.. (.. raft origin) x) 15) then -1 else raft_way)))
    (= speed (if (& (== turns 1) (prev tired)) then 0 else raft_way))
    (= raft (move raft (Position speed 0)))
    (= frog (if riding then (move frog (Position speed 0)) else frog))))
  (on left (leap -1))
  (on right (leap 1))
  (on (& up (stands (.. frog origin))) (let (= lift 5) (= flaps wings) true))
  (on (& up (& (! (stands (.. frog origin))) (& (== lift 0) (> flaps 0)))) (let
    (= lift 3)
    (= flaps (- flaps 1))))
  (on (& down (> lift 0)) (= lift 0))
  (on (& (== (.. frog origin) (.. spring origin)) (== lift 0)) (let
    (= spring (updateObj spring "pressed" (! (.. spring pressed))))
    (= lift (if (.. spring pressed) then 12 else 0))))
  (on true (let
    (= higher (movePos (.. frog origin) (Position 0 -1)))
    (if (> lift 0) then (let
      (= lift (if (| (solid higher) (< (.. higher y) 0)) then 0 else (- lift 1)))
      (= frog (if (| (solid higher) (< (.. higher y) 0)) then frog else (Frog higher))))
    else (let (= frog (if (stands (.. frog origin)) then frog else (Frog (below (.. frog origin))))) true))))
  (on (any (--> berry (== (.. berry origin) (.. frog origin))) berries) (let
    (= wings (min 2 (+ wings 1)))
    (= berries (removeObj berries (--> berry (== (.. berry origin) (.. frog origin))))))))
