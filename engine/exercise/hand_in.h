#pragma once

#include <string>

// The file that a student submits. It remains a CUDA C file; its first line names the author and contains a checksum.

namespace warploom::exercise {

/// The contents of the submission header, the first line of a submitted file.
struct HandIn {
    std::string exercise, name; ///< empty without a submission header
    bool is_sealed = false;     ///< whether the header exists
    bool is_altered = false;    ///< whether the source was changed after sealing
};

/// Returns the source with a first line `// hand-in: EXERCISE by NAME, seal ...`, which replaces an existing one.
/// Errors: "hand-in.name" for a name that does not fit in one line.
std::string seal_text(const std::string& text, const std::string& exercise, const std::string& name);
HandIn read_hand_in(const std::string& text);

/// Returns whether the source tests the macro `__WARPLOOM__`, which no GPU compiler defines.
bool asks_for_judge(const std::string& text);

/// Returns the same value for sources that differ only in comments, whitespace and the submission header. Identifiers
/// and numbers are significant.
std::string fingerprint(const std::string& text);

} // namespace warploom::exercise
