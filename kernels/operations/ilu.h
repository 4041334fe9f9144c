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

/// The input of ILU(0), a factorization A ≈ L U with the pattern of A (Saad 2003, section 10.3.2). ILU(0) is mentioned
/// as future work in Rossignon et al. (2013, section 4).
struct IluInput {
    static constexpr Operation operation = Operation::ilu;
    using Bound = BoundIlu;
    static constexpr const char* not_shared =
        sentence_pattern("A factorization runs on a single GPU only, because its rows depend on each other.");

    std::shared_ptr<const HostFormat> format; ///< square matrix A in CSR (`csr`), with ascending columns
    /// Diagonal entries in `format`, and dependencies between rows.
    std::shared_ptr<const LuPattern> pattern;
};

class BoundIlu : public Bound {
public:
    /// Returns one value per entry of A: L below the diagonal (with an implicit unit diagonal), and U on and above it.
    virtual std::vector<double> factors() const = 0;
    /// Returns the first row (counted from 0) with a pivot of 0, infinity or NaN, which makes the factors invalid. Call
    /// it after finish().
    virtual std::optional<std::int64_t> zero_pivot() const = 0;
};

} // namespace warploom::kernels
