#include "app/exercise/grader_kit.h"

#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/experiment/digest.h"
#include "engine/fields/json.h"
#include "engine/html.h"
#include "engine/zip_file.h"

#include <algorithm>

namespace warploom::app {

namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

/// ID, SEED and PACKAGE stand for what the kit has.
std::string filled(const std::string& text, const GraderKit& kit) {
    return replaced(replaced(replaced(text, "@ID@", kit.exercise.id), "@SEED@", std::to_string(kit.seed)), "@PACKAGE@",
                    kit.package_name);
}

/// For the shell: a name of a file within single quotes.
std::string quoted(const std::string& text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

/// Puts warploom-engine on the path. A wheel and an archive are unpacked, so no other package of Python is asked for.
std::string install_script(const GraderKit& kit) {
    const auto ends = [&](const char* end) { return kit.package_name.ends_with(end); };
    std::string script = "#!/usr/bin/env bash\n"
                         "# Puts warploom-engine on the path.\n"
                         "set -euo pipefail\n"
                         "cd \"$(dirname \"$0\")\"\n"
                         "as_root=\n"
                         "[ \"$(id -u)\" -eq 0 ] || as_root=sudo\n";
    if (ends(".deb"))
        return script + "$as_root apt-get update -q\n$as_root apt-get install -q -y ./" + quoted(kit.package_name) +
               "\n";
    script += "$as_root mkdir -p /opt/warploom\n";
    if (ends(".whl")) script += "$as_root python3 -m zipfile -e " + quoted(kit.package_name) + " /opt/warploom\n";
    else script += "$as_root tar -xf " + quoted(kit.package_name) + " -C /opt/warploom\n";
    return script + "program=$(find /opt/warploom -path '*/bin/warploom-engine' | head -n 1)\n"
                    "$as_root chmod 755 \"$program\"\n"
                    "$as_root ln -sf \"$program\" /usr/local/bin/warploom-engine\n";
}

void require_package(const std::string& kind, const GraderKit& kit) {
    constexpr const char* hint = "Name one by --package: a .deb, a .whl or a .tar.xz (docs/install.md).";
    if (kit.package.empty())
        throw Error("grader.package", "A kit for " + kind + " carries a package of Warploom, and none is named.", hint);
    const auto ends = [&](const char* end) { return kit.package_name.ends_with(end); };
    if (!ends(".deb") && !ends(".whl") && !ends(".tar.gz") && !ends(".tar.xz"))
        throw Error("grader.package", "The file '" + kit.package_name + "' is no package that a kit can install.",
                    hint);
}

/// The exercise travels in the kit, so one of a teacher's own is graded as those of the program.
std::vector<ZipEntry> with_exercise(std::vector<ZipEntry> entries, const std::string& folder, const GraderKit& kit) {
    entries.push_back({folder + "install.sh", install_script(kit), true});
    entries.push_back({folder + kit.package_name, kit.package});
    entries.push_back({folder + "exercise/exercise.json", wire::write(kit.exercise).dump(2) + "\n"});
    entries.push_back({folder + "exercise/starter.cu", kit.exercise.starter});
    return entries;
}

constexpr const char* gradescope_run = R"text(#!/usr/bin/env bash
# One hand-in: /autograder/submission becomes /autograder/results/results.json.
mkdir -p /autograder/results
cd /autograder/source
if ! warploom-engine grade /autograder/submission --exercise exercise/exercise.json --seed @SEED@ --format gradescope \
    --out /autograder/results/results.json; then
    echo '{"score": 0, "output": "It could not be judged: hand in one file in CUDA C, whose name ends in .cu."}' \
        > /autograder/results/results.json
fi
)text";

std::string gradescope(const GraderKit& kit) {
    return zip_of(
        with_exercise({{"setup.sh", "#!/usr/bin/env bash\nset -e\nbash /autograder/source/install.sh\n", true},
                       {"run_autograder", filled(gradescope_run, kit), true}},
                      "", kit));
}

constexpr const char* github_action = R"text(name: Grade a kernel
description: Judges a kernel in CUDA C by what a simulated GPU counts.
inputs:
  folder:
    description: Where the hand-in lies.
    default: .
  seed:
    description: Draws the hidden inputs.
    default: "@SEED@"
outputs:
  points:
    description: Points of the hand-in.
    value: ${{ steps.grade.outputs.points }}
runs:
  using: composite
  steps:
    - run: bash "$GITHUB_ACTION_PATH/install.sh"
      shell: bash
    - id: grade
      shell: bash
      env:
        FOLDER: ${{ inputs.folder }}
        SEED: ${{ inputs.seed }}
      run: |
        warploom-engine grade "$FOLDER" --exercise "$GITHUB_ACTION_PATH/exercise/exercise.json" --seed "$SEED" \
          --format junit --out grades.xml --csv grades.csv | tee points.txt
        { echo '```'; cat points.txt; echo '```'; } >> "$GITHUB_STEP_SUMMARY"
        echo "points=$(head -n 1 points.txt | cut -d ' ' -f 1)" >> "$GITHUB_OUTPUT"
)text";
constexpr const char* github_workflow = R"text(name: Grade
on: [push]
permissions:
  contents: read
jobs:
  grade:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
      - uses: ./.github/actions/warploom
      - uses: actions/upload-artifact@v7
        if: always()
        with:
          name: grades
          path: |
            grades.xml
            grades.csv
)text";

