#pragma once

#include <vector>

namespace warploom::simulated {

/// A file of datasets/cards, built into the program.
struct BuiltInCard {
    const char* name; ///< "gtx295.json"
    const char* text;
};
/// By generation, oldest first. Defined in a source that the build writes from the files.
const std::vector<BuiltInCard>& built_in_cards();

} // namespace warploom::simulated
