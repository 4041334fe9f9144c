#pragma once

#include "app/trace/kernel_settings.h"
#include "engine/error.h"
#include "kernels/operations/operation.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

/// An error that occurs in `run` for all inputs above a certain size: a grid or block that is too large, too much
/// shared memory, or scratch arrays that do not fit in the memory of the card.
struct SizeLimit {
    std::int64_t size = 0;    ///< smallest size for which the error occurs
    std::string input;        ///< name of a test input of this size; empty if the input would be too large
    const char* pattern;      ///< sentence pattern with the placeholders {n} (the size) and {message}
    Error error;              ///< error with the code "kernel.launch", "kernel.scratch" or "memory.limit"
    std::string numbers = {}; ///< for declared problems, the numbers that the size refers to ({name} in `pattern`)
};

/// Finds the input sizes above which `run` can no longer launch its kernels. Calls `run` with increasing numbers of
/// rows, columns, nonzeros per row, levels, unknowns and systems, up to sizes that fill the memory of the card. Array
/// sizes are extrapolated from small inputs and no kernels are executed, so this takes only milliseconds. Returns at
/// most one limit per launch in the source. The source must have been read.
std::vector<SizeLimit> size_limits(Operation operation, const std::string& format, const KernelSettings& settings);

} // namespace warploom::app
