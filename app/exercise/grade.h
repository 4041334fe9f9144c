#pragma once

#include "engine/exercise/judgement.h"
#include "engine/progress.h"
#include "engine/table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

struct GradeSettings {
    std::string exercise;   ///< ID of an exercise, or path of an exercise.json
    std::uint64_t seed = 1; ///< seed of the hidden inputs
    int at_once = 0;        ///< number of submissions graded in parallel; 0 for one per core
    int seconds = 10;       ///< CPU time limit per submission
    std::string program;    ///< path of warploom-engine; empty for this program
};

/// A submission: a CUDA C file in the folder or in a subfolder. Names and messages are printable UTF-8; other bytes and
/// control characters are escaped (engine/terminal_text.h).
struct Graded {
    std::string name; ///< student's name from the submission header or, failing that, the folder or file name
    std::string file; ///< path relative to the folder of the class
    std::vector<std::string> remarks; ///< remarks for the teacher, such as "unchanged starter" or "identical to ben.cu"
    std::string likeness;             ///< the most similar submission, such as "0.93 with ben.cu"; empty if unknown
    std::string text;                 ///< the submitted source in UTF-8
    bool is_hand_in = true;           ///< false for a file that is not a kernel; a remark says so
    bool is_sealed = false;           ///< whether the name comes from a submission header
    exercise::Grading judgement;
};

/// Grades all submissions in a folder. Grades several in parallel, each in a separate process with limited time and
/// memory. The order and all values are the same on every machine. `progress` counts submissions. Errors:
/// "grade.folder" if the folder has no submissions; all errors of find_exercise; "file.missing"; "cancelled".
std::vector<Graded> grade_class(const std::string& folder, const GradeSettings& settings,
                                const Progress& progress = {});

/// Returns the number of hidden files and folders (`.name`, `__MACOSX`) that grade_class() skips.
std::int64_t hidden_files_in(const std::string& folder);

/// Exports the submissions of a class for JPlag: a folder `submissions` with a subfolder per submission, and a folder
/// `base` with the starter. Errors: "file.write".
void export_for_jplag(const std::string& folder, const std::vector<Graded>& graded, const std::string& starter);

/// Returns a table with one row per submission: name, points, maximum points, gates, remarks, similarity, and a message
/// to the student.
Table grade_table(const std::string& title, const std::vector<Graded>& graded);

/// Limits this process to the resources for grading one submission: seconds of CPU time, 2 GiB of memory, one thread.
void bind_to_limits(int seconds);

} // namespace warploom::app
