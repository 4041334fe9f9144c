#pragma once

#include "engine/protocol/serialization/fields.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// The amount of data that GPUs exchange if the rows of a matrix are distributed among them, and the duration of the
// exchange.

namespace warploom::protocol {

struct Exchange {
    int gpus = 0;
    /// Bytes[from * gpus + to]: bytes sent between each pair of GPUs for one product or iteration.
    std::vector<double> bytes;
    double overlapped = 0; ///< fraction of the matrix entries that the GPUs can process during the exchange
    /// Bandwidth between two GPUs in GB/s; NaN if it was not measured.
    double link_gbytes_per_s = std::numeric_limits<double>::quiet_NaN();
    static const Fields<Exchange>& fields();
    /// Throws an error unless `bytes` has gpus x gpus elements.
    void settle(const Reader& in);

    double total_bytes() const;
    /// Returns the number of bytes sent or received by the GPU that transfers the most data.
    double busiest_bytes() const;
    /// Returns the duration of the exchange on the GPU that transfers the most data, in ns; NaN if the bandwidth was
    /// not measured.
    double travel_ns() const { return busiest_bytes() / link_gbytes_per_s; }
};

/// The data that GPUs would exchange, computed from the matrix without using a GPU.
struct ExchangePlan {
    std::string format;
    std::vector<Exchange> exchanges; ///< exchanges for each requested number of GPUs
    static const Fields<ExchangePlan>& fields();
};
/// Parses an exchange plan. Errors: "exchange.malformed" with the name of the field.
ExchangePlan read_exchange_plan(const Json& json);

/// Returns a sentence that explains why several GPUs are not faster than one GPU, or an empty string if they are
/// faster. The times are in ns per product or iteration.
std::string why_slower(const Exchange& exchange, double one_gpu_ns, double several_gpus_ns);

/// Estimates the time on several GPUs from the time on one GPU, in ns. The estimate is the sum of the computation time
/// per GPU, the part of the exchange that does not overlap with computation, and `fixed_ns` for launches and
/// synchronization.
double expected_ns(const Exchange& exchange, double one_gpu_ns, double fixed_ns);

} // namespace warploom::protocol
