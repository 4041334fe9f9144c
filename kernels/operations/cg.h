#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/protocol/messages/cg_parts.h"
#include "kernels/operations/bound.h"
#include "kernels/operations/operation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warploom::kernels {

class HostFormat;
struct SplitMatrix;
class BoundCg;

using protocol::CgParts;
inline std::optional<Preconditioner> preconditioner_from(const std::string& name) {
    return protocol::named<Preconditioner>(name);
}

/// The parts of a CG kernel name: `cg:csr-vector` is the method `cg` with the matrix-vector product `csr-vector`.
/// Methods with their own product have no suffix: `cg-persistent`, `cg-cusparse`. Errors: "kernel.unknown" with the
/// list of methods and products.
struct CgKernelName {
    /// Name of the method: `cg`, `cg-fused`, `cg-persistent`, `cg-cusparse`, `cg-offload` or `bicgstab`.
    std::string method;
    std::string spmv; ///< SpMV kernel; empty for methods with their own product
};
CgKernelName parse_cg_kernel(const std::string& name);
std::string to_string(const CgKernelName&);

/// The input of conjugate gradients. A must be square. Only the iteration shows whether it is symmetric positive
/// definite (prata2010, section 4.3; Hestenes & Stiefel 1952).
struct CgInput {
    static constexpr Operation operation = Operation::cg;
    using Bound = BoundCg;

    /// A, for preconditioners and for methods with their own product.
    std::shared_ptr<const CsrMatrix> matrix;
    /// A in the format of the SpMV kernel; null if the method has its own product.
    std::shared_ptr<const HostFormat> format;
    Preconditioner preconditioner = Preconditioner::none;
    Precision precision = Precision::float64;
    std::string product; ///< SpMV kernel; empty if the method has its own product
    /// Replaces `format` on machines with several ranks.
    std::shared_ptr<const SplitMatrix> split = nullptr;
};

/// The complete state of an iterative method, in row order. Another solver (with another format, machine or precision)
/// can continue from it.
struct CgState {
    std::int64_t iteration = 0;
    std::vector<double> x, r, p; ///< n elements each
    double rz = 0;               ///< (r, z); if this is NaN (unknown), p restarts from r
};

struct IterationBatch {
    /// Relative residual ‖r‖ / ‖b‖ of the recurrence after each iteration.
    std::vector<double> residuals;
    /// Iteration of a breakdown, counted from the start of the solve. Either p·Ap was not positive (the matrix is not
    /// positive definite), or a value was not finite (values exceeded the range of the precision).
    std::optional<std::int64_t> breakdown;
    double p_ap = 0;
    std::string why; ///< cause of the breakdown if it is not p·Ap <= 0; used at the start of a sentence
};

/// A bound conjugate gradient method. enqueue() runs `iterations_per_launch` iterations from the current state, and a
/// time sample covers one such batch.
class BoundCg : public Bound {
public:
    /// Sets the right-hand side b, rounded to the precision, and x = 0, and restarts the solver.
    virtual void set_right_side(const std::vector<double>& b) = 0;
    virtual void set_state(const CgState&) = 0;
    virtual CgState state() const = 0;
    virtual std::vector<double> x() const = 0;
    /// Runs at most `count` iterations. Stops at a breakdown, or when the recurrence reaches ‖r‖ / ‖b‖ <= `tolerance`.
    virtual IterationBatch iterate(std::int64_t count, double tolerance) = 0;
    /// Sets r = b - A x with the solver's own product and restarts p, so that the recurrence matches the true residual
    /// again.
    virtual void restart() = 0;
    /// Computes ‖b - A x‖ / ‖b‖ (‖b - A x‖ if b = 0) with the solver's own product. Does not affect the iteration.
    virtual double true_residual() = 0;
    /// Measures the parts of an iteration separately, `count` times each. All times are 0 if the parts cannot be
    /// separated.
    virtual CgParts parts(int count) = 0;

    int iterations_per_launch = 1;
};

} // namespace warploom::kernels
