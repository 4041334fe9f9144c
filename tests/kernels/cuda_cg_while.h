#pragma once

#include "engine/matrix/csr_matrix.h"

#include <memory>
#include <string>
#include <vector>

// Conjugate gradients by the vendor's products and a graph: a node of it repeats the iteration on the device until the
// residual is small, so that the host waits for no number. Double only.

namespace warploom::kernels::test {

class LibraryCg {
public:
    enum class Product { csr_alg1, csr_alg2, coo_alg1, sell };
    /// The vectors by cuBLAS, a call for each step; or by three kernels of this file, with a dot product in the pass
    /// that makes its vector.
    enum class Vectors { cublas, fused };

    /// Throws std::runtime_error with the call that failed.
    LibraryCg(const CsrMatrix& a, Product product, Vectors vectors);
    ~LibraryCg();

    struct Outcome {
        int iterations = 0;
        double residual = 0; ///< ‖r‖ / ‖b‖ by the recursion
        std::vector<double> x;
    };
    /// From x = 0. Stops where the residual is at most `tolerance`, or after so many iterations.
    Outcome solve(const std::vector<double>& b, double tolerance, int most_iterations);

    /// Nanoseconds an iteration: the median of so many launches of a graph that repeats it `iterations` times, warm.
    double time_iteration(int iterations, int samples);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

const char* to_string(LibraryCg::Product product);
const char* to_string(LibraryCg::Vectors vectors);

} // namespace warploom::kernels::test
