(program
  (= GRID_SIZE 5)
  (= background "black")

  (object Tile (: hue Int) (Cell 0 0 (if (== hue 0) then "crimson" else (if (== hue 1) then "gold" else "royalblue"))))
  (object Knob (: turned Bool) (Cell 0 0 (if turned then "white" else "silver")))

  (= tiles (initnext (map (--> nth (Tile (% nth 3) (Position (+ 1 (% nth 3)) (+ 1 (/ nth 3))))) (range 0 9)) (prev tiles)))
  (= rows (initnext (map (--> nth (Knob false (Position 0 nth))) (range 1 4)) (prev rows)))
  (= pillars (initnext (map (--> nth (Knob false (Position nth 0))) (range 1 4)) (prev pillars)))
  (: reverse Bool)                                  ; rows run left, columns up
  (= reverse (initnext false (prev reverse)))
  (: turns Int)                                     ; every third turn flips the gear
  (= turns (initnext 0 (prev turns)))

  (= source (--> number (% (+ number (if reverse then 1 else 2)) 3)))
  (= hue_at (--> (across down_by) (.. (at tiles (+ across (* 3 down_by))) hue)))
  (= along (--> tile (updateObj tile "hue" (hue_at (source (- (.. (.. tile origin) x) 1)) (- (.. (.. tile origin) y) 1)))))
  (= athwart (--> tile (updateObj tile "hue" (hue_at (- (.. (.. tile origin) x) 1) (source (- (.. (.. tile origin) y) 1))))))
  (= rest (--> knob (updateObj knob "turned" false)))
  (= press (--> knob (updateObj knob "turned" true)))
  (= notch (--> knob (let
    (= turns (% (+ turns 1) 3))
    (= reverse (if (== turns 0) then (! reverse) else reverse)))))
  (= ring (list 3 0 1 6 4 2 7 8 5))                 ; for each tile the one before it on the way round
  (= back (list 1 2 5 0 4 8 3 6 7))                 ; and the one after it

  (on true (let (= rows (updateObj rows rest)) (= pillars (updateObj pillars rest))))
  (on (clicked rows) (let
    (= knobs (filter (--> knob (clicked knob)) rows))
    (= line (.. (.. (head knobs) origin) y))
    (= tiles (updateObj tiles (--> tile (along tile)) (--> tile (== (.. (.. tile origin) y) line))))
    (= rows (updateObj rows (--> knob (press knob)) (--> knob (clicked knob))))
    (notch (head knobs))))
  (on (clicked pillars) (let
    (= knobs (filter (--> knob (clicked knob)) pillars))
    (= line (.. (.. (head knobs) origin) x))
    (= tiles (updateObj tiles (--> tile (athwart tile)) (--> tile (== (.. (.. tile origin) x) line))))
    (= pillars (updateObj pillars (--> knob (press knob)) (--> knob (clicked knob))))
    (notch (head knobs))))
  (on up (notch up))
  (on down (= tiles (map (--> nth (Tile (hue_at (at (if reverse then back else ring) nth) 0) (Position (+ 1 (% nth 3)) (+ 1 (/ nth 3))))) (range 0 9)))))
