"""Grades a CUDA C kernel by the counters of a simulated GPU, and writes result.json."""

import pathlib
import subprocess

here = pathlib.Path(__file__).parent
subprocess.run(["bash", str(here / "install.sh")], check=True)
subprocess.run(["warploom-engine", "grade", ".", "--exercise", str(here / "exercise" / "exercise.json"), "--seed", "@SEED@",
                "--format", "classroom50", "--out", "result.json"], check=True)
