"""A machine for an installer to work on: a folder that looks like a Raspberry Pi OS; commands are only kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from companion.drivers.host import CommandFailed, Host
from companion.install import Job

ROOT = Path(__file__).parents[1]


@dataclass
class RecordedCommands:
    """Keeps what was to be run. `fails`: the first word of a command that does not work."""

    ran: list[tuple[str, ...]] = field(default_factory=list)
    fails: str = ""

    def run(self, *words: str) -> None:
        self.ran.append(words)
        if words[0] == self.fails:
            raise CommandFailed(f"`{words[0]}` failed (it is tired)")


class Machine:
    """A Raspberry Pi OS, as far as an installer sees it."""

    def __init__(self, root: Path, model: str = "") -> None:
        self.root = root
        self.commands = RecordedCommands()
        self.said: list[str] = []
        self.write("etc/passwd", "root:x:0:0:root:/root:/bin/bash\n")
        self.write("etc/group", "root:x:0:\ndialout:x:20:\ngpio:x:986:pi\nspi:x:989:pi\n")
        self.write("run/udev/control", "")
        (root / "run/systemd/system").mkdir(parents=True)
        (root / "usr/share/polkit-1").mkdir(parents=True)
        if model:
            self.write("proc/device-tree/model", f"{model}\0")

    def write(self, name: str, text: str) -> None:
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def read(self, name: str) -> str:
        return (self.root / name).read_text()

    def job(self, *, dry_run: bool = False, write_config: bool = False) -> Job:
        return Job(Host(self.root, self.commands, self.said.append, dry_run), ROOT, write_config)

    def pretend_it_worked(self) -> None:
        """What the commands would have made."""
        self.write("etc/passwd", "photosynthesis:x:999:995::/var/lib/photosynthesis:/usr/sbin/nologin\n")
        self.write(
            "etc/group", "dialout:x:20:photosynthesis\ngpio:x:9:pi,photosynthesis\nspi:x:8:photosynthesis\n"
        )
        self.write("usr/bin/python3", "")
        self.write("opt/photosynthesis/venv/lib/python3/site-packages/pip/__init__.py", "")

    def files(self) -> dict[str, str]:
        """Every file with its text."""
        paths = (path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink())
        return {str(path.relative_to(self.root)): path.read_text() for path in paths}
