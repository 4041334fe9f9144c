# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the program warploom-engine and calls it."""

import importlib.util
import json
import os
import pathlib
import shutil
import subprocess


class WarploomError(RuntimeError):
    """An error that the program reported: the message (`sentence`), its code, and a hint that suggests what to do next."""

    def __init__(self, sentence, hint="", code=""):
        super().__init__(sentence if not hint else f"{sentence}\nHint: {hint}")
        self.sentence, self.hint, self.code = sentence, hint, code


def engine():
    """Returns the path of warploom-engine: WARPLOOM_ENGINE, the program in the wheel, or a program on the PATH."""
    named = os.environ.get("WARPLOOM_ENGINE")
    if named:
        return named
    inside = pathlib.Path(__file__).parent / "bin" / "warploom-engine"
    # The command of the same name in the wheel only starts this program.
    found = str(inside) if inside.exists() else shutil.which("warploom-engine")
    if not found:
        raise WarploomError("The program warploom-engine was not found.",
                            "Install it, or set the environment variable WARPLOOM_ENGINE to its path.")
    return found


def _refusal(errors, status):
    """Returns an error with the message and the hint that the program wrote to standard error."""
    lines = [line for line in errors.splitlines() if line.strip()]
    hint = " ".join(line.removeprefix("Hint: ") for line in lines if line.startswith("Hint: "))
    words = [line for line in lines if not line.startswith("Hint: ")]
    return WarploomError(words[-1] if words else f"The program exited with status {status}.", hint)


def ask(arguments, names=(), timeout=None):
    """Returns the JSON document that `warploom-engine ARGUMENTS --json -- NAMES` writes. Raises WarploomError.

    names: arguments that may start with any character, such as the file -x.mtx. They follow --, so that none of them is
    interpreted as an option.
    """
    words = [*arguments, "--json", *(["--", *names] if names else [])]
    done = subprocess.run([engine(), *map(str, words)], capture_output=True, text=True, timeout=timeout, check=False)
    try:
        document = json.loads(done.stdout) if done.stdout.strip() else None
    except json.JSONDecodeError:
        document = None
    # If a kernel failed, the exit status is 1, but the document is complete.
    if isinstance(document, dict) and "error" in document and isinstance(document["error"], dict):
        error = document["error"]
        raise WarploomError(error.get("message", ""), error.get("hint", ""), error.get("code", ""))
    if document is None:
        raise _refusal(done.stderr, done.returncode)
    return document


def engine_version():
    """Returns the version of warploom-engine."""
    done = subprocess.run([engine(), "--version"], capture_output=True, text=True, check=True)
    return done.stdout.split()[-1]


def main():
    """Implements the command `warploom-engine` of the wheel. Replaces this process with the program."""
    import sys

    os.execv(engine(), [engine(), *sys.argv[1:]])


def _qt_libraries():
    """Returns the folder of the Qt libraries of PySide6 without loading them, or None if PySide6 is not installed."""
    found = importlib.util.find_spec("PySide6")
    for place in (found.submodule_search_locations or []) if found else []:
        folder = pathlib.Path(place) / "Qt" / "lib"
        if (folder / "libQt6Core.so.6").exists():
            return folder
    return None


def window():
    """Implements the command `warploom` of the wheel. Starts the desktop app with the Qt libraries of PySide6-Essentials."""
    import sys

    program = pathlib.Path(__file__).parent / "bin" / "warploom"
    libraries = _qt_libraries()
    if not program.exists() or libraries is None:
        sys.exit("warploom: The Qt libraries were not found.\nHint: To install them, run: pip install PySide6-Essentials")
    environment = dict(os.environ)
    # The program finds Qt next to its own package. If Qt is elsewhere, set the search path, also for child processes.
    if libraries.resolve() != (program.parents[2] / "PySide6" / "Qt" / "lib").resolve():
        known = os.environ.get("LD_LIBRARY_PATH")
        environment["LD_LIBRARY_PATH"] = f"{libraries}:{known}" if known else str(libraries)
    os.execve(program, [str(program), *sys.argv[1:]], environment)
