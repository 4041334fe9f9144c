#pragma once

#include <cstddef>
#include <string>
#include <vector>

// Selects the fastest exchange method between GPUs for one matrix. This code does not depend on GPUs.

namespace warploom::kernels {

/// The time per product or iteration with one exchange method.
struct ExchangeTime {
    std::string name; ///< "NCCL", "peer"
    double ns = 0;
};

/// Returns the index of the shortest time; the first one in case of ties. `times` must not be empty.
std::size_t fastest_exchange(const std::vector<ExchangeTime>& times);

/// Returns text such as "fastest exchange: peer (383 us; NCCL 388 us)", or an empty string if there was only one time.
std::string describe_choice(const std::vector<ExchangeTime>& times, std::size_t chosen);

} // namespace warploom::kernels
