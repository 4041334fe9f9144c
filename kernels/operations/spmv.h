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

/// A matrix cut into the rows of several ranks (kernels/multi_gpu/split_matrix.h).
struct SplitMatrix;

/// Where a product keeps x and y: host memory, or the device's. Elements of the kernel's precision, cols() and rows()
/// of them. The addresses may be used as long as the product lives, on its machine's own stream.
struct VectorPlaces {
    void* x = nullptr;
    void* y = nullptr;
};

/// y = alpha A x + beta z. z is in the same memory as y, with rows() elements of the kernel's precision, and may be y
/// itself; if beta is 0, it is not read.
struct SpmvUpdate {
    double alpha = 1, beta = 0;
    const void* z = nullptr;
};

/// y = A x, bound to a matrix; x and y live where the kernel runs.
class BoundSpmv : public Bound {
public:
    /// Rounded to the precision of the kernel. x has cols() entries.
    virtual void set_x(const std::vector<double>& x) = 0;
    virtual std::vector<double> y() const = 0; ///< rows() entries
    virtual VectorPlaces places() = 0;
    /// Lets the product read x and write y at other places of its machine from now on; its own are let go, and only
    /// enqueue() and finish() may be called. False where the product cannot do that.
    virtual bool use_places(const VectorPlaces&) { return false; }
    /// From now on enqueue() makes this, in the launch of the product. False where the product has no such launch.
    virtual bool use_update(const SpmvUpdate&) { return false; }
};

/// The input of a product: the whole matrix, or, on a machine with several ranks, a part for each rank.
struct SpmvInput {
    static constexpr Operation operation = Operation::spmv;
    using Bound = BoundSpmv;

    std::shared_ptr<const HostFormat> format;           ///< null where `split` is given
    std::shared_ptr<const SplitMatrix> split = nullptr; ///< null on machines of one rank
};

/// Throws Error("vector.length") unless x has one entry for each column.
inline void check_x(const std::vector<double>& x, std::int64_t cols) {
    if (static_cast<std::int64_t>(x.size()) != cols)
        throw Error("vector.length",
                    sentence("The vector x has {entries} {entries:entry|entries}, but the matrix has {cols} "
                             "{cols:column|columns}.",
                             {{"entries", x.size()}, {"cols", cols}}),
                    sentence("The vector x needs one entry for each column."));
}

} // namespace warploom::kernels
