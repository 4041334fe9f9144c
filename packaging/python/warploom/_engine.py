# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the program is, and how it is asked."""

import importlib.util
import json
import os
import pathlib
import shutil
import subprocess


class WarploomError(RuntimeError):
    """What the program refused: its sentence, its code, and a hint what to try."""

    def __init__(self, sentence, hint="", code=""):
        super().__init__(sentence if not hint else f"{sentence}\nHint: {hint}")
        self.sentence, self.hint, self.code = sentence, hint, code


def engine():
    """The path of warploom-engine: WARPLOOM_ENGINE, the one inside the wheel, or one on the PATH."""
    named = os.environ.get("WARPLOOM_ENGINE")
    if named:
        return named
    inside = pathlib.Path(__file__).parent / "bin" / "warploom-engine"
    # The command of the same name that the wheel installs is only a way to this one.
    found = str(inside) if inside.exists() else shutil.which("warploom-engine")
    if not found:
        raise WarploomError("The program warploom-engine was not found.",
                            "Install it, or name it in the environment variable WARPLOOM_ENGINE.")
    return found


def _refusal(errors, status):
    """The sentence and the hint that the program wrote to standard error."""
    lines = [line for line in errors.splitlines() if line.strip()]
    hint = " ".join(line.removeprefix("Hint: ") for line in lines if line.startswith("Hint: "))
    words = [line for line in lines if not line.startswith("Hint: ")]
    return WarploomError(words[-1] if words else f"The program ended with {status}.", hint)


def ask(arguments, names=(), timeout=None):
    """The JSON document that `warploom-engine ARGUMENTS --json -- NAMES` writes. A refusal is a WarploomError.

    names: what may begin with any sign, such as the file -x.mtx. They stand behind --, so none is taken for an option.
    """
    words = [*arguments, "--json", *(["--", *names] if names else [])]
    done = subprocess.run([engine(), *map(str, words)], capture_output=True, text=True, timeout=timeout, check=False)
    try:
        document = json.loads(done.stdout) if done.stdout.strip() else None
    except json.JSONDecodeError:
        document = None
    # A run in which a kernel failed ends with 1 and has its document all the same.
    if isinstance(document, dict) and "error" in document and isinstance(document["error"], dict):
        error = document["error"]
        raise WarploomError(error.get("message", ""), error.get("hint", ""), error.get("code", ""))
    if document is None:
        raise _refusal(done.stderr, done.returncode)
    return document


def engine_version():
    """The version of the program that is asked."""
    done = subprocess.run([engine(), "--version"], capture_output=True, text=True, check=True)
    return done.stdout.split()[-1]


def main():
    """The command `warploom-engine` that the wheel installs: the program itself, in this process's place."""
    import sys

    os.execv(engine(), [engine(), *sys.argv[1:]])


def _qt_libraries():
    """The folder of PySide6's Qt, without loading any of it; None where it is not installed."""
    found = importlib.util.find_spec("PySide6")
    for place in (found.submodule_search_locations or []) if found else []:
        folder = pathlib.Path(place) / "Qt" / "lib"
        if (folder / "libQt6Core.so.6").exists():
            return folder
    return None


def window():
    """The command `warploom` that the wheel installs: the window, on the Qt of PySide6-Essentials."""
    import sys

    program = pathlib.Path(__file__).parent / "bin" / "warploom"
    libraries = _qt_libraries()
    if not program.exists() or libraries is None:
        sys.exit("warploom: The window runs on Qt, which was not found beside it.\nHint: pip install PySide6-Essentials")
    environment = dict(os.environ)
    # The program looks in the folder beside its own package. Elsewhere it is told where, and so is whatever it starts.
    if libraries.resolve() != (program.parents[2] / "PySide6" / "Qt" / "lib").resolve():
        known = os.environ.get("LD_LIBRARY_PATH")
        environment["LD_LIBRARY_PATH"] = f"{libraries}:{known}" if known else str(libraries)
    os.execve(program, [str(program), *sys.argv[1:]], environment)
