#pragma once

#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/operations/bound.h"
#include "kernels/operations/operation.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

class HostFormat;

/// A matrix partitioned by rows over several ranks (kernels/multi_gpu/split_matrix.h).
struct SplitMatrix;

/// Addresses of a product's x and y in host or device memory, with cols() and rows() elements in the kernel's
/// precision. They remain valid for the lifetime of the product, and can be used on its machine's own stream.
struct VectorPlaces {
    void* x = nullptr;
    void* y = nullptr;
};

/// Parameters of y = alpha A x + beta z. z has rows() elements in the kernel's precision, in the same memory as y, and
/// can be y itself. If beta is 0, z is not read.
struct SpmvUpdate {
    double alpha = 1, beta = 0;
    const void* z = nullptr;
};

/// The product y = A x, bound to a matrix on a machine, with x and y in the kernel's memory.
class BoundSpmv : public Bound {
public:
    /// Sets the cols() elements of x, rounded to the kernel's precision.
    virtual void set_x(const std::vector<double>& x) = 0;
    virtual std::vector<double> y() const = 0;
    virtual VectorPlaces places() = 0;
    /// Makes the product use other addresses for x and y in its machine's memory, and frees its own vectors. After
    /// that, only enqueue() and finish() may be called. Returns false if this is not supported.
    virtual bool use_places(const VectorPlaces&) { return false; }
    /// Makes enqueue() compute y = alpha A x + beta z in a single launch. Returns false if this is not supported.
    virtual bool use_update(const SpmvUpdate&) { return false; }
};

/// The input of an SpMV kernel: the entire matrix or, with several ranks, one part per rank.
struct SpmvInput {
    static constexpr Operation operation = Operation::spmv;
    using Bound = BoundSpmv;

    std::shared_ptr<const HostFormat> format;           ///< the entire matrix; null if `split` is set
    std::shared_ptr<const SplitMatrix> split = nullptr; ///< the partitioned matrix; null on machines with one rank
};

/// Throws Error("vector.length") unless x has one element per column.
inline void check_x(const std::vector<double>& x, std::int64_t cols) {
    if (static_cast<std::int64_t>(x.size()) != cols)
        throw Error("vector.length",
                    sentence("The vector x has {entries} {entries:entry|entries}, but the matrix has {cols} "
                             "{cols:column|columns}.",
                             {{"entries", x.size()}, {"cols", cols}}),
                    sentence("The vector x needs one entry for each column."));
}

} // namespace warploom::kernels
