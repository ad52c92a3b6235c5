(program
  (= GRID_SIZE 11)
  (= background "black")

  (object Brick (: cracked Bool) (list (Cell 0 0 (if cracked then "rosybrown" else "firebrick"))
    (Cell 1 0 (if cracked then "rosybrown" else "firebrick")) (Cell 2 0 (if cracked then "rosybrown" else "firebrick"))))
  (object Paddle (list (Cell 0 0 "silver") (Cell -1 0 "silver") (Cell 1 0 "silver")))
  (object Ball (Cell 0 0 "white"))

  (= bricks (initnext (list (Brick false (Position 0 1)) (Brick false (Position 4 1)) (Brick false (Position 8 1)))
    (prev bricks)))
  (: paddle Paddle)
  (= paddle (initnext (Paddle (Position 5 10)) (prev paddle)))
  (: ball Ball)
  (= ball (initnext (Ball (Position 5 8)) (prev ball)))
  (: drift Int)                                     ; columns that the ball moves in a step
  (= drift (initnext 1 (prev drift)))
  (: fall Int)                                      ; rows, 1 downwards
  (= fall (initnext -1 (prev fall)))
  (: hot Bool)                                      ; a hot ball breaks a brick at once, a cold one cracks it
  (= hot (initnext false (prev hot)))

  (= place (--> thing (.. thing origin)))
  (= near (--> (spot thing) (& (== (.. (place thing) y) (.. spot y)) (<= (abs (- (.. (place thing) x) (.. spot x))) 1))))
  (= covers (--> (spot brick) (& (== (.. (place brick) y) (.. spot y))
    (& (<= (.. (place brick) x) (.. spot x)) (<= (.. spot x) (+ (.. (place brick) x) 2))))))
  (= glide (--> way (let
    (= paddle (Paddle (Position (max 1 (min 9 (+ (.. (place paddle) x) way))) 10)))
    true)))

  (on left (glide -1))
  (on right (glide 1))
  (on true (let
    (= swung (if ((left)) then -1 else (if ((right)) then 1 else 0)))
    (= beside (+ (.. (place ball) x) drift))
    (= ajar (| (& (< beside 0) (== (.. (place paddle) x) 1)) (& (> beside 10) (== (.. (place paddle) x) 9))))
    (= drift (if (& (! ajar) (| (< beside 0) (> beside 10))) then (- drift) else drift))
    (= fall (if (== (+ (.. (place ball) y) fall) -1) then 1 else fall))
    (= target (Position (% (+ (.. (place ball) x) (+ drift 11)) 11) (+ (.. (place ball) y) fall)))
    (if (any (--> brick (covers target brick)) bricks) then (let
      (= bricks (concat (list
        (filter (--> brick (! (covers target brick))) bricks)
        (map (--> brick (updateObj brick "cracked" true))
          (filter (--> brick (& (covers target brick) (! (| hot (.. brick cracked))))) bricks)))))
      (= hot false)
      (= fall (- fall)))
    else (if (& (near target paddle) (== fall 1)) then (let
      (= fall -1)
      (= drift (if (== swung 0) then drift else swung))
      (= hot (!= swung 0)))
    else (if (== (.. target y) 10) then (let
      (= ball (Ball (Position 5 8)))
      (= drift (uniformChoice (list -1 1)))
      (= fall -1)
      (= hot false))
    else (let (= ball (Ball target)) true))))))
  (on (== (length bricks) 0) (= bricks
    (list (Brick false (Position 0 1)) (Brick false (Position 4 1)) (Brick false (Position 8 1))))))
