#pragma once

#include "engine/protocol/serialization/fields.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// The data exchange between GPUs that share the rows of a matrix: the number of bytes and the duration.

namespace warploom::protocol {

struct Exchange {
    int gpus = 0;
    /// Number of bytes that each GPU sends to each other GPU in a product or iteration. The element with index from *
    /// gpus + to is the number of bytes that GPU `from` sends to GPU `to`.
    std::vector<double> bytes;
    double overlapped = 0; ///< fraction of the matrix entries that can be processed during the exchange
    /// Bandwidth between two GPUs in GB/s; NaN if it was not measured.
    double link_gbytes_per_s = std::numeric_limits<double>::quiet_NaN();
    static const Fields<Exchange>& fields();
    /// Throws an error unless `bytes` has gpus x gpus elements.
    void settle(const Reader& in);

    double total_bytes() const;
    /// Returns the number of bytes sent or received by the busiest GPU.
    double busiest_bytes() const;
    /// Returns the duration of the exchange on the busiest GPU in ns; NaN if the bandwidth was not measured.
    double travel_ns() const { return busiest_bytes() / link_gbytes_per_s; }
};

/// The data exchange, computed from the matrix alone. No GPU is required.
struct ExchangePlan {
    std::string format;
    std::vector<Exchange> exchanges;
    static const Fields<ExchangePlan>& fields();
};
/// Parses an exchange plan. Errors: "exchange.malformed" with the name of the field.
ExchangePlan read_exchange_plan(const Json& json);

/// Returns the reason why several GPUs are not faster than one, or an empty string if they are. Times are in ns per
/// product or iteration.
std::string why_slower(const Exchange& exchange, double one_gpu_ns, double several_gpus_ns);

/// Estimates the time on several GPUs from the time on one GPU, in ns. The result is the computation time per GPU, plus
/// the part of the exchange that does not overlap with the computation, plus `fixed_ns` for launches and
/// synchronization.
double expected_ns(const Exchange& exchange, double one_gpu_ns, double fixed_ns);

} // namespace warploom::protocol
