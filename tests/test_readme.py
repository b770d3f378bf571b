"""The README keeps its word: its Python runs, and what it points to exists."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_rules_example_runs_and_says_who_is_shaded_and_the_score() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    said = StringIO()
    with redirect_stdout(said):
        exec(compile(block, "README.md", "exec"), {})
    assert said.getvalue().splitlines() == [
        "2g..1g/...../....../......./....../...../1b..1b A NE 1 g b 3 g:0:2200:4432:- b:2:2210:4432:- 9750 -",
        "{'g': 3, 'b': 2} {'g': 0, 'b': 0}",
        "['+seed', '+small', '^g1', '^g4', 'end', 'g1>f1', 'g1>f2', 'g1>g2', 'g4>f4', 'g4>f5', 'g4>g3']",
    ]


def test_every_file_it_links_to_exists() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert links
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


def test_every_command_it_names_exists() -> None:
    from companion.cli import main

    named = set(re.findall(r"^\| `companion (\w+)", README, re.MULTILINE)) | {"uninstall"}
    for command in sorted(named):
        said = StringIO()
        with redirect_stdout(said), pytest.raises(SystemExit) as end:
            main([command, "--help"])
        assert (command, end.value.code) == (command, 0)
        assert f"companion {command}" in said.getvalue()
