(define (problem P1) (:domain depot)
 (:objects C0 c1 - crate t - truck
   p - place)
 (:init (at c0 p) (AT t hub) (near p hub) (not (day)) (= (total-cost) 0) (= (road p hub) 7))
 (:goal (and (at t p) (not (in c0 t)) (or (near p p) (= p hub) (not (heavy t)))))
 (:metric minimize (total-cost)))