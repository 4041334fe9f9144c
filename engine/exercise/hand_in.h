#pragma once

#include <string>

// The file that a student submits. It remains a CUDA C file; its first line names the author and contains a checksum.

namespace warploom::exercise {

/// The contents of the submission header, the first line of a submitted file.
struct HandIn {
    std::string exercise, name; ///< empty without such a line
    bool is_sealed = false;     ///< the line is there
    bool is_altered = false;    ///< and the text was changed since
};

/// Returns the text with a first line `// hand-in: EXERCISE by NAME, seal ...`, which replaces an existing one. Errors:
/// "hand-in.name" for a name that cannot be written in a line.
std::string seal_text(const std::string& text, const std::string& exercise, const std::string& name);
HandIn read_hand_in(const std::string& text);

/// Returns whether the text looks at `__WARPLOOM__`, which no compiler for GPUs defines.
bool asks_for_judge(const std::string& text);

/// Equal for texts that differ in comments, blanks and the hand-in line only. Names and numbers count.
std::string fingerprint(const std::string& text);

} // namespace warploom::exercise
