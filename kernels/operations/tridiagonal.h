#pragma once

#include "engine/generators/tridiagonal_system.h"
#include "engine/sentence.h"
#include "kernels/operations/bound.h"
#include "kernels/operations/operation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warploom::kernels {

class BoundTridiagonal;

/// The input of a tridiagonal solver.
struct TridiagonalInput {
    static constexpr Operation operation = Operation::tridiagonal;
    using Bound = BoundTridiagonal;
    static constexpr const char* not_shared = sentence_pattern("A tridiagonal solve runs on a single GPU only.");

    /// The tridiagonal system, which is rounded to `precision` during binding.
    std::shared_ptr<const TridiagonalSystem> system;
    Precision precision = Precision::float64;
    int threads = 0; ///< number of threads of host solvers; 0 for one per core
};

class BoundTridiagonal : public Bound {
public:
    virtual std::vector<double> x() const = 0; ///< returns the n elements of the solution
    /// Returns the first row in which a solver without pivoting found a zero pivot. Call this function after finish().
    /// If there is such a row, x is invalid.
    virtual std::optional<std::int64_t> zero_pivot() const { return std::nullopt; }
    /// Copies a, b, c and d to the solver's memory again, as a program with new values in each call would do. The time
    /// "with copies" in cerny2011 includes this function and x(). Does nothing on the host.
    virtual void upload() {}
    /// Copies x to the host without the conversion to double that x() performs.
    virtual void download() {}
};

/// The theoretical cost of a tridiagonal solver, and its number of launches or sweeps (cerny2011, "Složitosti").
struct TridiagonalCost {
    double steps = 0;      ///< number of steps, such as 2n, 2 log2 n - 1 or log2 n
    double operations = 0; ///< number of floating-point operations, such as 8n, 17n or 12 n log2 n
    double bytes = 0;      ///< lower bound for global memory traffic in bytes with this solver and layout
    const char* steps_formula = "";
    const char* operations_formula = "";
};
/// Returns the theoretical cost of a tridiagonal solver. Errors: "kernel.unknown".
TridiagonalCost tridiagonal_cost(const std::string& kernel, std::int64_t n, Precision);

} // namespace warploom::kernels
