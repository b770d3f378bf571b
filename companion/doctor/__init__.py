"""`companion doctor`: looks at every part of a table, one line each, and says what to mend."""

from companion.doctor.check import Check
from companion.doctor.place import Place
from companion.doctor.round import examine, run_doctor

__all__ = ["Check", "Place", "examine", "run_doctor"]
