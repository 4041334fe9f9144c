#pragma once

#include <string>

// A solution submitted by a student. The name of the student and a checksum are stored in a comment in the first line,
// so the file is still valid CUDA C.

namespace warploom::exercise {

/// The contents of the submission header, which is the first line of a submitted file.
struct HandIn {
    std::string exercise, name; ///< exercise and author in the submission header; empty if there is no header
    bool is_sealed = false;
    bool is_altered = false; ///< whether the source code was changed after the header was added
};

/// Returns the source code with the submission header `// hand-in: EXERCISE by NAME, seal ...` as its first line.
/// Replaces an existing header. Throws Error("hand-in.name") if the name does not fit on one line.
std::string seal_text(const std::string& text, const std::string& exercise, const std::string& name);
HandIn read_hand_in(const std::string& text);

/// Returns whether the source code tests the macro `__WARPLOOM__`, which no GPU compiler defines. Such code could
/// detect that it is being graded.
bool asks_for_judge(const std::string& text);

/// Returns a fingerprint of the source code that ignores comments, whitespace and the submission header, but not
/// identifiers and numbers.
std::string fingerprint(const std::string& text);

} // namespace warploom::exercise
