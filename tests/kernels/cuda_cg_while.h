#pragma once

#include "engine/matrix/csr_matrix.h"

#include <memory>
#include <string>
#include <vector>

// Conjugate gradients with vendor products and a CUDA graph: a conditional node repeats the iteration on the device
// until the residual is small, so the host does not wait for any value. Double precision only.

namespace warploom::kernels::test {

class LibraryCg {
public:
    enum class Product { csr_alg1, csr_alg2, coo_alg1, sell };
    /// Vector operations by cuBLAS, with one call per step, or by three fused kernels that compute a dot product
    /// together with its vector.
    enum class Vectors { cublas, fused };

    /// Throws std::runtime_error with the name of the call that failed.
    LibraryCg(const CsrMatrix& a, Product product, Vectors vectors);
    ~LibraryCg();

    struct Outcome {
        int iterations = 0;
        double residual = 0; ///< ‖r‖ / ‖b‖ from the recurrence
        std::vector<double> x;
    };
    /// Starts from x = 0. Stops when the residual is at most `tolerance`, or after this many iterations.
    Outcome solve(const std::vector<double>& b, double tolerance, int most_iterations);

    /// Returns nanoseconds per iteration: the median of several launches of a graph that repeats it `iterations` times,
    /// with warm caches.
    double time_iteration(int iterations, int samples);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

const char* to_string(LibraryCg::Product product);
const char* to_string(LibraryCg::Vectors vectors);

} // namespace warploom::kernels::test
