#pragma once

#include "engine/matrix/csr_matrix.h"
#include "kernels/machine/machine.h"
#include "random_matrices.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels::test {

/// A symmetric positive definite test matrix for conjugate gradients.
struct CgCase {
    std::string name;
    CsrMatrix a;
    bool in_float = true;         ///< whether float reaches its tolerance
    bool for_all_products = true; ///< false: only one product of each kind, because it takes many iterations
    double tolerance = 1e-10;     ///< reached in double
};
const std::vector<CgCase>& cg_cases();
const CgCase& cg_case(const std::string& name);

/// Returns reproducible random numbers in (-1/2, 1/2).
std::vector<double> random_vector(std::int64_t n);
/// Computes ‖b - A x‖ / ‖b‖ in long double.
double residual_of(const CsrMatrix& a, const std::vector<double>& b, const std::vector<double>& x);

CsrMatrix second_difference(int n); ///< -1, 2, -1
CsrMatrix neumann(int n);           ///< the same with 1 at both ends, so that constants are mapped to 0

/// Returns the products that the machine supports. cusparse-spmvop is among them only if the library has it.
std::vector<KernelInfo> products_of(Machine& machine);

/// Converts the matrix to the format of `kernel` (as in parse_cg_kernel), and binds it.
std::unique_ptr<BoundCg> bind_cg(Machine& machine, const std::string& kernel, const CsrMatrix& a, Precision precision,
                                 Preconditioner preconditioner, int block_size = 64);

} // namespace warploom::kernels::test
