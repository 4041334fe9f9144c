#pragma once

#include "engine/error.h"
#include "engine/simulated/card.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace warploom::simulated {

/// The launch limits and the memory sizes of a card.
struct CardLimits {
    std::string title; ///< of the card; empty: any of today
    std::array<std::int64_t, 3> grid{0x7fffffff, 65535, 65535}, block{1024, 1024, 64};
    std::int64_t block_threads = 1024;
    std::int64_t declared_shared = 49152; ///< bytes of shared arrays with a size in the text, of one block
    std::int64_t shared_bytes = 232448;   ///< of one block, with those that a launch gives
    std::int64_t memory_bytes = 0;        ///< 0: not known
};
/// A figure that a card leaves out is that of its compute capability.
CardLimits limits_of(const Card& card);

struct Refused {
    std::string sentence, hint;
    std::int64_t shared_bytes = 0; ///< per block, if the launch requests too much; another card may provide it
};
/// A launch whose blocks request more shared memory than the card provides.
class TooMuchShared : public Error {
public:
    TooMuchShared(const std::string& sentence, const std::string& hint, std::int64_t bytes)
        : Error("kernel.launch", sentence, hint), bytes_(bytes) {}
    std::int64_t bytes() const { return bytes_; }

private:
    std::int64_t bytes_ = 0;
};
/// Why a card cannot launch that, as CUDA's "invalid configuration argument"; nothing where it can. Negative numbers of
/// blocks look very large here.
std::optional<Refused> why_not_launched(const CardLimits& limits, const std::string& kernel,
                                        const std::array<std::int64_t, 3>& grid,
                                        const std::array<std::int64_t, 3>& block);
/// Same for shared memory: the declared amount, and the total.
std::optional<Refused> why_not_shared(const CardLimits& limits, const std::string& kernel, std::int64_t declared,
                                      std::int64_t bytes);
/// Errors: "memory.limit" where arrays of so many bytes do not fit into the card's memory.
void require_fits(const CardLimits& limits, std::int64_t bytes);

} // namespace warploom::simulated
