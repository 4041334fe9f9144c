#pragma once

#include <string>

// The text that a student hands in. It stays a file in CUDA C; a first line tells whose it is, and seals it.

namespace warploom::exercise {

/// The contents of the submission header, the first line of a submitted file.
struct HandIn {
    std::string exercise, name; ///< empty without such a line
    bool is_sealed = false;     ///< the line is there
    bool is_altered = false;    ///< and the text was changed since
};

/// The text under a line `// hand-in: EXERCISE by NAME, seal ...`; one that stands there is replaced.
/// Errors: "hand-in.name" for a name that a line cannot hold.
std::string seal_text(const std::string& text, const std::string& exercise, const std::string& name);
HandIn read_hand_in(const std::string& text);

/// Returns whether the text looks at `__WARPLOOM__`, which no compiler for GPUs defines.
bool asks_for_judge(const std::string& text);

/// Equal for texts that differ in comments, blanks and the hand-in line only. Names and numbers count.
std::string fingerprint(const std::string& text);

} // namespace warploom::exercise
