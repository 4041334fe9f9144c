#pragma once

#include "app/operations/operation.h"

#include <cstdint>
#include <optional>
#include <string>

namespace warploom::app {

/// An error that a kernel makes only on inputs that are too large to generate.
struct LargeSizeFailure {
    std::int64_t size = 0; ///< smallest size with the error
    /// Sentences that state the size and the cause, such as "The kernel fails on matrices with 67,108,865 or more rows.
    /// An integer overflows on line 8."
    std::string sentence;
    simulated::Finding finding;
    /// Whether an input of this size does not fit in the memory of the card, so that the error cannot occur on this
    /// card.
    bool is_beyond_memory = false;
};

/// Searches for integer overflows and out-of-bounds accesses on inputs with up to 10^9 rows, columns, unknowns or
/// systems that fit in the memory of the card, or else in 64 GiB. Calls `run` with extrapolated arguments
/// (size_series.h), and executes only the first, the middle and the last block of each launch. The arrays use memory
/// only where these blocks access them, so this takes a fraction of a second. If the source has a warning about large
/// inputs, also searches for a size where no thread writes the last element of the result. Returns std::nullopt if
/// there are no such errors, if they also occur on small inputs, or if threads wait for other threads, because all
/// blocks would have to run. Always returns std::nullopt in a web browser. The source must have been read.
std::optional<LargeSizeFailure> large_size_failure(Operation operation, const std::string& format,
                                                   const KernelSettings& settings);

} // namespace warploom::app
