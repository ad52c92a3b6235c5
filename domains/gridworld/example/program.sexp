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

  ; rules: what happens when something is pressed, clicked or true
  (on left (= walker (moveLeftNoCollision walker)))
  (on right (= walker (moveRightNoCollision walker)))
  (on up (= walker (moveUpNoCollision walker)))
  (on down (= walker (moveDownNoCollision walker)))
  (on (clicked lamps) (= lamps (updateObj lamps
    (--> lamp (updateObj lamp "lit" (! (.. lamp lit)))) (--> lamp (clicked lamp))))))