std::string github(const GraderKit& kit) {
    const std::string folder = ".github/actions/warploom/";
    return zip_of(with_exercise(
        {{".github/workflows/warploom.yml", github_workflow}, {folder + "action.yml", filled(github_action, kit)}},
        folder, kit));
}

constexpr const char* classroom50_script =
    R"text("""Judges a kernel in CUDA C by what a simulated GPU counts, and writes result.json."""

import pathlib
import subprocess

here = pathlib.Path(__file__).parent
subprocess.run(["bash", str(here / "install.sh")], check=True)
subprocess.run(["warploom-engine", "grade", ".", "--exercise", str(here / "exercise" / "exercise.json"), "--seed", "@SEED@",
                "--format", "classroom50", "--out", "result.json"], check=True)
)text";

std::string classroom50(const GraderKit& kit) {
    return zip_of(with_exercise({{"autograder.py", filled(classroom50_script, kit)}}, "", kit));
}

/// A combinator template whose grader is the template itself; Jobe runs it as a program in Python 3.
constexpr const char* coderunner_template = R"text(import json
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
        print(json.dumps({"fraction": 0, "prologuehtml": "<p>The answer could not be judged.</p>"}))
)text";

constexpr const char* notebook_cell =
    R"text(# Judges the text of the cell above (`%%warploom --name answer`), or the file answer.cu beside the notebook.
# nbgrader: an autograder test cell of @POINTS@ points; its last line gives partial credit. otter: a test that asserts.
import warploom

judgement = warploom.judge("answer", exercise="@ID@", seed=@SEED@)
print(judgement.attrs["sentence"])
assert judgement.attrs["points"] > 0, judgement.attrs["sentence"]
judgement.attrs["points"]
)text";

std::string prairielearn_info(const GraderKit& kit) {
    const std::string digits = experiment::sha256("warploom question\n" + kit.exercise.id);
    // A version 8 of RFC 9562: free bits, here of a hash, so the same exercise is the same question.
    const std::string uuid = digits.substr(0, 8) + "-" + digits.substr(8, 4) + "-8" + digits.substr(13, 3) + "-8" +
                             digits.substr(17, 3) + "-" + digits.substr(20, 12);
    return Json{{"uuid", uuid},
                {"title", kit.exercise.title},
                {"topic", "GPU"},
                {"tags", {"warploom"}},
                {"type", "v3"},
                {"gradingMethod", "External"},
                {"externalGradingOptions",
                 {{"enabled", true},
                  {"image", "warploom-grader"},
                  {"entrypoint", "/grade/tests/run.sh"},
                  {"timeout", 30}}}}
               .dump(2) +
           "\n";
}

std::string prairielearn(const GraderKit& kit) {
    std::string task;
    for (const std::string& each : kit.exercise.task) task += "  <p>" + html_escaped(each) + "</p>\n";
    const std::string question =
        "<pl-question-panel>\n" + task +
        "</pl-question-panel>\n<pl-file-editor file-name=\"answer.cu\" ace-mode=\"ace/mode/c_cpp\" "
        "source-file-name=\"tests/exercise/starter.cu\"></pl-file-editor>\n<pl-submission-panel>\n"
        "  <pl-external-grader-results></pl-external-grader-results>\n</pl-submission-panel>\n";
    const std::string run =
        filled("#!/usr/bin/env bash\n"
               "mkdir -p /grade/results\n"
               "warploom-engine grade /grade/student --exercise /grade/tests/exercise/exercise.json "
               "--seed @SEED@ --format prairielearn --out /grade/results/results.json\n",
               kit);
    const std::string docker = filled("FROM ubuntu:24.04\nRUN apt-get update && apt-get install -y python3\n"
                                      "COPY install.sh @PACKAGE@ /tmp/warploom/\n"
                                      "RUN bash /tmp/warploom/install.sh && rm -r /tmp/warploom\n",
                                      kit);
    return zip_of({{"question/info.json", prairielearn_info(kit)},
                   {"question/question.html", question},
                   {"question/tests/run.sh", run, true},
                   {"question/tests/exercise/exercise.json", wire::write(kit.exercise).dump(2) + "\n"},
                   {"question/tests/exercise/starter.cu", kit.exercise.starter},
                   {"image/Dockerfile", docker},
                   {"image/install.sh", install_script(kit), true},
                   {"image/" + kit.package_name, kit.package}});
}

} // namespace

const std::vector<std::string>& grader_kinds() {
    static const std::vector<std::string> all{"classroom50", "coderunner", "github",
                                              "gradescope",  "notebook",   "prairielearn"};
    return all;
}

bool is_packed_kit(const std::string& kind) { return kind != "coderunner" && kind != "notebook"; }

std::string grader_kit(const std::string& kind, const GraderKit& kit) {
    if (std::find(grader_kinds().begin(), grader_kinds().end(), kind) == grader_kinds().end()) {
        std::string known;
        for (const std::string& each : grader_kinds()) add_item(known, each);
        throw Error("grader.kind", "There is no kit \"" + kind + "\".", "Known are: " + known + ".");
    }
    if (kind == "coderunner") return filled(coderunner_template, kit);
    if (kind == "notebook")
        return filled(replaced(notebook_cell, "@POINTS@", wire::number(kit.exercise.points()).dump()), kit);
    require_package(kind, kit);
    if (kind == "gradescope") return gradescope(kit);
    if (kind == "github") return github(kit);
    if (kind == "classroom50") return classroom50(kit);
    return prairielearn(kit);
}

} // namespace warploom::app
