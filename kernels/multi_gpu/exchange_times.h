#pragma once

#include <cstddef>
#include <string>
#include <vector>

// Selects the fastest exchange method between GPUs for a matrix, without using a GPU.

namespace warploom::kernels {

/// Time per product or iteration with one exchange method.
struct ExchangeTime {
    std::string name;
    double ns = 0;
};

/// Returns the index of the fastest exchange method. The first one wins a tie. `times` must not be empty.
std::size_t fastest_exchange(const std::vector<ExchangeTime>& times);

/// Describes the choice, as in "fastest exchange: peer (383 us; NCCL 388 us)". Returns an empty string if only one
/// method was measured.
std::string describe_choice(const std::vector<ExchangeTime>& times, std::size_t chosen);

} // namespace warploom::kernels
