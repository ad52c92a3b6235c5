(program
  (= GRID_SIZE 8)
  (= background "ivory")

  (object Wall (Cell 0 0 "slategray"))
  (object Plate (: pressed Bool) (Cell 0 0 (if pressed then "olivedrab" else "khaki")))
  (object Door (: shut Bool) (Cell 0 0 (if shut then "maroon" else "mistyrose")))
  (object Mimic (Cell 0 0 "darkorange"))
  (object Actor (Cell 0 0 "royalblue"))

  (= walls (initnext (map (--> spot (Wall spot)) (concat (list
    (map (--> n (Position 4 n)) (list 0 1 2 4 5 6 7))
    (list (Position 1 2) (Position 2 5) (Position 6 2) (Position 5 6)))))
    (prev walls)))
  (: plate Plate)
  (= plate (initnext (Plate false (Position 6 1)) (prev plate)))
  (: door Door)
  (= door (initnext (Door true (Position 4 3)) (prev door)))
  (: mimic Mimic)
  (= mimic (initnext (Mimic (Position 6 6)) (prev mimic)))
  (: actor Actor)
  (= actor (initnext (Actor (Position 1 6)) (prev actor)))
  (: soon String)                                   ; what the mimic will do in the next step
  (= soon (initnext "none" (prev soon)))
  (: later String)                                  ; and in the one after
  (= later (initnext "none" (prev later)))

  (= bars (--> (body) (| (in (.. body origin) (map (--> wall (.. wall origin)) walls))
    (& (.. door shut) (== (.. body origin) (.. door origin))))))
  (= unless (--> (was now) (if (& (isWithinBounds now) (! (bars now))) then now else was)))
  (= walked (--> (body gox goy) (unless body (move body (Position gox goy)))))

  (on (== soon "left") (= mimic (walked mimic 1 0)))
  (on (== soon "right") (= mimic (walked mimic -1 0)))
  (on (== soon "up") (= mimic (walked mimic 0 -1)))
  (on (== soon "down") (= mimic (walked mimic 0 1)))
  (on true (let (= soon later) (= later "none")))
  (on left (let (= later "left") (= actor (walked actor -1 0))))
  (on right (let (= later "right") (= actor (walked actor 1 0))))
  (on up (let (= later "up") (= actor (walked actor 0 -1))))
  (on down (let (= later "down") (= actor (walked actor 0 1))))
  (on true (let
    (= plate (updateObj plate "pressed" (== (.. mimic origin) (.. plate origin))))
    (= door (updateObj door "shut" (! (| (.. plate pressed) (in (.. door origin)
      (list (.. actor origin) (.. mimic origin))))))))))
