#pragma once

#include "app/trace/trace_subject.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

/// A wrong element of a product y = A x.
struct WrongRow {
    const CsrMatrix& matrix;
    const std::vector<double>& x;
    std::int64_t row = 0;
    double computed = 0;
    bool is_single = false;      ///< whether the product was computed in float
    bool may_lose_lanes = false; ///< whether to check for products that are missing from the sum
};

/// Returns an explanation of a wrong element, found by comparing the entries of the row with those that the kernel
/// reads. Possible explanations are an entry that is never read or read twice, a thread that reads the column and value
/// arrays at different indices, and threads whose products are missing from the sum. Except for different indices, an
/// explanation is used only if it accounts for the computed value. Runs the kernel again. Returns an empty string if
/// there is no explanation, or if the format is not `csr` or `coo`. Errors: "cancelled"; errors of the kernel.
std::string cause_of(const TraceSubject& subject, const WrongRow& wrong, int block_size,
                     const std::atomic<bool>* cancelled);

} // namespace warploom::app
