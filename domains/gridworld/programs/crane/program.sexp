(program
  (= GRID_SIZE 8)
  (= background "aliceblue")

  (object Wall (list (Cell 0 0 "sienna") (Cell 0 1 "sienna") (Cell 0 2 "sienna")))
  (object Rail (list (Cell 0 0 "silver") (Cell 1 0 "silver") (Cell 2 0 "silver") (Cell 3 0 "silver")
    (Cell 4 0 "silver") (Cell 5 0 "silver") (Cell 6 0 "silver") (Cell 7 0 "silver")))
  (object Coil (: live Bool) (Cell 0 0 (if live then "crimson" else "slategray")))
  (object Ball (: soaked Int) (Cell 0 0 "black"))    ; soaked: how long it has hung at the live coil

  (= wall (initnext (Wall (Position 4 5)) (prev wall)))
  (= rail (initnext (Rail (Position 0 0)) (prev rail)))
  (: coil Coil)
  (= coil (initnext (Coil false (Position 2 0)) (prev coil)))
  (= balls (initnext (list (Ball 0 (Position 1 7)) (Ball 0 (Position 6 7))) (updateObj (prev balls) drift)))

  (= reach 7)
  (= row (--> one (.. (.. one origin) y)))
  (= beneath (--> one (== (.. (.. one origin) x) (.. (.. coil origin) x))))
  (= pulled (--> one (& (.. coil live) (& (beneath one) (<= (row one) reach)))))
  (= risen (--> one (if (== (row one) 1) then (updateObj one "soaked" (min 4 (+ (.. one soaked) 1)))
                     else (moveUpNoCollision one))))
  (= cling (--> one (if (& (== (row one) 1) (> (.. one soaked) 0))
                     then (updateObj one "soaked" (- (.. one soaked) 1)) else (nextSolid one))))
  (= drift (--> one (if (pulled one) then (risen one) else (cling one))))
  (= hangs (--> one (& (pulled one) (== (row one) 1))))
  (= haul (--> (way) (let
    (= balls (updateObj balls (--> one (move one (Position way 0))) (--> one (hangs one))))
    (= coil (move coil (Position way 0)))
    true)))

  (on clicked (= coil (updateObj coil "live" (! (.. coil live)))))
  (on (& left (> (.. (.. coil origin) x) 0)) (haul -1))
  (on (& right (< (.. (.. coil origin) x) 7)) (haul 1)))
