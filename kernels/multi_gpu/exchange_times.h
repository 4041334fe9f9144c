#pragma once

#include <cstddef>
#include <string>
#include <vector>

// Selects the fastest exchange method between GPUs for a matrix. This code does not use a GPU.

namespace warploom::kernels {

/// The time per matrix-vector product or iteration with one exchange method.
struct ExchangeTime {
    std::string name; ///< name of the exchange method, such as "NCCL" or "peer"
    double ns = 0;
};

/// Returns the index of the exchange method with the shortest time, or the smallest such index in case of ties. `times`
/// must not be empty.
std::size_t fastest_exchange(const std::vector<ExchangeTime>& times);

/// Returns text such as "fastest exchange: peer (383 us; NCCL 388 us)", or an empty string if only one exchange method
/// was measured.
std::string describe_choice(const std::vector<ExchangeTime>& times, std::size_t chosen);

} // namespace warploom::kernels
