(program
  (= GRID_SIZE 16)
  (= background "midnightblue")

  (object Ice (: bound Int) (Cell 0 0 (if (> bound 2) then "white" else "lightblue")))
  (object Mote (Cell 0 0 "plum"))
  (object Breath (list (Cell 0 0 "coral") (Cell 1 0 "coral") (Cell 0 1 "coral") (Cell 1 1 "coral")))

  (= ice (initnext (map (--> n (Ice 3 (Position n 6))) (range 7 10)) (prev ice)))
  (: mote Mote)
  (= mote (initnext (Mote (Position 8 13)) (prev mote)))
  (: breath Breath)
  (= breath (initnext (Breath (Position 3 3)) (prev breath)))
  (: chill Int)                                     ; steps since ice has last grown or thawed
  (= chill (initnext 0 (prev chill)))

  (= spot_of (--> one (.. one origin)))
  (= beside (--> one (== (sqdist (.. one origin) (.. mote origin)) 1)))
  (= settled (--> one (updateObj one "bound" (min 3 (+ (.. one bound) 1)))))
  (= drifted (--> one (let
    (= onward (move one (uniformChoice (list (Position 0 -1) (Position 0 -1) (Position -1 0) (Position 1 0)))))
    (if (& (isWithinBounds onward) (! (intersects onward breath))) then onward else one))))
  (= blown (--> (way) (let
    (= onward (move breath way))
    (if (isWithinBounds onward) then onward else breath))))
  (= source (--> () (Mote (Position (+ 4 (% (* 5 (length ice)) 8)) 15))))
  (= thawing (--> one (& (< (.. one bound) 3) (intersects one breath))))

  (on left (= breath (blown (Position -1 0))))
  (on right (= breath (blown (Position 1 0))))
  (on up (= breath (blown (Position 0 -1))))
  (on down (= breath (blown (Position 0 1))))
  (on clicked (= breath (Breath (Position (min 14 (max 0 (.. click x))) (min 14 (max 0 (.. click y)))))))
  (on (& (intersects mote breath) (< (.. (.. mote origin) y) 13)) (= mote ((source))))
  (on (& (any beside ice) (< (length ice) 14)) (let
    (= ice (addObj (map settled ice) (Ice 0 (.. mote origin))))
    (= mote ((source)))
    (= chill 0)))
  (on (any thawing ice) (let (= ice (removeObj ice (--> one (thawing one)))) (= chill 0)))
  (on (== (.. (.. mote origin) y) 0) (= mote ((source))))
  (on (== chill 12) (= ice (map settled ice)))
  (on true (let
    (= chill (min 12 (+ chill 1)))
    (= mote (drifted mote)))))
