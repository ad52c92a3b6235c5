(program
  (= GRID_SIZE 12)
  (= background "steelblue")

  (object Island (list (Cell 0 0 "forestgreen") (Cell 1 0 "forestgreen") (Cell 0 1 "forestgreen")
                       (Cell 1 1 "forestgreen")))
  (object Vane (: dx Int) (: dy Int) (list (Cell 0 0 "black") (Cell dx dy "yellow")))
  (object Buoy (: number Int) (: passed Bool) (Cell 0 0 (if passed then "lime" else "red")))
  (object Boat (: hx Int) (: hy Int) (: hoisted Bool) (list
    (Cell 0 0 "saddlebrown") (Cell hx hy (if hoisted then "white" else "tan"))))

  (= land (list (Position 5 5) (Position 6 5) (Position 5 6) (Position 6 6)))
  (= island (initnext (Island (Position 5 5)) (prev island)))
  (: wind Int)                                      ; blows to the 0 right, 1 bottom, 2 left, 3 top
  (= wind (initnext 0 (if (== (prev clock) 5) then (% (+ (prev wind) (uniformChoice (list 0 1 3))) 4) else (prev wind))))
  (: clock Int)                                     ; the wind may only turn every sixth step
  (= clock (initnext 0 (% (+ (prev clock) 1) 6)))
  (: heading Int)
  (= heading (initnext 0 (prev heading)))
  (: vane Vane)
  (= vane (initnext (Vane 1 0 (Position 10 1)) (Vane (dx_of (prev wind)) (dy_of (prev wind)) (Position 10 1))))
  (= buoys (initnext (list (Buoy 0 false (Position 9 4)) (Buoy 1 false (Position 3 9)) (Buoy 2 false (Position 2 2)))
             (prev buoys)))
  (: boat Boat)
  (= boat (initnext (Boat 1 0 false (Position 1 6)) (prev boat)))

  (= dx_of (--> quarter (at (list 1 0 -1 0) quarter)))
  (= dy_of (--> quarter (at (list 0 1 0 -1) quarter)))
  (= angle (--> () (% (+ (- heading wind) 4) 4)))
  (= speed (--> () (if (.. boat hoisted) then (at (list 1 2 0 2) ((angle))) else 0)))
  (= afloat (--> ship (& (isWithinBounds (Buoy 0 false (.. ship origin))) (! (in (.. ship origin) land)))))
  (= sailed (--> ship (let
    (= onward (move ship (Position (dx_of heading) (dy_of heading))))
    (if (afloat onward) then onward else ship))))
  (= due (--> buoy (& (== (.. buoy origin) (.. boat origin))
                      (== (.. buoy number) (length (filter (--> mark (.. mark passed)) buoys))))))
  (= rounded (--> buoy (updateObj buoy "passed" true)))

  (on right (= heading 0))
  (on down (= heading 1))
  (on left (= heading 2))
  (on up (= heading 3))
  (on clicked (= boat (updateObj boat "hoisted" (! (.. boat hoisted)))))
  (on true (= boat (Boat (dx_of heading) (dy_of heading) (.. boat hoisted) (.. boat origin))))
  (on (& (> ((speed)) 0) (! (afloat (move boat (Position (dx_of heading) (dy_of heading))))))
    (= boat (updateObj boat "hoisted" false)))
  (on (> ((speed)) 0) (let (= boat (sailed boat)) (= buoys (updateObj buoys rounded due))))
  (on (> ((speed)) 1) (let (= boat (sailed boat)) (= buoys (updateObj buoys rounded due)))))
