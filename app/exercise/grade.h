#pragma once

#include "engine/exercise/judgement.h"
#include "engine/progress.h"
#include "engine/table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

struct GradeSettings {
    std::string exercise;   ///< an id, or the path of an exercise.json
    std::uint64_t seed = 1; ///< of the hidden inputs
    int at_once = 0;        ///< hand-ins judged at a time; 0: one for each core
    int seconds = 10;       ///< CPU time limit per submission
    std::string program;    ///< warploom-engine; empty: this program
};

/// One hand-in: a file in CUDA C directly in the folder, or in a folder of its own there. Names and sentences are
/// printable UTF-8: other bytes and control characters are escaped (engine/terminal_text.h).
struct Graded {
    std::string name;                 ///< from its hand-in line, else of its folder, else of the file
    std::string file;                 ///< below the folder of the class
    std::vector<std::string> remarks; ///< modified, identical to another one, ...
    std::string likeness;   ///< "0.93 with ben.cu": the one that it is most alike; empty where that is not known
    std::string text;       ///< as it was handed in, in UTF-8
    bool is_hand_in = true; ///< false for a file that is no kernel, which has a row that says so
    bool is_sealed = false; ///< its name is from a hand-in line
    exercise::Grading judgement;
};

/// Judges all hand-ins of a folder, each in a process of its own with bounded time and memory, several at a time. Their
/// order and every figure are the same on every machine. `progress` counts hand-ins.
/// Errors: "grade.folder" where there are none, those of find_exercise, "file.missing", "cancelled".
std::vector<Graded> grade_class(const std::string& folder, const GradeSettings& settings,
                                const Progress& progress = {});

/// Returns the number of hidden files and folders that grade_class() skips: `.name`, `__MACOSX`.
std::int64_t hidden_files_in(const std::string& folder);

/// Writes the hand-ins of a class for JPlag: a folder `submissions` with a folder for each, and `base` with the
/// starter.
/// Errors: "file.write".
void export_for_jplag(const std::string& folder, const std::vector<Graded>& graded, const std::string& starter);

/// A row for each: name, points, out of, gate by gate, remarks, likeness, and a message to the student.
Table grade_table(const std::string& title, const std::vector<Graded>& graded);

/// Limits this process, which grades one submission: seconds of CPU time, 2 GiB of memory, one thread.
void bind_to_limits(int seconds);

} // namespace warploom::app
