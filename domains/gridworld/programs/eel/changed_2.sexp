(program
  (= GRID_SIZE 5)
  (= background "navy")

  (object Part (Cell 0 0 "limegreen"))              ; the shrimp is of the same colour

  (= reefs (list (Position 3 0) (Position 1 2) (Position 4 3)))

  (: shrimp Part)
  (= shrimp (initnext (Part (Position 4 3)) (prev shrimp)))
  (= body (initnext (list (Part (Position 1 1)) (Part (Position 0 1))) (prev body)))

  (: nagged Int)
  (= nagged (initnext 0 (prev nagged)))

  (= wrapped (--> spot (Position (% (+ (.. spot x) 5) 5) (% (+ (.. spot y) 5) 5))))
  (= ahead (--> (across down_by) (wrapped (movePos (.. (head body) origin) (Position across down_by)))))
  (= neck (--> () (.. (at body 1) origin)))
  (= onward (--> () (wrapped (deltaPos ((neck)) (movePos (.. (head body) origin) (.. (head body) origin))))))
  (= grown (--> () (if (< (length body) 4) then (length body) else 1)))
  (= swim (--> spot (let
    (= meal (== spot (.. shrimp origin)))
    (= body (concat (list (list (Part spot)) (map (--> nth (at body nth)) (range 0
      (if meal then ((grown)) else (- (length body) 1)))))))
    (= shrimp (if meal then (Part (uniformChoice (filter (--> reef (!= reef spot)) reefs))) else shrimp)))))
  (= turned_round (--> () (= body (map (--> nth (at body (- (length body) (+ nth 1)))) (range 0 (length body))))))
  (= steer (--> spot (if (!= spot ((neck))) then (swim spot) else (let
    (= nagged (min 4 (+ nagged 1)))
    (if (< nagged 4) then (swim ((onward))) else ((turned_round)))))))

  (on left (steer (ahead -1 0)))
  (on right (steer (ahead 1 0)))
  (on up (steer (ahead 0 -1)))
  (on down (steer (ahead 0 1)))
  (on (! (any (--> pressed pressed) (list ((left)) ((right)) ((up)) ((down))))) (swim ((onward)))))
