import json
import pathlib
import subprocess
import tempfile

answer = """{{ STUDENT_ANSWER | e('py') }}"""
with tempfile.TemporaryDirectory() as folder:
    hand_in = pathlib.Path(folder) / "hand-in"
    hand_in.mkdir()
    (hand_in / "answer.cu").write_text(answer)
    result = pathlib.Path(folder) / "result.json"
    done = subprocess.run(["warploom-engine", "grade", str(hand_in), "--exercise", "@ID@", "--seed", "@SEED@",
                           "--format", "coderunner", "--out", str(result)], capture_output=True, text=True)
    if result.exists():
        print(result.read_text())
    else:
        print(json.dumps({"fraction": 0, "prologuehtml": "<p>The answer could not be graded.</p>"}))
