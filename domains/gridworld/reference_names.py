"""The globals that exist before a program is loaded, in the order in which the reference defines them."""

from __future__ import annotations

BEFORE_LIBRARY = (
    "GRID_SIZE map concat filter foldl length head at tail renderAll defined arrayEqual sqrt prev any isList "
    "uniformChoice adjPositions addObj isFreePos range print removeObj updateObj randomPositions allPositions "
    "clicked left right up down isWithinBounds allObjs rotate"
).split()
LIBRARY = (
    "FRAME_RATE background move moveRight moveLeft moveUp moveDown moveNoCollision moveCanCollision "
    "rotateNoCollision movePos moveRightPos moveLeftPos moveUpPos moveDownPos abs sign vcat deltaPos rect "
    "displacement deltaElem deltaObj adjacentElem adjacentPoss adjacentTwoObjs adjacentPossDiag "
    "adjacentTwoObjsDiag adjacentObjs adjacentObjsDiag adj objClicked sqdist unitVector unitVectorObjPos "
    "unitVectorSinglePos max min closest closestPos renderValue sum intersectsElems intersectsPosElems "
    "intersectsPosPoss intersects isFree in isFreeExcept isFreePosExceptObj isFreeRangeExceptObj "
    "moveLeftNoCollision moveRightNoCollision moveUpNoCollision moveDownNoCollision nextSolid "
    "nextLiquidClosestHole nextLiquid nextLiquidMoveClosestHole"
).split()
FIRST_GLOBALS = (*BEFORE_LIBRARY, *LIBRARY, "SpecialConditionTriggered")
LIBRARY_FUNCTIONS = frozenset(LIBRARY) - {"FRAME_RATE", "background"}
LIBRARY_LOCALS = frozenset(
    (
        "delta sign_x sign_y xmin xmax ymin ymax rectPos prev_elems curr_elems filtered_elems allCheckedPos "
        "filtered_pos wbound fr ret closestHole nextRowPos holes dir movedObj"
    ).split()
)
"""Names that library functions assign in local scopes, and so overwrite in their callers."""
LIBRARY_PARAMETERS = frozenset(
    (
        "obj dir x y obj2 pos pos1 pos2 e1 e2 obj1 p1 p2 unitSize o1 objs target a b listObjs listPoss l acc "
        "elems1 elems2 elem1 elem2 elem e prev_obj elems poss start end holes closestHole p"
    ).split()
)
"""Parameters of library functions, which cell expressions drawn inside of them could see."""
LIBRARY_LEAVES = frozenset("abs sign max min deltaPos displacement movePos vcat".split())
"""Library functions that call no other function."""
