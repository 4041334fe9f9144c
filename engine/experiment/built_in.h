#pragma once

#include <vector>

namespace warploom::experiment {

/// A file that travels inside the program.
struct BuiltInFile {
    const char* name; ///< without its folder
    const char* text;
};
// Defined in sources that the build writes.
const std::vector<BuiltInFile>& built_in_experiments(); ///< datasets/experiments/*.json
const std::vector<BuiltInFile>& built_in_published();   ///< datasets/published/*.csv

} // namespace warploom::experiment
