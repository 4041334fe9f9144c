#pragma once

#include "engine/matrix/csr_matrix.h"
#include "kernels/machine/machine.h"
#include "random_matrices.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels::test {

/// A symmetric positive definite matrix that conjugate gradients are tried on.
struct CgCase {
    std::string name;
    CsrMatrix a;
    bool in_float = true;         ///< whether float reaches its tolerance
    bool for_all_products = true; ///< or for one of a kind, because it takes many iterations
    double tolerance = 1e-10;     ///< that double reaches
};
const std::vector<CgCase>& cg_cases();
const CgCase& cg_case(const std::string& name);

/// Entries in (-1/2, 1/2), the same each time.
std::vector<double> random_vector(std::int64_t n);
/// ‖b - A x‖ / ‖b‖ in long double.
double residual_of(const CsrMatrix& a, const std::vector<double>& b, const std::vector<double>& x);

CsrMatrix second_difference(int n); ///< -1, 2, -1
CsrMatrix neumann(int n);           ///< the same, but 1 at both ends: constants are mapped to 0

/// The products that the machine has. cusparse-spmvop is one only where the library knows it.
std::vector<KernelInfo> products_of(Machine& machine);

/// Converts the matrix to what `kernel` (as in parse_cg_kernel) reads, and binds it.
std::unique_ptr<BoundCg> bind_cg(Machine& machine, const std::string& kernel, const CsrMatrix& a, Precision precision,
                                 Preconditioner preconditioner, int block_size = 64);

} // namespace warploom::kernels::test
