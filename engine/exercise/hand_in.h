#pragma once

#include <string>

// The file that a student submits. It remains a valid CUDA C file: its first line is a comment with the name of the
// author and a checksum.

namespace warploom::exercise {

/// The contents of the submission header, which is the first line of a submitted file.
struct HandIn {
    std::string exercise, name; ///< names in the submission header; empty if there is no header
    bool is_sealed = false;     ///< whether the file has a submission header
    bool is_altered = false;    ///< whether the source was changed after it was sealed
};

/// Returns the source with the first line `// hand-in: EXERCISE by NAME, seal ...`, which replaces an existing header.
/// Throws Error("hand-in.name") if the name does not fit on one line.
std::string seal_text(const std::string& text, const std::string& exercise, const std::string& name);
HandIn read_hand_in(const std::string& text);

/// Returns whether the source tests the macro `__WARPLOOM__`, which no GPU compiler defines.
bool asks_for_judge(const std::string& text);

/// Returns a fingerprint that is the same for sources that differ only in comments, whitespace and the submission
/// header. Identifiers and numbers are significant.
std::string fingerprint(const std::string& text);

} // namespace warploom::exercise
