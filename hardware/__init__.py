"""The table as parts, wires and printed pieces: what a maker builds, checked against what the software expects.

`bom.csv`, `pins.csv`, `wiring.csv` and `power.csv` are the sources; drawings and the tables in `README.md`
are generated from them by `python -m hardware`.
"""
