"""Examples in the documentation of compiled classes, stubs that say what is there, and strict types."""

import doctest
import os
import subprocess
import sys

import plyground
import pytest
from plyground import _native


@pytest.mark.parametrize("owner", [plyground.Game, plyground.Position, plyground.Player])
def test_examples_of_compiled_classes(owner):
    runner = doctest.DocTestRunner()
    documented = [(owner.__name__, owner.__doc__)]
    documented += [(name, getattr(owner, name).__doc__) for name in dir(owner) if not name.startswith("__")]
    parser = doctest.DocTestParser()
    for name, text in documented:
        assert text, f"{owner.__name__}.{name} is not documented"
        runner.run(parser.get_doctest(text, {}, name, None, 0))
    assert runner.summarize(verbose=False).failed == 0


def test_every_function_is_documented():
    for name in plyground.__all__:
        thing = getattr(plyground, name)
        if not name.startswith("__"):
            assert thing.__doc__, name
    for name in dir(_native):
        if not name.startswith("_"):
            assert getattr(_native, name).__doc__, name


def run(*words, **options):
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, **options)
    return done.returncode, done.stdout + done.stderr


def test_the_stubs_say_what_is_there():
    pytest.importorskip("mypy")
    code, said = run("-m", "mypy.stubtest", "plyground._native", "--concise")
    assert code == 0, said


def test_the_package_is_strictly_typed(tmp_path):
    pytest.importorskip("mypy")
    # By its name: mypy does not look into a folder of installed packages.
    code, said = run("-m", "mypy", "--strict", "--cache-dir", os.fspath(tmp_path), "-p", "plyground")
    assert code == 0, said


def test_users_programs_can_be_typed(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        "import plyground\n"
        "pos = plyground.game('isola').start()\n"
        "best: str | None = plyground.analyze(pos, depth=2).best\n"
        "wrong: int = plyground.player('best')(pos)\n"
    )
    code, said = run("-m", "mypy", "--strict", "--cache-dir", os.fspath(tmp_path / "cache"), os.fspath(program))
    assert code == 1 and "program.py:4" in said and said.count("error:") == 1, said
