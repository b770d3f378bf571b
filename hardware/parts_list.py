"""What a table costs and how much current it draws, reckoned from `bom.csv` and `power.csv`."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from hardware.wiring import rows

BUILDS = ("full", "lights")  # a simulated table needs no parts
REGULATOR_EFFICIENCY = 0.85  # usual for a step-down module at such a load
RESERVE = 1.25  # a supply should give a quarter more than the worst case


@dataclass(frozen=True)
class Item:
    """One line of the bill of materials. `quantity` and `cost_eur` are by build."""

    part: str
    what: str
    electronic: bool
    quantity: dict[str, int]
    each_eur: Decimal
    rated_ma: int | None
    note: str

    def cost_eur(self, build: str) -> Decimal:
        """The price of all of them, in euros."""
        return self.each_eur * self.quantity[build]


@dataclass(frozen=True)
class Load:
    """What draws current: `each_ma` of `typical` and `worst`, and how many of it, by build."""

    part: str
    what: str
    rail: str
    each_ma: dict[str, float]
    quantity: dict[str, int]
    basis: str

    def current_ma(self, build: str, case: str) -> float:
        """All of them together, in milliamps on their own rail."""
        return self.each_ma[case] * self.quantity[build]


@cache
def items() -> tuple[Item, ...]:
    """The bill of materials, in the order of its file."""
    return tuple(
        Item(
            row["part"],
            row["what"],
            row["kind"] == "electronic",
            {build: int(row[build]) for build in BUILDS},
            Decimal(row["each_eur"]),
            int(row["rated_ma"]) if row["rated_ma"] else None,
            row["note"],
        )
        for row in rows("bom.csv")
    )


@cache
def loads() -> tuple[Load, ...]:
    """Everything that draws current, in the order of its file."""
    needed = {item.part: item.quantity for item in items()}
    return tuple(
        Load(
            row["part"],
            row["what"],
            row["rail"],
            {"typical": float(row["typical_ma"]), "worst": float(row["worst_ma"])},
            {
                build: min(quantity, int(row["each"])) if row["each"] else quantity
                for build, quantity in needed[row["part"]].items()
            },
            row["basis"],
        )
        for row in rows("power.csv")
    )


def total_eur(build: str) -> Decimal:
    """What all parts of a build cost, in euros."""
    return sum((item.cost_eur(build) for item in items()), Decimal())


def rail_ma(rail: str, build: str, case: str) -> float:
    """The current of one rail, `3V3` or `5V`, in milliamps. The 5 V rail feeds the regulator of the other."""
    direct = sum(load.current_ma(build, case) for load in loads() if load.rail == rail)
    if rail == "3V3":
        return direct
    return direct + rail_ma("3V3", build, case) * 3.3 / 5 / REGULATOR_EFFICIENCY


def rated_ma(part: str) -> int:
    """What a supply or regulator is bought for, in milliamps."""
    return next(item.rated_ma for item in items() if item.part == part and item.rated_ma)
