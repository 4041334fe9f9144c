#include "app/exercise/grader_kit.h"

#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/experiment/digest.h"
#include "engine/html.h"
#include "engine/join.h"
#include "engine/protocol/serialization/json.h"
#include "engine/sentence.h"
#include "engine/zip_file.h"

#include <algorithm>

namespace warploom {
const std::vector<EmbeddedFile>& kit_files(); // the files from app/exercise/kits, which are embedded in the program
} // namespace warploom

namespace warploom::app {

namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

/// Returns a file from app/exercise/kits in which the placeholders ID, SEED, PACKAGE and POINTS have been replaced.
std::string filled(const char* file, const GraderKit& kit) {
    std::string text = find_embedded_file(kit_files(), file)->text;
    for (const auto& [what, by] : {std::pair<const char*, std::string>{"@ID@", kit.exercise.id},
                                   {"@SEED@", std::to_string(kit.seed)},
                                   {"@PACKAGE@", kit.package_name},
                                   {"@POINTS@", protocol::number(kit.exercise.points()).dump()}})
        text = replaced(text, what, by);
    return text;
}

/// Quotes a file name as an argument for a POSIX shell.
std::string quoted(const std::string& text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

/// Returns a script that adds warploom-engine to the PATH. The script only unpacks the wheel or archive, so it needs no
/// other Python package.
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
    const std::string hint = sentence("Specify a package with --package: .deb, .whl or .tar.xz (docs/install.md).");
    if (kit.package.empty())
        throw Error("grader.package",
                    sentence("A kit for {platform} requires a Warploom "
                             "package.",
                             {{"platform", kind}}),
                    hint);
    const auto ends = [&](const char* end) { return kit.package_name.ends_with(end); };
    if (!ends(".deb") && !ends(".whl") && !ends(".tar.gz") && !ends(".tar.xz"))
        throw Error("grader.package",
                    sentence("The file '{file}' is not a supported package.", {{"file", kit.package_name}}), hint);
}

/// Adds the files of an exercise to a grader kit, so that teachers' own exercises are graded in the same way as
/// built-in ones.
std::vector<ZipEntry> with_exercise(std::vector<ZipEntry> entries, const std::string& folder, const GraderKit& kit) {
    entries.push_back({folder + "install.sh", install_script(kit), true});
    entries.push_back({folder + kit.package_name, kit.package});
    entries.push_back({folder + "exercise/exercise.json", protocol::write(kit.exercise).dump(2) + "\n"});
    entries.push_back({folder + "exercise/starter.cu", kit.exercise.starter});
    return entries;
}

std::string gradescope(const GraderKit& kit) {
    return zip_of(
        with_exercise({{"setup.sh", "#!/usr/bin/env bash\nset -e\nbash /autograder/source/install.sh\n", true},
                       {"run_autograder", filled("gradescope.sh", kit), true}},
                      "", kit));
}

std::string github(const GraderKit& kit) {
    const std::string folder = ".github/actions/warploom/";
    return zip_of(with_exercise({{".github/workflows/warploom.yml", filled("github-workflow.yml", kit)},
                                 {folder + "action.yml", filled("github-action.yml", kit)}},
                                folder, kit));
}

std::string classroom50(const GraderKit& kit) {
    return zip_of(with_exercise({{"autograder.py", filled("classroom50.py", kit)}}, "", kit));
}

std::string prairielearn_info(const GraderKit& kit) {
    const std::string digits = experiment::sha256("warploom question\n" + kit.exercise.id);
    // Create a version 8 UUID (RFC 9562) from a hash, so that the same exercise always produces the same question.
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
    return zip_of({{"question/info.json", prairielearn_info(kit)},
                   {"question/question.html", replaced(filled("prairielearn.html", kit), "@TASK@", task)},
                   {"question/tests/run.sh", filled("prairielearn.sh", kit), true},
                   {"question/tests/exercise/exercise.json", protocol::write(kit.exercise).dump(2) + "\n"},
                   {"question/tests/exercise/starter.cu", kit.exercise.starter},
                   {"image/Dockerfile", filled("prairielearn.Dockerfile", kit)},
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
    if (std::find(grader_kinds().begin(), grader_kinds().end(), kind) == grader_kinds().end())
        throw Error("grader.kind", sentence("There is no kit named '{kit}'.", {{"kit", kind}}),
                    sentence("Available kits: {kits}.", {{"kits", join(grader_kinds())}}));
    if (kind == "coderunner") return filled("coderunner.py", kit);
    if (kind == "notebook") return filled("notebook.py", kit);
    require_package(kind, kit);
    if (kind == "gradescope") return gradescope(kit);
    if (kind == "github") return github(kit);
    if (kind == "classroom50") return classroom50(kit);
    return prairielearn(kit);
}

} // namespace warploom::app
