"""Guides lead a family through setting the table up: enrolling its pieces, and calibrating its sensors and lights.

Each is a `Machine` like the game's session, so the same daemon, drivers, lights, display and browser page run it.
"""
