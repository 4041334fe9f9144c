#pragma once

#include "engine/protocol/messages/results.h"
#include "engine/protocol/serialization/fields.h"

#include <optional>
#include <string>
#include <vector>

// Results and events of an interactive conjugate gradient (CG) session. Residuals are relative to ‖b‖, and NaN if
// unknown.

namespace warploom::protocol {

struct CgOpened {
    std::int64_t n = 0, nonzeros = 0;
    double norm_b = not_known;
    std::string detail;
    double tolerance = not_known;
    std::int64_t limit = 0;
    std::string matrix_hash;
    static const Fields<CgOpened>& fields();
};

struct CgStanding {
    std::int64_t iteration = 0;
    double residual = not_known;      ///< residual computed by the CG recurrence
    double true_residual = not_known; ///< residual recomputed from x as b - A x
    std::string state = "running";    ///< "running", or why the solver stopped: for example, "converged"
    std::string sentence;
    std::string obstacle; ///< why CG cannot be used for the matrix; empty if unknown or while running
    std::optional<CgParts> parts;
    bool is_modelled = false; ///< whether the times in `parts` are modeled rather than measured
    static const Fields<CgStanding>& fields();
};

struct CgSwitched {
    std::string detail;
    std::int64_t iteration = 0;
    double residual = not_known, true_residual = not_known, tolerance = not_known;
    std::int64_t limit = 0;
    static const Fields<CgSwitched>& fields();
};

/// The residuals of all CG iterations since the last event.
struct IterationsEvent {
    std::int64_t first = 1;
    std::vector<double> residuals;
    static const Fields<IterationsEvent>& fields();
};

/// Parses a response or an event of a CG session. Errors: "cg.malformed" with the name of the field.
template <class T> T read_cg(const Json& json) {
    static const DocumentSource source{
        "cg.malformed", "The worker sent an invalid answer about the solver",
        "The app and the worker may be different versions. Restart the worker (Tools menu)."};
    return read<T>(json, source);
}

} // namespace warploom::protocol
