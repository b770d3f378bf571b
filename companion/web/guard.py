"""Who may look and who may change something: addresses, the unlock code, and how fast anybody may talk.

Time comes in as seconds of a steady clock, so nothing here waits or reads a clock.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

TRIES = 5
PAUSE_S = 60.0
LONGEST_PAUSE_S = 3600.0
BETWEEN_TRIES_S = 1.0


def is_loopback(address: str | None) -> bool:
    """Whether a peer's address is this machine's own."""
    try:
        ip = ip_address(address or "")
    except ValueError:
        return False
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return ip.is_loopback


def host_allowed(header: str, names: frozenset[str]) -> bool:
    """Whether a Host header is a literal address or one of our lower-case `names`.

    A foreign name that resolves to this machine (DNS rebinding) is neither.
    """
    try:
        name = urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return False
    if name.removesuffix(".") in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def same_origin(origin: str, host: str) -> bool:
    """Whether an Origin header is the site that this Host header names."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()


@dataclass(slots=True)
class Lock:
    """The four-digit code, and the patience with wrong ones: shared by all browsers.

    One try a second; after five wrong ones a minute's pause, which doubles each time up to an hour.
    """

    code: str
    _wrong: int = 0
    _pause_s: float = PAUSE_S
    _closed_until_s: float = field(default=float("-inf"))

    def try_code(self, code: str, at_s: float) -> str | None:
        """None if `code` opens the lock, else the sentence to answer with."""
        if at_s < self._closed_until_s:
            seconds = max(1, round(self._closed_until_s - at_s))
            return f"The code was not looked at: please wait {seconds} s, then enter it again."
        if hmac.compare_digest(code.encode(), self.code.encode()):
            self._wrong, self._pause_s = 0, PAUSE_S
            return None
        self._wrong += 1
        if self._wrong < TRIES:
            self._closed_until_s = at_s + BETWEEN_TRIES_S
            return "That is not the code: enter the four digits the table's display shows."
        pause_s, self._wrong = self._pause_s, 0
        self._closed_until_s = at_s + pause_s
        self._pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
        return (
            f"That is not the code, {TRIES} times now: wait {pause_s:.0f} s, then enter the display's code."
        )


@dataclass(slots=True)
class Allowance:
    """A bucket that lets `per_second` messages through, with a second's worth saved up."""

    per_second: float
    _saved: float = field(init=False)
    _last_s: float | None = None

    def __post_init__(self) -> None:
        self._saved = self.per_second

    def take(self, at_s: float) -> float:
        """Take one message; returns the seconds it has to wait (0 nearly always)."""
        passed_s = at_s - self._last_s if self._last_s is not None else 0.0
        self._saved = min(self.per_second, self._saved + passed_s * self.per_second) - 1
        self._last_s = at_s
        return max(0.0, -self._saved / self.per_second)
