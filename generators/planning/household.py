"""The furniture and the wares of households: what stands in which room, and what is kept where.

Kinds of receptacles and items as in ALFRED (Shridhar et al., CVPR 2020); which belongs where, and what can be
done to it, is our own simplification: an item fits in a receptacle when they share a group.

>>> fits("apple", "fridge"), fits("apple", "desk"), WARES["apple"].treatments
(True, False, ('clean', 'hot', 'cold', 'sliced'))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ROOMS = ("kitchen", "bedroom", "bathroom", "office")


@dataclass(frozen=True, slots=True)
class Furniture:
    """A kind of receptacle: its type, the rooms it stands in, what is kept there, whether it has a door."""

    type: str
    rooms: str
    keeps: str
    door: bool = False


@dataclass(frozen=True, slots=True)
class Ware:
    """A kind of item: its type, the group that says where it is kept, the rooms, and what is done to it."""

    type: str
    group: str
    rooms: str
    treatments: tuple[str, ...] = ()


FURNITURE: Mapping[str, Furniture] = {
    "sinkbasin": Furniture("sink", "k b", "dish food tool bath"),
    "microwave": Furniture("microwave", "k", "dish food", door=True),
    "fridge": Furniture("fridge", "k", "dish food drink", door=True),
    "countertop": Furniture("receptacle", "k b", "dish food drink tool bath paper lamp box"),
    "cabinet": Furniture("receptacle", "k b", "dish drink bath box", door=True),
    "drawer": Furniture("receptacle", "k s o b", "tool paper bath", door=True),
    "diningtable": Furniture("receptacle", "k", "dish food drink tool paper lamp"),
    "shelf": Furniture("receptacle", "k s b o", "dish drink bath paper box lamp"),
    "stoveburner": Furniture("receptacle", "k", "pan"),
    "coffeemachine": Furniture("receptacle", "k", "cup"),
    "garbagecan": Furniture("receptacle", "k b o s", "food paper bath drink"),
    "bed": Furniture("receptacle", "s", "soft paper box"),
    "sidetable": Furniture("receptacle", "s o", "lamp paper dish drink box"),
    "dresser": Furniture("receptacle", "s", "lamp paper soft box"),
    "desk": Furniture("receptacle", "s o", "lamp paper dish box"),
    "sofa": Furniture("receptacle", "o", "soft paper box"),
    "armchair": Furniture("receptacle", "s o", "soft paper box"),
    "safe": Furniture("receptacle", "s o", "paper", door=True),
    "toilet": Furniture("receptacle", "b", "bath paper"),
    "bathtub": Furniture("receptacle", "b", "bath"),
    "handtowelholder": Furniture("receptacle", "b", "towel"),
}

WARES: Mapping[str, Ware] = {
    "apple": Ware("food", "food", "k", ("clean", "hot", "cold", "sliced")),
    "tomato": Ware("food", "food", "k", ("clean", "hot", "cold", "sliced")),
    "potato": Ware("food", "food", "k", ("clean", "hot", "cold", "sliced")),
    "bread": Ware("food", "food", "k", ("hot", "cold", "sliced")),
    "lettuce": Ware("food", "food", "k", ("clean", "cold", "sliced")),
    "egg": Ware("item", "food", "k", ("clean", "hot", "cold")),
    "knife": Ware("knife", "tool", "k", ("clean",)),
    "butterknife": Ware("knife", "tool", "k", ("clean",)),
    "mug": Ware("item", "dish cup", "k o", ("clean", "hot", "cold")),
    "cup": Ware("item", "dish cup", "k s", ("clean", "hot", "cold")),
    "plate": Ware("item", "dish", "k", ("clean", "hot", "cold")),
    "bowl": Ware("item", "dish", "k s o", ("clean", "cold")),
    "pan": Ware("item", "dish pan", "k", ("clean", "cold")),
    "pot": Ware("item", "dish pan", "k", ("clean", "cold")),
    "kettle": Ware("item", "dish pan", "k", ("clean",)),
    "winebottle": Ware("item", "drink", "k", ("cold",)),
    "fork": Ware("item", "tool", "k", ("clean",)),
    "spoon": Ware("item", "tool", "k", ("clean",)),
    "ladle": Ware("item", "tool", "k", ("clean",)),
    "peppershaker": Ware("item", "tool drink", "k"),
    "desklamp": Ware("lamp", "lamp", "s o k"),
    "book": Ware("item", "paper", "s o"),
    "pencil": Ware("item", "paper", "s o"),
    "creditcard": Ware("item", "paper", "s o"),
    "keychain": Ware("item", "paper", "s o"),
    "watch": Ware("item", "paper", "s o"),
    "newspaper": Ware("item", "paper", "o"),
    "cellphone": Ware("item", "paper", "s o"),
    "alarmclock": Ware("item", "lamp", "s"),
    "pillow": Ware("item", "soft", "s o"),
    "laptop": Ware("item", "soft", "s o"),
    "vase": Ware("item", "box", "s o k"),
    "statue": Ware("item", "box", "s o"),
    "soapbar": Ware("item", "bath", "b", ("clean",)),
    "soapbottle": Ware("item", "bath", "b k"),
    "spraybottle": Ware("item", "bath", "b"),
    "cloth": Ware("item", "bath", "b", ("clean",)),
    "candle": Ware("item", "bath", "b"),
    "handtowel": Ware("item", "bath towel", "b"),
    "toiletpaper": Ware("item", "bath", "b"),
}

NEEDS = {"clean": "sink", "hot": "microwave", "cold": "fridge"}
"""The type of the appliance for a treatment."""
ABILITY = {"clean": "cleanable", "hot": "heatable", "cold": "coolable"}


def fits(ware: str, furniture: str) -> bool:
    """Whether items of a kind fit in receptacles of a kind."""
    return not set(WARES[ware].group.split()).isdisjoint(FURNITURE[furniture].keeps.split())
