"""The root of every error this project raises on purpose.

Each concrete error lives beside the code that raises it and subclasses `CompanionError` together with
the built-in it naturally is: `class IllegalAction(CompanionError, ValueError)`.
"""

from __future__ import annotations


class CompanionError(Exception):
    """Something went wrong that a person can mend. The message names the thing, the reason and the remedy."""
