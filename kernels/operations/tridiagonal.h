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

/// The input of a solver for one tridiagonal system.
struct TridiagonalInput {
    static constexpr Operation operation = Operation::tridiagonal;
    using Bound = BoundTridiagonal;
    static constexpr const char* not_shared = mark_sentence("A tridiagonal solve runs on a single GPU only.");

    std::shared_ptr<const TridiagonalSystem> system; ///< rounded to `precision` when it is bound
    Precision precision = Precision::float64;
    int threads = 0; ///< host solvers: how many threads; 0: all cores
};

class BoundTridiagonal : public Bound {
public:
    virtual std::vector<double> x() const = 0; ///< n entries
    /// The first row where a method without pivoting met a pivot that is 0, after finish(). x is of no value then.
    virtual std::optional<std::int64_t> zero_pivot() const { return std::nullopt; }
    /// Copies a, b, c and d to the solver's memory again, as a program would for new values in each call; together with
    /// x() this is the cost "with copies" (cerny2011). No effect on the host.
    virtual void upload() {}
    /// x to the host, without the conversion that x() does.
    virtual void download() {}
};

/// The cost of the method by its formula, and the number of launches or sweeps (cerny2011, "Složitosti").
struct TridiagonalCost {
    double steps = 0;      ///< 2n, 2 log2 n - 1, log2 n ...
    double operations = 0; ///< 8n, 17n, 12 n log2 n ...
    double bytes = 0;      ///< global memory read and written, lower bound of this very method and layout
    const char* steps_formula = "";
    const char* operations_formula = "";
};
/// Errors: "kernel.unknown".
TridiagonalCost tridiagonal_cost(const std::string& kernel, std::int64_t n, Precision);

} // namespace warploom::kernels
