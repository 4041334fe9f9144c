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

struct TridiagonalInput {
    static constexpr Operation operation = Operation::tridiagonal;
    using Bound = BoundTridiagonal;
    static constexpr const char* not_shared = sentence_pattern("A tridiagonal solve runs on a single GPU only.");

    /// The system, which is rounded to `precision` during binding.
    std::shared_ptr<const TridiagonalSystem> system;
    Precision precision = Precision::float64;
    int threads = 0; ///< number of threads of host solvers; 0 for one per core
};

class BoundTridiagonal : public Bound {
public:
    virtual std::vector<double> x() const = 0;
    /// Returns the first row where a solver without pivoting found a zero pivot, which makes x invalid. Call it after
    /// finish().
    virtual std::optional<std::int64_t> zero_pivot() const { return std::nullopt; }
    /// Copies a, b, c and d to the solver's memory again, as a program would after changing the values. The time "with
    /// copies" in cerny2011 includes this function and x(). Does nothing on the host.
    virtual void upload() {}
    /// Copies x to the host without converting it to double.
    virtual void download() {}
};

/// Theoretical cost of a tridiagonal solver (cerny2011, "Složitosti").
struct TridiagonalCost {
    double steps = 0;      ///< number of steps, such as 2n, 2 log2 n - 1 or log2 n
    double operations = 0; ///< number of operations, such as 8n, 17n or 12 n log2 n
    double bytes = 0;      ///< minimum global memory traffic in bytes with this solver and layout
    const char* steps_formula = "";
    const char* operations_formula = "";
};
/// Returns the theoretical cost of a tridiagonal solver. Errors: "kernel.unknown".
TridiagonalCost tridiagonal_cost(const std::string& kernel, std::int64_t n, Precision);

} // namespace warploom::kernels
