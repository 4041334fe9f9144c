#pragma once

#include "engine/matrix/csr_matrix.h"
#include "kernels/machine/machine.h"

#include <algorithm>

namespace warploom::app {

/// How a run converts. The limit of FormatOptions guards the memory; where a format takes less than 64 MiB there is nothing to
/// guard, and the sources' own networks in ELL (16 times their CSR bytes) can be run.
inline kernels::FormatOptions run_format_options(const CsrMatrix& matrix, kernels::Precision precision) {
    constexpr double harmless = 64.0 * 1024 * 1024;
    const double csr_bytes = static_cast<double>(matrix.nonzeros() * (kernels::bytes_of(precision) + 4)) +
                             4 * (static_cast<double>(matrix.rows) + 1);
    kernels::FormatOptions options;
    options.limit_factor = std::max(options.limit_factor, harmless / csr_bytes);
    return options;
}

} // namespace warploom::app
