(program
  (= GRID_SIZE 24)
  (= background "cornsilk")

  (object Bench (: hue String) (list
    (Cell -1 0 hue) (Cell 0 0 hue) (Cell 1 0 hue)
    (Cell -1 1 hue) (Cell 0 1 "dimgray") (Cell 1 1 hue)))
  (object Tooth (: cut Int) (: heat Int) (list
    (Cell 0 0 (if (> heat 0) then "orange" else "goldenrod"))
    (Cell 1 0 (if (> heat 0) then "orange" else "goldenrod"))
    (Cell 0 1 (if (> cut 1) then "cornsilk" else (if (> heat 1) then "orange" else "goldenrod")))
    (Cell 0 2 (if (> cut 0) then "cornsilk" else (if (> heat 2) then "orange" else "goldenrod")))))
  (object Light (: hue String) (Cell 0 0 hue))
  (object Smith (list (Cell 0 0 "black") (Cell 0 -1 "tan")))
  (object Coin (Cell 0 0 "green"))

  (= patterns (list (list 1 0 2 1) (list 0 2 1 0) (list 2 1 0 0)))

  (: stack Bench)
  (= stack (initnext (Bench "saddlebrown" (Position 2 20)) (prev stack)))
  (: furnace Bench)
  (= furnace (initnext (Bench "firebrick" (Position 6 20)) (prev furnace)))
  (: anvil Bench)
  (= anvil (initnext (Bench "black" (Position 10 20)) (prev anvil)))
  (: file Bench)
  (= file (initnext (Bench "slategray" (Position 14 20)) (prev file)))
  (: trough Bench)
  (= trough (initnext (Bench "steelblue" (Position 18 20)) (prev trough)))
  (: door Bench)
  (= door (initnext (Bench "goldenrod" (Position 22 20)) (prev door)))
  (= teeth (initnext (map (--> nth (Tooth 0 0 (Position (+ 8 (* 2 nth)) 8))) (range 0 4)) (prev teeth)))
  (: flame Light)
  (= flame (initnext (Light "dimgray" (Position 6 15)) (prev flame)))
  (: steam Light)
  (= steam (initnext (Light "cornsilk" (Position 18 15)) (prev steam)))
  (= pins (initnext (map (--> nth (Light "dimgray" (Position (+ 20 nth) 16))) (range 0 4)) (prev pins)))
  (= coins (initnext (list) (prev coins)))
  (: customer Smith)
  (= customer (initnext (Smith (Position 4 3)) (prev customer)))
  (: smith Smith)
  (= smith (initnext (Smith (Position 14 18)) (prev smith)))
  (: stride Int)                                    ; which way the customer walks
  (= stride (initnext 1 (prev stride)))
  (: pattern Int)                                   ; what the door's lock wants
  (= pattern (initnext 0 (prev pattern)))
  (: fire Int)                                      ; strokes of the bellows that still burn
  (= fire (initnext 0 (prev fire)))
  (: embers Int)                                    ; the fire loses one, and so does hot iron, when it comes round
  (= embers (initnext 0 (% (+ (prev embers) 1) 8)))
  (: glow Int)                                      ; as the teeth show it
  (= glow (initnext 0 (prev glow)))
  (: brittle Bool)                                  ; from quenching iron that is too hot
  (= brittle (initnext false (prev brittle)))
  (: vice Int)                                      ; the tooth that is worked on
  (= vice (initnext 0 (prev vice)))
  (: blunt Int)                                     ; strokes of the file
  (= blunt (initnext 0 (prev blunt)))
  (: scratch Bool)                                  ; half a cut of the blunt file
  (= scratch (initnext false (prev scratch)))
  (: water Int)                                     ; how often the trough still quenches
  (= water (initnext 1 (prev water)))

  (: filled Bool)
  (= filled (initnext false (prev filled)))

  (= place (--> thing (.. (.. thing origin) x)))
  (= at_bench (--> bench (== (place bench) (place smith))))
  (= works (--> bench (& (at_bench bench) (> (length teeth) 0))))
  (= walk (--> goal (= smith (Smith (Position (max 2 (min 22 goal)) 18)))))
  (= worked (--> tooth (== (place tooth) (+ 8 (* 2 vice)))))
  (= deeper (--> tooth (updateObj tooth "cut" (min 2 (+ (.. tooth cut) 1)))))
  (= fits (--> tooth (== (.. tooth cut) (at (at patterns pattern) (/ (- (place tooth) 8) 2)))))
  (= fitting (--> () (length (filter fits teeth))))
  (= lit (--> count (map (--> nth (Light (if (< nth count) then "green" else "dimgray")
    (Position (+ 20 nth) 16))) (range 0 4))))
  (= heated (--> warmth (let
    (= glow warmth)
    (= teeth (map (--> tooth (updateObj tooth "heat" warmth)) teeth)))))
  (= cold (--> () (let
    (= vice 0)
    (= glow 0)
    (= brittle false)
    (= scratch false))))
  (= blank (--> () (let
    ((cold))
    (= teeth (map (--> nth (Tooth 0 0 (Position (+ 8 (* 2 nth)) 8))) (range 0 4))))))
  (= wasted (--> () (let
    ((cold))
    (= teeth (list)))))

  (on left (walk (- (place smith) 2)))
  (on right (walk (+ (place smith) 2)))
  (on (| left right) (= pins (lit 0)))
  (on (& up (& (at_bench stack) (! (works stack)))) ((blank)))
  (on (& down (works stack)) ((wasted)))
  (on (& (clicked stack) (works stack)) ((blank)))
  (on (& up (at_bench furnace)) (= fire (min 3 (+ fire 1))))
  (on (& down (& (works furnace) (> fire glow))) (heated fire))
  (on (& (clicked furnace) (at_bench furnace)) (= fire 0))
  (on (& (== embers 7) (> fire 0)) (= fire (- fire 1)))
  (on (& (== embers 3) (> glow 0)) (heated (- glow 1)))
  (on (> fire 0) (= flame (Light "orange" (Position 6 15))))
  (on (== fire 0) (= flame (Light "dimgray" (Position 6 15))))
  (on (& up (works anvil)) (= vice (% (+ vice 1) 4)))
  (on (& down (& (works anvil) (& (== (prev glow) 0) brittle))) ((wasted)))
  (on (& down (& (works anvil) (> glow 0))) (= teeth (updateObj teeth deeper worked)))
  (on (& down (& (works anvil) (> glow 0))) (heated (- glow 1)))
  (on (& (clicked anvil) (at_bench anvil)) (= vice 0))
  (on (& up (works file)) (= vice (% (+ vice 3) 4)))
  (on (& down (& (works file) (& (== glow 0) (| (< (prev blunt) 3) (prev scratch))))) (let
    (= teeth (updateObj teeth deeper worked))
    (= scratch false)))
  (on (& down (& (works file) (& (== glow 0) (& (== (prev blunt) 3) (! (prev scratch)))))) (= scratch true))
  (on (& down (& (works file) (== glow 0))) (= blunt (min 3 (+ blunt 1))))
  (on (& down (& (works file) (> glow 0))) (= blunt 3))
  (on (& (clicked file) (at_bench file)) (let
    (= blunt 0)
    (= scratch false)))
  (on (== (.. steam hue) "white") (= steam (Light "cornsilk" (Position 18 15))))
  (on (& up (at_bench trough)) (let
    (= filled true)
    (= water 2)))
  (on (& down (& (works trough) (& (> water 0) (> glow 1)))) (= brittle true))
  (on (& down (& (works trough) (& (> water 0) (> glow 0)))) (let
    (= water (- water 1))
    (= steam (Light "white" (Position 18 15)))
    (heated 0)))
  (on (& (clicked trough) (at_bench trough)) (= water 0))
  (on (& down (works door)) (= pins (lit ((fitting)))))
  (on (& up (& (works door) (& brittle (== ((fitting)) 4)))) ((wasted)))
  (on (& up (& (works door) (& (! brittle) (== ((fitting)) 4)))) (let
    (= coins (if (== (length coins) 3) then (list) else (addObj coins (Coin (Position (+ 1 (length coins)) 1)))))
    (= pattern (% (+ pattern 1) 3))
    ((wasted))))
  (on (& (clicked door) (at_bench door)) (= pins (lit 0)))
  (on (| (== (place customer) 22) (== (place customer) 1)) (= stride (if (== (place customer) 1) then 1 else -1)))
  (on (& (clicked customer) (at_bench door)) (= stride (- stride)))
  (on true (= customer (if filled then customer else (moveNoCollision customer stride 0)))))
