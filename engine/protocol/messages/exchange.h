#pragma once

#include "engine/protocol/serialization/fields.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// The data that GPUs exchange when they share the rows of a matrix, and its cost.

namespace warploom::protocol {

struct Exchange {
    int gpus = 0;
    std::vector<double> bytes; ///< gpus x gpus: bytes[from * gpus + to], for one product or iteration
    double overlapped = 0;     ///< fraction of the entries that the GPUs process during the exchange
    /// Bandwidth from one GPU to another; NaN if not measured.
    double link_gbytes_per_s = std::numeric_limits<double>::quiet_NaN();
    static const Fields<Exchange>& fields();
    /// Throws unless `bytes` has gpus x gpus elements.
    void settle(const Reader& in);

    double total_bytes() const;
    /// Returns the largest number of bytes that one GPU sends or receives.
    double busiest_bytes() const;
    /// Returns how long this takes for the busiest GPU, in ns; NaN if the link was not measured.
    double travel_ns() const { return busiest_bytes() / link_gbytes_per_s; }
};

/// The data that GPUs exchange, computed from the partition of the matrix alone.
struct ExchangePlan {
    std::string format;
    std::vector<Exchange> exchanges; ///< one for each requested number of GPUs
    static const Fields<ExchangePlan>& fields();
};
/// Parses an exchange plan. Errors: "exchange.malformed" with the field.
ExchangePlan read_exchange_plan(const Json& json);

/// Returns a sentence that explains why several GPUs are not faster than one; empty if they are. Times of one product
/// or iteration, in ns.
std::string why_slower(const Exchange& exchange, double one_gpu_ns, double several_gpus_ns);

/// Estimates the time on several GPUs from the time on one: the share of each GPU, the part of the exchange that does
/// not overlap with computation, and `fixed_ns` for launches and synchronization.
double expected_ns(const Exchange& exchange, double one_gpu_ns, double fixed_ns);

} // namespace warploom::protocol
