"""A companion for families who play the physical board game Photosynthesis."""

__version__ = "0.1.0"
