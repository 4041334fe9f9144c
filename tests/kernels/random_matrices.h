#pragma once

#include "engine/matrix/csr_matrix.h"
#include "kernels/machine/machine.h"

#include <string>
#include <vector>

namespace warploom::kernels::test {

/// A matrix that some kernel has reason to fear, with an x to multiply it by.
struct Drawn {
    std::string name;
    CsrMatrix a;
    std::vector<double> x;
    FormatOptions options;
    bool in_float = true; ///< whether its values fit into a float
    bool is_small = true; ///< worth running with every block size and traced
};

const std::vector<Drawn>& random_matrices();

/// Whether this format stores the matrix in 8 MiB: what tracing each access of takes no seconds.
bool is_little_in(const std::string& format, const Drawn&, Precision);

/// Rows of (column, value), columns ascending.
using Rows = std::vector<std::vector<std::pair<int, double>>>;
CsrMatrix matrix_of(const Rows& rows, std::int64_t cols);

} // namespace warploom::kernels::test
