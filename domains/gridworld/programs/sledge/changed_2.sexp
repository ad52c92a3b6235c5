(program
  (= GRID_SIZE 10)
  (= background "lightcyan")

  (object Rock (Cell 0 0 "dimgray"))
  (object Drift (Cell 0 0 "white"))
  (object Puck (Cell 0 0 "navy"))
  (object Sledge (Cell 0 0 "firebrick"))

  (= rocky (list (Position 0 4) (Position 3 0) (Position 3 7) (Position 5 3) (Position 6 9) (Position 8 6)
                 (Position 9 1)))
  (= snowy (list (Position 1 8) (Position 4 4) (Position 4 5) (Position 7 1) (Position 8 8)))

  (= rocks (initnext (map (--> spot (Rock spot)) rocky) (prev rocks)))
  (= drifts (initnext (map (--> spot (Drift spot)) snowy) (prev drifts)))
  (: puck Puck)
  (= puck (initnext (Puck (Position 6 5)) (prev puck)))
  (: sledge Sledge)
  (= sledge (initnext (Sledge (Position 1 1)) (prev sledge)))
  (: pace Int)                                      ; cells that the moving body still glides
  (= pace (initnext 0 (prev pace)))
  (: heading Position)
  (= heading (initnext (Position 0 0) (prev heading)))
  (: gliding String)                                ; which body has the momentum
  (= gliding (initnext "none" (prev gliding)))

  (= stops (--> spot (| (! (isWithinBounds (Rock spot))) (in spot rocky))))
  (= ahead (--> body (movePos (.. body origin) heading)))
  (= left_over (--> spot (if (in spot snowy) then 0 else (- pace 1))))
  (= shove (--> (where) (let (= heading where) (= pace 5) (= gliding "sledge") true)))
  (= rebound (--> () (let (= heading (Position (- (.. heading x)) (- (.. heading y)))) (= pace (- pace 1)) true)))

  (on (== gliding "sledge")
    (if (== (ahead sledge) (.. puck origin)) then (= gliding "puck") else
      (if (stops (ahead sledge)) then (if (& (in (ahead sledge) rocky) (> pace 2)) then ((rebound)) else (= pace 0)) else (let
        (= sledge (Sledge (ahead sledge)))
        (= pace (left_over (.. sledge origin)))))))
  (on (== gliding "puck")
    (if (| (stops (ahead puck)) (== (ahead puck) (.. sledge origin))) then (= pace 0) else (let
      (= puck (Puck (ahead puck)))
      (= pace (left_over (.. puck origin))))))
  (on (== pace 0) (let (= gliding "none") (= heading (Position 0 0)) true))
  (on (clicked sledge) (= pace (if (== gliding "sledge") then 1 else pace)))
  (on (& left (== pace 0)) (shove (Position -1 0)))
  (on (& right (== pace 0)) (shove (Position 1 0)))
  (on (& up (== pace 0)) (shove (Position 0 -1)))
  (on (& down (== pace 0)) (shove (Position 0 1))))
