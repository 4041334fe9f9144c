#pragma once

#include "engine/sentence.h"
#include "kernels/operations/bound.h"
#include "kernels/operations/operation.h"

#include <memory>
#include <vector>

namespace warploom::kernels {

struct LevelSets;
class HostFormat;
class BoundTrsv;

/// The input of a triangular solver for L x = b.
struct TrsvInput {
    static constexpr Operation operation = Operation::trsv;
    using Bound = BoundTrsv;
    static constexpr const char* not_shared =
        sentence_pattern("A triangular solve runs on a single GPU only, because its rows depend on each other.");

    std::shared_ptr<const HostFormat> format; ///< L in CSR (`csr`), as returned by warploom::lower_factor()
    std::shared_ptr<const LevelSets> levels;  ///< level sets of L, if the kernel needs them
};

class BoundTrsv : public Bound {
public:
    /// Sets the right-hand side b, rounded to the solver's precision.
    virtual void set_right_side(const std::vector<double>& b) = 0;
    virtual std::vector<double> x() const = 0;
};

} // namespace warploom::kernels
