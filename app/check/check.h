#pragma once

#include "app/inputs/inputs.h"
#include "app/trace/kernel_settings.h"
#include "engine/progress.h"
#include "engine/protocol/messages/check.h"
#include "engine/recent_cache.h"
#include "kernels/operations/operation.h"

#include <string>
namespace warploom::app {

/// A CUDA C kernel written by the user, and the inputs to check it on.
struct CheckSettings : KernelSettings {
    std::string matrix = {}; ///< name of a small matrix; if empty, only random test inputs are used
    /// Name of the built-in kernel whose costs are compared; if empty, the one for the same format.
    std::string from = {};
    /// Whether the user requested the matrix explicitly. If so, it is tested in addition to the matrix specified in the
    /// source. If the operation cannot use it, a warning says why it was not tested.
    bool requires_matrix = false;
    /// Whether to also test random inputs. If false, only the matrix is tested, which gives a fast preliminary result.
    bool is_drawn = true;
    /// Whether to use the other precision if the source supports only that one.
    bool chooses_precision = false;
    /// Whether to look only for invalid memory accesses and missing synchronization (is_sanitizer_finding()). Wrong
    /// results and other findings are then ignored.
    bool is_sanitizer = false;
};

/// Returns whether compute-sanitizer would report a finding of this kind: an invalid or uninitialized access, a race, a
/// thread that does not reach a synchronization point, or a loop that does not end.
bool is_sanitizer_finding(simulated::Finding::Kind kind);

/// Checks kernel sources for correctness and measures their costs. Caches inputs and the costs of built-in kernels, so
/// that repeated checks are fast. Not thread-safe.
class Checker {
public:
    /// Runs the source under a tracer and compares the results with a reference. First tests the matrix, if the
    /// operation can use it, and then the test inputs until one of them exposes an error. The directives `// matrix:
    /// NAME`, `// x: ...` and `// block: N` override the settings. NAME must be a generator, because sources cannot
    /// open files. Errors in the source are part of the result. Throws "cancelled" and file read errors.
    protocol::Check check(const CheckSettings& settings, const Progress& progress);

private:
    class Attempt;
    /// Cache for the user's matrix; separate from drawn_, so that test inputs do not evict a large matrix.
    Inputs inputs_;
    Inputs drawn_{16};
    RecentCache<protocol::CheckCosts> twins_{16};
};

} // namespace warploom::app
