#pragma once

#include "engine/simulated/shared_shadow.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warploom::simt {

/// Who of a block wrote and read which elements of global memory: a SharedShadow that has a place only for the elements
/// that were touched.
class GlobalShadow {
public:
    using Verdict = simulated::SharedShadow::Verdict;
    using When = simulated::SharedShadow::When;

    /// A new block begins.
    void clear();
    Verdict read(std::size_t object, std::int64_t element, int thread, When when) {
        return shadow_.read(place_of(object, element), thread, when);
    }
    Verdict write(std::size_t object, std::int64_t element, int thread, When when, bool is_atomic) {
        return shadow_.write(place_of(object, element), thread, when, is_atomic);
    }

private:
    std::int64_t place_of(std::size_t object, std::int64_t element);
    void grow();

    struct Entry {
        std::uint64_t key = 0; ///< 0: free
        std::int64_t place = 0;
    };
    std::vector<Entry> table_;
    std::int64_t count_ = 0;
    simulated::SharedShadow shadow_;
};

} // namespace warploom::simt
