(program
  (= GRID_SIZE 7)
  (= background "palegreen")

  (object Hurdle (Cell 0 0 "saddlebrown"))
  (object Sheep (: later Bool) (Cell 0 0 "white"))
  (object Dog (Cell 0 0 "black"))

  (= fence (list (Position 4 0) (Position 4 1) (Position 4 2) (Position 5 2) (Position 1 5) (Position 2 1)))

  (= hurdles (initnext (map (--> spot (Hurdle spot)) fence) (prev hurdles)))
  (= flock (initnext (list (Sheep false (Position 1 3)) (Sheep true (Position 3 5))) (prev flock)))
  (: dog Dog)
  (= dog (initnext (Dog (Position 0 6)) (prev dog)))
  (: turn Bool)                                     ; the two sheep step by turns
  (= turn (initnext false (! (prev turn))))
  (: echo Int)                                      ; steps for which a bark still carries
  (= echo (initnext 0 (max 0 (- (prev echo) 1))))

  (: seen Bool)
  (= seen (initnext false (prev seen)))

  (= across (--> one (- (.. (.. one origin) x) (.. (.. dog origin) x))))
  (= along (--> one (- (.. (.. one origin) y) (.. (.. dog origin) y))))
  (= scared (--> one (<= (+ (abs (across one)) (abs (along one))) (if (> echo 0) then 5 else 2))))
  (= open (--> body (& (isWithinBounds body) (& (isFree body) (! (intersects body dog))))))
  (= sideways (--> one (move one (Position (sign (across one)) 0))))
  (= endways (--> one (move one (Position 0 (sign (along one))))))
  (= rather (--> (was this that) (if (open this) then this else (if (open that) then that else was))))
  (= farther (--> one (- (abs (across one)) (abs (along one)))))
  (= aside (--> one (| (> (farther one) 0) (& (== (farther one) 0) (uniformChoice (list true false))))))
  (= flees (--> one (if (aside one)
    then (rather one (sideways one) (endways one)) else (rather one (endways one) (sideways one)))))
  (= due (--> one (& (== (.. one later) (if seen then false else turn)) (scared one))))

  (on left (= dog (moveLeftNoCollision dog)))
  (on right (= dog (moveRightNoCollision dog)))
  (on up (= dog (moveUpNoCollision dog)))
  (on down (= dog (moveDownNoCollision dog)))
  (on (> (.. (.. dog origin) x) 3) (= seen true))
  (on clicked (= echo 3))
  (on true (= flock (updateObj flock flees due))))
