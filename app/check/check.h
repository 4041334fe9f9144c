#pragma once

#include "app/inputs/inputs.h"
#include "app/trace/kernel_settings.h"
#include "engine/progress.h"
#include "engine/protocol/messages/check.h"
#include "engine/recent_cache.h"
#include "kernels/operations/operation.h"

#include <string>
namespace warploom::app {

/// A kernel in CUDA C that a user writes, and its inputs.
struct CheckSettings : KernelSettings {
    std::string matrix = {}; ///< a small one; empty: drawn ones alone
    std::string from = {};   ///< the built-in kernel that it is compared with; empty: the one of its format
    bool is_drawn = true;    ///< else the matrix alone, where it fits the operation: a first word, soon said
};

/// Checks kernel sources for correctness and computes their cost. Caches the inputs and the cost of built-in kernels to
/// speed up the next check. Not thread-safe.
class Checker {
public:
    /// Runs the text under a tracer, on the matrix where it fits the operation and then on drawn ones, up to the first
    /// that shows a mistake, and compares the results with their reference. Lines `// matrix: NAME` (of a generator, as
    /// a text can open no file), `// x: ...` and `// block: N` of the text go before the settings. Mistakes of the text
    /// are part of the answer. Errors: "cancelled"; those of reading a file.
    protocol::Check check(const CheckSettings& settings, const Progress& progress);

private:
    class Attempt;
    Inputs inputs_;    ///< its own: a large matrix that is kept elsewhere shall stay
    Inputs drawn_{16}; ///< so that the matrix above stays, too
    RecentCache<protocol::CheckCosts> twins_{16};
};

} // namespace warploom::app
