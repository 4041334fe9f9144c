#pragma once

#include "engine/exercise/judgement.h"
#include "engine/progress.h"
#include "engine/table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

struct GradeSettings {
    std::string exercise;    ///< ID of an exercise, or path of an exercise.json file
    std::uint64_t seed = 1;  ///< seed of the hidden inputs
    int at_once = 0;         ///< number of submissions to grade in parallel; 0 for one per core
    int seconds = 10;        ///< CPU time limit per submission in seconds
    bool is_contest = false; ///< whether to count the costs on random inputs for a contest instead of assigning points
    std::string card;        ///< card to use instead of the exercise's own card; may be empty
    std::string program;     ///< path of warploom-engine; if empty, the current executable
};

/// A submission: a CUDA C file in the class folder or a subfolder. Names and messages are printable UTF-8; other bytes
/// and control characters are escaped (engine/terminal_text.h).
struct Graded {
    std::string name; ///< student's name from the submission header or, failing that, the folder or file name
    std::string file; ///< path of the file relative to the class folder
    std::vector<std::string> remarks; ///< remarks for the teacher, such as "unchanged starter" or "identical to ben.cu"
    /// Similarity to the most similar submission, such as "0.93 with ben.cu"; empty if unknown.
    std::string likeness;
    std::string text;       ///< the submitted source in UTF-8
    bool is_hand_in = true; ///< false if the file is not a kernel; a remark then explains the reason
    bool is_sealed = false; ///< whether the name was read from a submission header
    exercise::Grading judgement;
};

/// Grades all submissions in a folder. Submissions are graded in parallel, each in its own process with time and memory
/// limits. The results and their order are the same on every machine. `progress` counts submissions. Errors:
/// "grade.folder" if the folder has no submissions; any error from find_exercise; "file.missing"; "cancelled".
std::vector<Graded> grade_class(const std::string& folder, const GradeSettings& settings,
                                const Progress& progress = {});

/// Returns the number of hidden files and folders (`.name`, `__MACOSX`) that grade_class() skips.
std::int64_t hidden_files_in(const std::string& folder);

/// Exports the submissions of a class for JPlag. Creates a folder `submissions` with one subfolder per submission, and
/// a folder `base` with the starter. Errors: "file.write".
void export_for_jplag(const std::string& folder, const std::vector<Graded>& graded, const std::string& starter);

/// Returns a table of grades with one row per submission. The columns are the name, points, maximum points, criteria,
/// remarks, similarity, and a message to the student.
Table grade_table(const std::string& title, const std::vector<Graded>& graded);

/// Sets the resource limits of this process for grading one submission: `seconds` of CPU time, 2 GiB of memory, and one
/// thread.
void bind_to_limits(int seconds);

} // namespace warploom::app
