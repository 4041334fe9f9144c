#pragma once

#include "engine/matrix/csr_matrix.h"
#include "kernels/machine.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// A format is a struct template over its element type and over what an array is: on the host a
// std::vector, in a kernel the target's `In`. It derives its plain figures from a `...Shape` struct and
// lists its arrays once, in arrays(visit): conversion, upload, layout and byte counts all follow from that.

namespace warploom::kernels {

template <class T> using HostArray = std::vector<T>;

inline std::int64_t total_bytes(const std::vector<FormatArray>& arrays) {
    std::int64_t bytes = 0;
    for (const auto& array : arrays) bytes += array.bytes();
    return bytes;
}

/// Kernels index with 4 bytes. Throws Error("matrix.index") with the figure where that is not enough.
int checked_int(std::int64_t count, const char* what);

} // namespace warploom::kernels
