#pragma once

#include <cstddef>
#include <string>
#include <vector>

// Selects the fastest exchange between GPUs for one matrix. This code does not depend on GPUs.

namespace warploom::kernels {

/// The time of one product, or of one iteration, with one exchange method.
struct ExchangeTime {
    std::string name; ///< "NCCL", "peer"
    double ns = 0;
};

/// Returns the index of the shortest time, the first of equal ones. `times` is not empty.
std::size_t fastest_exchange(const std::vector<ExchangeTime>& times);

/// Returns text such as "fastest exchange: peer (383 us; NCCL 388 us)", or an empty string for a single time, because
/// then there was no choice.
std::string describe_choice(const std::vector<ExchangeTime>& times, std::size_t chosen);

} // namespace warploom::kernels
