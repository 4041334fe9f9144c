#pragma once

#include "engine/sentence.h"
#include "kernels/operations/bound.h"
#include "kernels/operations/operation.h"

#include <memory>
#include <vector>

namespace warploom::declared {
struct DeclaredInput;
class NumberArray;
} // namespace warploom::declared

namespace warploom::kernels {

class BoundFree;

/// The input of a problem declared in the kernel source.
struct FreeInput {
    static constexpr Operation operation = Operation::free;
    using Bound = BoundFree;
    static constexpr const char* not_shared =
        sentence_pattern("A source that declares its own problem runs on a single GPU only.");

    std::shared_ptr<const declared::DeclaredInput> values;
    Precision precision = Precision::float64;
};

class BoundFree : public Bound {
public:
    /// Returns the `out` and `inout` arrays in order of declaration. They change with every run.
    virtual std::vector<const declared::NumberArray*> results() const = 0;
};

} // namespace warploom::kernels
