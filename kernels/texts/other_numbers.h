#pragma once

#include "kernels/machine/bind_request.h"

namespace warploom::kernels {

/// A written kernel on this program's machine whose input can be replaced between two runs. Its scratch arrays keep
/// what earlier runs left there, so a result that was kept from one of them shows.
class OtherNumbers {
public:
    virtual ~OtherNumbers() = default;
    /// Replaces the numbers by those of another input with the same pattern. Does not run `prepare`.
    /// Errors: "kernel.parameter" where the other input has arrays of other sizes.
    virtual void take_numbers(const OperationInput& other) = 0;
    /// Runs `prepare` once more, where the text has it.
    virtual void prepare_again() = 0;
};

} // namespace warploom::kernels
