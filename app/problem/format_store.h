#pragma once

#include "app/problem/conversion_times.h"
#include "app/problem/problem.h"
#include "engine/matrix/csr_matrix.h"
#include "kernels/machine/machine.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

namespace warploom::app {

/// Returns the conversion options for a benchmark run, which limit the size of formats to save memory. Formats of up to
/// 64 MiB are always allowed, because the networks used in the papers take 16 times as much memory in ELL as in CSR.
inline kernels::FormatOptions run_format_options(const CsrMatrix& matrix, Precision precision) {
    constexpr double harmless = 64.0 * 1024 * 1024;
    const double csr_bytes = static_cast<double>(matrix.nonzeros() * (kernels::bytes_of(precision) + 4)) +
                             4 * (static_cast<double>(matrix.rows) + 1);
    kernels::FormatOptions options;
    options.limit_factor = std::max(options.limit_factor, harmless / csr_bytes);
    return options;
}

/// The formats of one matrix. Each format is created only once and shared by all kernels that read it.
class FormatStore {
public:
    explicit FormatStore(const CsrMatrix& matrix) : matrix_(matrix) {}

    /// Returns the memory in bytes needed to create a format, or 0 if the format already exists or cannot store the
    /// matrix.
    double bytes_to_make(const std::string& format, Precision precision) const;
    /// Returns the matrix in the given format, converting it if necessary. Sets the format-related fields of the result
    /// row `row`. Errors: any error from make_format.
    std::shared_ptr<const kernels::HostFormat> give(const std::string& format, Row& row, const RunContext& context);
    /// Returns the matrix in the given format, partitioned by rows for a machine with several ranks. Also sets the
    /// format-related fields of `row`. Errors: any error from make_format.
    std::shared_ptr<const kernels::SplitMatrix> give_split(const std::string& format, Row& row,
                                                           const RunContext& context);
    void release() {
        formats_.clear();
        splits_.clear();
    }

private:
    const CsrMatrix& matrix_;
    std::map<std::pair<std::string, Precision>, std::shared_ptr<const kernels::HostFormat>> formats_;
    std::map<std::pair<std::string, Precision>, ConversionTimes> times_;
    std::map<std::tuple<std::string, Precision, int>, std::shared_ptr<const kernels::SplitMatrix>> splits_;
};

} // namespace warploom::app
