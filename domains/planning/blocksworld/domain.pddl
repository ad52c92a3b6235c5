; One hand moves blocks that stand on each other or on a table with room for all of them.
(define (domain blocksworld)
  (:requirements :strips :typing)
  (:types block - object)
  (:predicates
    (clear ?block - block)
    (ontable ?block - block)
    (on ?block - block ?under - block)
    (holding ?block - block)
    (handempty))
  (:action pick-up
    :parameters (?block - block)
    :precondition (and (clear ?block) (ontable ?block) (handempty))
    :effect (and (holding ?block) (not (clear ?block)) (not (ontable ?block)) (not (handempty))))
  (:action put-down
    :parameters (?block - block)
    :precondition (holding ?block)
    :effect (and (clear ?block) (ontable ?block) (handempty) (not (holding ?block))))
  (:action stack
    :parameters (?block - block ?under - block)
    :precondition (and (holding ?block) (clear ?under))
    :effect (and (on ?block ?under) (clear ?block) (handempty) (not (holding ?block)) (not (clear ?under))))
  (:action unstack
    :parameters (?block - block ?under - block)
    :precondition (and (on ?block ?under) (clear ?block) (handempty))
    :effect (and (holding ?block) (clear ?under) (not (on ?block ?under)) (not (clear ?block))
                 (not (handempty)))))
