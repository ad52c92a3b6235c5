(program
  (= GRID_SIZE 7)
  (= background "cornsilk")

  (object Place (: number Int) (: hue String) (Cell 0 0 hue))
  (object Hearth (: burning Bool)
    (Cell 0 0 (if burning then "orangered" else "dimgray")))
  (object Coin (Cell 0 0 "gold"))
  (object Customer (: stride Int) (Cell 0 0 "crimson"))
  (object Baker (: load String) (Cell 0 0 load))    ; black with empty hands

  (= field 0)
  (= mill 1)
  (= well 2)
  (= trough 3)
  (= oven 4)
  (= logs 5)
  (= table 6)
  (= bin 7)
  (= spots (list (Position 2 1) (Position 4 1) (Position 1 2) (Position 1 4)
                 (Position 5 3) (Position 5 2) (Position 3 5) (Position 4 5)))
  (= dawn (list "gold" "dimgray" "deepskyblue" "dimgray"
                "dimgray" "saddlebrown" "dimgray" "black"))

  (= places (initnext
    (map (--> n (Place n (at dawn n) (at spots n))) (range 0 8))
    (prev places)))
  (: hearth Hearth)
  (= hearth (initnext (Hearth false (Position 6 3)) (prev hearth)))
  (= coins (initnext (list) (prev coins)))
  (: customer Customer)
  (= customer (initnext (Customer 1 (Position 0 6)) (prev customer)))
  (: baker Baker)
  (= baker (initnext (Baker "black" (Position 3 3)) (prev baker)))

  (: touched Int)                                   ; the place that is used in this step, or -1
  (= touched (initnext -1 (prev touched)))
  (: beat Int)                                      ; the wind blows in the first three of six steps
  (= beat (initnext 0 (prev beat)))
  (: age Int)                                       ; of the wheat, ripe at 4
  (= age (initnext 4 (prev age)))
  (: grist Int)                                     ; 0 no wheat in the mill, 4 all is flour
  (= grist (initnext 0 (prev grist)))
  (: water Int)                                     ; buckets in the well
  (= water (initnext 2 (prev water)))
  (: mix Int)                                       ; 0 nothing in the trough, 1 flour, 2 water, 3 dough
  (= mix (initnext 0 (prev mix)))
  (: rise Int)                                      ; dough has risen at 4
  (= rise (initnext 0 (prev rise)))
  (: airy Bool)                                     ; the dough last taken had risen
  (= airy (initnext false (prev airy)))
  (: fuel Int)                                      ; steps for which the fire still burns
  (= fuel (initnext 0 (prev fuel)))
  (: heat Int)                                      ; 0 the oven is empty, at 4 bread is done, at 8 burnt
  (= heat (initnext 0 (prev heat)))
  (: loaves Int)
  (= loaves (initnext 0 (prev loaves)))

  (= floor (--> spot
    (& (& (> (.. spot x) 1) (< (.. spot x) 5)) (& (> (.. spot y) 1) (< (.. spot y) 5)))))
  (= go (--> (dx dy) (let
    (= goal (movePos (.. baker origin) (Position dx dy)))
    (= touched (foldl (--> (best n) (if (== (at spots n) goal) then n else best)) -1 (range 0 8)))
    (= stride (if (& (! (holding "black")) (floor (movePos goal (Position dx dy)))) then 2 else 1))
    (= baker (if (floor goal) then (move baker (Position (* stride dx) (* stride dy))) else baker))
    true)))
  (= holding (--> what (== (.. baker load) what)))
  (= brings (--> (n what) (& (== touched n) (holding what))))
  (= fetches (--> n (brings n "black")))
  (= give (--> what (= baker (updateObj baker "load" what))))
  (= emptied (--> () (give "black")))
  (= pressed (--> n (any (--> one (& (== (.. one number) n) (clicked one))) places)))
  (= column (--> one (.. (.. one origin) x)))
  (= baked (--> () (if airy then "peru" else "dimgray")))
  (= hues (--> () (list
    (if (== age 4) then "gold" else "yellowgreen")
    (at (list "dimgray" "gold" "gold" "gold" "white") grist)
    (if (> water 0) then "deepskyblue" else "dimgray")
    (at (list "dimgray" "white" "deepskyblue" "khaki") mix)
    (if (== heat 0) then "dimgray" else
      (if (< heat 4) then "khaki" else (if (< heat 8) then "peru" else "black")))
    "saddlebrown"
    (if (> loaves 0) then "peru" else "dimgray")
    "black")))

  (on left (go -1 0))
  (on right (go 1 0))
  (on up (go 0 -1))
  (on down (go 0 1))

  (on (& (== beat 5) (< age 4)) (= age (+ age 1)))
  (on (& (fetches field) (== age 4)) (let (= age 0) (give "gold")))
  (on (& (brings field "deepskyblue") (< age 4)) (let (= age 4) ((emptied))))

  (on (& (< beat 3) (& (> grist 0) (< grist 4))) (= grist (+ grist 1)))
  (on (& (pressed mill) (& (> grist 0) (< grist 4))) (= grist (+ grist 1)))
  (on (& (fetches mill) (== grist 4)) (let (= grist 0) (give "white")))
  (on (& (brings mill "gold") (== grist 0)) (let (= grist 1) ((emptied))))

  (on (& (== beat 2) (< water 2)) (= water (+ water 1)))
  (on (& (fetches well) (> water 0)) (let (= water (- water 1)) (give "deepskyblue")))

  (on (& (== mix 3) (< rise 4)) (= rise (+ rise 1)))
  (on (& (fetches trough) (== mix 3)) (let (= airy (== rise 4)) (= rise 0) (= mix 0) (give "khaki")))
  (on (& (brings trough "white") (== (% mix 2) 0)) (let (= mix (+ mix 1)) ((emptied))))
  (on (& (brings trough "deepskyblue") (< mix 2)) (let (= mix (+ mix 2)) ((emptied))))
  (on (pressed trough) (let (= mix 0) (= rise 0)))

  (on (& (> fuel 0) (& (> heat 0) (< heat 8))) (= heat (+ heat 1)))
  (on (& (fetches oven) (== heat 8)) (let (= heat 0) (give "dimgray")))
  (on (& (fetches oven) (> heat 3)) (let (= heat 0) (give ((baked)))))
  (on (& (brings oven "khaki") (== heat 0)) (let (= heat 1) ((emptied))))
  (on (> fuel 0) (= fuel (- fuel 1)))
  (on (brings oven "saddlebrown") (let (= fuel (min 9 (+ fuel 6))) ((emptied))))
  (on (brings oven "deepskyblue") (let (= fuel 0) ((emptied))))
  (on (pressed oven) (= fuel 0))
  (on (fetches logs) (give "saddlebrown"))

  (on (& (fetches table) (> loaves 0)) (let (= loaves (- loaves 1)) (= airy true) (give "peru")))
  (on (& (brings table "peru") (< loaves 2)) (let (= loaves (+ loaves 1)) ((emptied))))
  (on (== touched bin) ((emptied)))

  (on (clicked customer) (= customer (updateObj customer "stride" (- (.. customer stride)))))
  (on (== (column customer) 6) (= customer (updateObj customer "stride" -1)))
  (on (== (column customer) 0) (= customer (updateObj customer "stride" 1)))
  (on true (= customer (move customer (Position (.. customer stride) 0))))
  (on (& (== (column customer) 3) (> loaves 0)) (let
    (= loaves (- loaves 1))
    (= coins (if (< (length coins) 7) then (addObj coins (Coin (Position (length coins) 0))) else (list)))))

  (on true (let
    (= places (map (--> one (updateObj one "hue" (at ((hues)) (.. one number)))) places))
    (= hearth (Hearth (> fuel 0) (Position 6 3)))
    (= beat (% (+ beat 1) 6))
    (= touched -1))))
