#pragma once

#include "engine/sentence.h"
#include "kernels/operations/bound.h"
#include "kernels/operations/operation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace warploom::kernels {

struct LuPattern;
class HostFormat;
class BoundIlu;

/// The input of a factorization A ≈ L U with the pattern of A, ILU(0) (Saad 2003, section 10.3.2). rossignon2013 names
/// it as future work in section 4.
struct IluInput {
    static constexpr Operation operation = Operation::ilu;
    using Bound = BoundIlu;
    static constexpr const char* not_shared =
        sentence_pattern("A factorization runs on a single GPU only, because its rows depend on each other.");

    std::shared_ptr<const HostFormat> format; ///< a square A as `csr`, columns ascending in each row
    std::shared_ptr<const LuPattern> pattern; ///< of `format`: diagonal positions and row dependencies
};

class BoundIlu : public Bound {
public:
    /// Returns one value for each entry of A: those of L below the diagonal, with an implied unit diagonal, and those
    /// of U on and above it.
    virtual std::vector<double> factors() const = 0;
    /// Returns the first row (from 0) whose pivot is 0 or not finite, after finish(). The factors are then invalid.
    virtual std::optional<std::int64_t> zero_pivot() const = 0;
};

} // namespace warploom::kernels
