(program
  ; the grid is square; colours are the names of CSS
  (= GRID_SIZE 8)
  (= background "black")

  ; a kind of thing: its fields, then its cells about its place
  (object Walker (Cell 0 0 "gold"))
  (object Lamp (: lit Bool) (Cell 0 0 (if lit then "yellow" else "gray")))

  ; a variable: its first value, and what it is before each step
  (= walker (initnext (Walker (Position 0 0)) (prev walker)))
  (= lamps (initnext (list (Lamp false (Position 2 5)) (Lamp false (Position 6 2))) (prev lamps)))
  (= full (initnext false (prev full)))

  ; rules: what happens when something is pressed, clicked or true
  (on left (= walker (moveLeftNoCollision walker)))
  (on right (= walker (if full then (moveLeftNoCollision walker) else (moveRightNoCollision walker))))
  (on up (= walker (moveUpNoCollision walker)))
  (on down (= walker (moveDownNoCollision walker)))
  (on (clicked lamps) (= lamps (updateObj lamps
    (--> lamp (updateObj lamp "lit" (! (.. lamp lit)))) (--> lamp (clicked lamp)))))
  ; the change: from the step after both lamps were lit at once, right does what left does
  (on (== (length (filter (--> lamp (.. lamp lit)) lamps)) 2) (= full true)))
