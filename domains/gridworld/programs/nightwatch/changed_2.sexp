(program
  (= GRID_SIZE 7)
  (= background "midnightblue")

  (object Vault (: full Bool) (Cell 0 0 (if full then "gold" else "sienna")))
  (object Gem (Cell 0 0 "aqua"))
  (object Upright (Cell 0 0 "red"))
  (object Level (Cell 0 0 "deepskyblue"))
  (object Thief (Cell 0 0 "whitesmoke"))

  (= stones (list (Gem (Position 6 0)) (Gem (Position 5 6))))
  (: vault Vault)
  (= vault (initnext (Vault false (Position 0 6)) (prev vault)))
  (= gems (initnext stones (prev gems)))
  (: upright Upright)                               ; its post is a column
  (= upright (initnext (Upright (Position 3 0)) (prev upright)))
  (: level Level)                                   ; its post is a row
  (= level (initnext (Level (Position 6 3)) (prev level)))
  (: thief Thief)
  (= thief (initnext (Thief (Position 0 5)) (prev thief)))
  (: odd Bool)                                      ; the guards step by turns
  (= odd (initnext false (! (prev odd))))
  (: fuse Int)                                      ; above 4: the light is out; below: it cannot be put out yet
  (= fuse (initnext 0 (max 0 (- (prev fuse) 1))))

  (: dimmed Bool)
  (= dimmed (initnext false (prev dimmed)))
  (: bribed Bool)
  (= bribed (initnext false (prev bribed)))

  (= ahead (--> (from to) (if (== from to) then (uniformChoice (list -1 0 1)) else (sign (- to from)))))
  (= beside (--> (one other) (<= (sqdist (.. one origin) (.. other origin)) 1)))
  (= kept (--> (was now) (if (isWithinBounds now) then now else was)))

  (on left (= thief (kept thief (moveLeft thief))))
  (on right (= thief (kept thief (moveRight thief))))
  (on up (= thief (kept thief (moveUp thief))))
  (on down (= thief (kept thief (moveDown thief))))
  (on (& clicked (== fuse 0)) (let (= fuse 7) (= bribed dimmed) (= dimmed true)))
  (on (& (! odd) (<= fuse 4))
    (= upright (kept upright (move upright (Position 0 (ahead (.. (.. upright origin) y) (.. (.. thief origin) y)))))))
  (on (& odd (<= fuse 4))
    (= level (kept level (move level (Position (* (if bribed then -1 else 1)
      (ahead (.. (.. level origin) x) (.. (.. thief origin) x))) 0)))))
  (on (intersects thief gems) (= gems (removeObj gems (--> gem (intersects gem thief)))))
  (on (| (beside thief upright) (beside thief level)) (let
    (= thief (Thief (Position 0 5)))
    (= gems (if (.. vault full) then gems else stones))))
  (on (& (intersects thief vault) (== (length gems) 0)) (= vault (updateObj vault "full" true))))
