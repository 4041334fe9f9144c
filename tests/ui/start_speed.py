#!/usr/bin/env python3
"""How long the program takes from its start to the first painted window, with ten recent files, on a display of its own.

Usage: tests/ui/start_speed.py build/dev/bin/warploom [STARTS]

A measurement, not a test. Needs Xvfb. Prints the median and the fastest in milliseconds, and the processor time of a start.
"""
import os
import resource
import select
import statistics
import subprocess
import sys
import tempfile
import time


def painted_after(program, environment):
    """Milliseconds until Qt has painted the main window and handed it to the display, and those of a core until its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    window = subprocess.Popen([program], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    taken = None
    while taken is None and select.select([window.stderr], [], [], 20)[0]:
        line = window.stderr.readline()
        if not line:
            break
        if b"Flushing" in line and b"mainWindow" in line:
            taken = (time.perf_counter() - start) * 1000
    window.terminate()
    window.communicate()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return taken, busy * 1000


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    starts = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    with tempfile.TemporaryDirectory() as folder:
        number = f":{70 + os.getpid() % 900}"
        display = subprocess.Popen(["Xvfb", number, "-screen", "0", "1280x800x24"], stderr=subprocess.DEVNULL)
        try:
            time.sleep(1)
            os.makedirs(f"{folder}/warploom")
            recent = ", ".join(f"laplace2d:n={n}" for n in range(10, 20))
            with open(f"{folder}/warploom/warploom.conf", "w") as settings:
                settings.write(f"[General]\nrecent={recent}\n")
            environment = dict(os.environ, DISPLAY=number, QT_QPA_PLATFORM="xcb", XDG_CONFIG_HOME=folder,
                               XDG_DATA_HOME=folder, XDG_CACHE_HOME=folder,
                               QT_LOGGING_RULES="qt.widgets.painting=true")
            figures = [painted_after(sys.argv[1], environment) for _ in range(starts)]
        finally:
            display.terminate()
            display.wait()
    times = sorted(taken for taken, _ in figures if taken is not None)
    if not times:
        sys.exit("The window was not painted.")
    print(f"{len(times)} starts: painted after {statistics.median(times):.0f} ms in the middle, {times[0]:.0f} at best; "
          f"{statistics.median(busy for _, busy in figures):.0f} ms of a core until its end.")


main()
