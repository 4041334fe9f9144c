#pragma once

#include "engine/matrix/csr_matrix.h"
#include "kernels/machine/machine.h"

#include <string>
#include <vector>

namespace warploom::kernels::test {

/// A matrix that is difficult for some kernel, with an x to multiply.
struct Drawn {
    std::string name;
    CsrMatrix a;
    std::vector<double> x;
    FormatOptions options;
    bool in_float = true; ///< whether its values are representable as float
    bool is_small = true; ///< whether to run it with every block size, and traced
};

const std::vector<Drawn>& random_matrices();

/// Returns whether the matrix takes at most 8 MiB in this format, so that tracing all accesses is fast enough.
bool is_little_in(const std::string& format, const Drawn&, Precision);

/// Rows of (column, value), with ascending columns.
using Rows = std::vector<std::vector<std::pair<int, double>>>;
CsrMatrix matrix_of(const Rows& rows, std::int64_t cols);

} // namespace warploom::kernels::test
