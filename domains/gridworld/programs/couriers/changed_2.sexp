(program
  (= GRID_SIZE 9)
  (= background "gainsboro")

  (object Stamp (Cell 0 0 "purple"))
  (object Courier (: number Int) (: parcel String) (: step Int) (: held Bool)
    (list (Cell 0 0 (if held then "darkgray" else "black")) (Cell 0 -1 parcel)))

  (= stamp (initnext (Stamp (Position 0 1)) (prev stamp)))
  (= couriers (initnext (list (Courier 0 "red" 1 false (Position 0 2)) (Courier 1 "limegreen" -1 false (Position 4 7))
    (Courier 2 "blue" 1 false (Position 5 5))) (prev couriers)))

  (: washed Bool)
  (= washed (initnext false (prev washed)))

  (= along (--> one (if (== (.. one number) 1) then (- (.. (.. one origin) y) 3) else
    (if (== (.. one number) 0) then (.. (.. one origin) x) else (- (.. (.. one origin) x) 5)))))
  (= reach (--> one (at (list 5 4 3) (.. one number))))
  (= turned (--> one (if (== (+ (along one) (.. one step)) (+ (reach one) 1)) then (updateObj one "step" -1) else
    (if (== (+ (along one) (.. one step)) -1) then (updateObj one "step" 1) else one))))
  (= onward (--> one (move one
    (if (== (.. one number) 1) then (Position 0 (.. one step)) else (Position (.. one step) 0)))))
  (= stepped (--> one (if (.. one held) then one else (onward (turned one)))))
  (= stamped (--> one (if (& (== (.. one number) 0) (& (== (along one) 0) (| (== (.. one parcel) "red")
    (& washed (== (.. one parcel) "orange"))))) then (updateObj one "parcel"
    (if (== (.. one parcel) "red") then "orange" else "red")) else one)))
  (= meets (--> (one other) (== (sqdist (.. one origin) (.. other origin)) 1)))
  (= given (--> (one others)
    (if (== (length others) 1) then (updateObj one "parcel" (.. (head others) parcel)) else one)))
  (= exchanged (--> one (given one (filter (--> other (meets one other)) couriers))))
  (= told (--> which (= couriers (updateObj couriers (--> one (updateObj one "held" (! (.. one held))))
    (--> one (== (.. one number) which))))))

  (on (== (.. (at couriers 1) parcel) "orange") (= washed true))
  (on left (told 0))
  (on down (told 1))
  (on right (told 2))
  (on up (= couriers (updateObj couriers (--> one (updateObj one "step" (- (.. one step)))) (--> one (.. one held)))))
  (on true (= couriers (map stepped couriers)))
  (on true (= couriers (map exchanged couriers)))
  (on true (= couriers (map stamped couriers))))
