#pragma once

#include "app/trace/trace_subject.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/simulated/trace.h"
#include "kernels/machine/machine.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// Returns a copy of the matrix in which the value of the k-th nonzero is k + 1, an integer that double precision
/// represents exactly. After conversion to another format, each stored value identifies its nonzero, and padding is 0.
CsrMatrix tagged(CsrMatrix matrix);

/// Identifies the nonzero at each position of a format's value arrays.
class EntryTags {
public:
    /// Reads the numbers in the value arrays. `format` must have been converted from tagged(matrix). Single precision
    /// can distinguish up to 2^24 nonzeros.
    explicit EntryTags(std::shared_ptr<const kernels::HostFormat> format);

    bool knows(const std::string& array) const { return values_.count(array) != 0; }
    /// Returns the index (in row order) of the nonzero at position `slot` of an array, or -1 for padding, arrays other
    /// than value arrays, and positions out of range.
    std::int64_t nonzero(const std::string& array, std::int64_t slot) const;
    const std::shared_ptr<const kernels::HostFormat>& format() const { return format_; }

private:
    std::shared_ptr<const kernels::HostFormat> format_;
    std::map<std::string, kernels::FormatArray> values_;
};

/// The owner of a nonzero, which is the first lane that reads it.
struct Owner {
    std::int32_t block = -1; ///< index of the lane's block; -1 if no traced thread read the nonzero
    std::int16_t warp = 0, lane = 0;
};

/// Runs the kernel on the matrix returned by tagged(), and returns the first lane that reads each nonzero, in row
/// order. If `only_block` is not negative, traces only that block. Errors: "cancelled".
std::vector<Owner> find_owners(const EntryTags& tags, std::int64_t nonzeros, const TraceSubject& subject,
                               int block_size, std::int64_t only_block, const std::atomic<bool>* cancelled);

std::int64_t row_of_nonzero(const CsrMatrix& matrix, std::int64_t k);

} // namespace warploom::app
