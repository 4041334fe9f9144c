#pragma once

#include "kernels/machine/bind_request.h"

namespace warploom::kernels {

/// Interface of a user's kernel on the simulated GPU whose input values can be replaced between runs. Its scratch
/// arrays keep their contents, which exposes kernels that reuse results of an earlier run.
class OtherNumbers {
public:
    virtual ~OtherNumbers() = default;
    /// Replaces the values of the input with the values of another input with the same pattern. Does not run `prepare`.
    /// Errors: "kernel.parameter" if the arrays of the other input have different sizes.
    virtual void take_numbers(const OperationInput& other) = 0;
    /// Runs the function `prepare` again if the CUDA C file defines it.
    virtual void prepare_again() = 0;
};

} // namespace warploom::kernels
