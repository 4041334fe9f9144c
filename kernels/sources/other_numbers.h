#pragma once

#include "kernels/machine/bind_request.h"

namespace warploom::kernels {

/// A user's kernel on the simulated GPU with replaceable input values. Its scratch arrays keep their contents, which
/// exposes kernels that reuse results of an earlier run.
class OtherNumbers {
public:
    virtual ~OtherNumbers() = default;
    /// Replaces the input values with the values of another input with the same pattern. Does not run `prepare`.
    /// Errors: "kernel.parameter" if the arrays of the other input have different sizes.
    virtual void take_numbers(const OperationInput& other) = 0;
    /// Runs `prepare` again, if there is one.
    virtual void prepare_again() = 0;
};

} // namespace warploom::kernels
