#pragma once

#include <vector>

namespace warploom::network {

/// A file of datasets/networks, built into the program.
struct BuiltInNetwork {
    const char* name; ///< "hillside.inp"
    const char* text;
};
/// Defined in a source that the build writes from the files.
const std::vector<BuiltInNetwork>& built_in_networks();

} // namespace warploom::network
