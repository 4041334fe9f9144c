#pragma once

#include "kernels/ata.h"
#include "kernels/cg.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// What a run of one operation asks and finds beside what all runs have (docs/protocol.md, "What the operations add").

namespace warploom::app {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

struct TridiagonalResult {
    double residual = not_known;                                         ///< ‖d - A x‖ / ‖d‖
    double componentwise = not_known;                                    ///< largest |d - A x|_i / (|A||x| + |d|)_i
    double forward_error = not_known;                                    ///< ‖x - known x‖ / ‖known x‖
    std::optional<std::int64_t> zero_pivot;                              ///< row
    double steps = not_known, operations = not_known, bytes = not_known; ///< by formula
    std::string steps_formula, operations_formula;
    double counted_operations = not_known; ///< on a simulated card
    std::optional<std::int64_t> launches;  ///< on a simulated card
    double with_copies_ns = not_known;
};

struct AtaResult {
    bool is_symmetric = false; ///< bit for bit
    double error_bound_ratio = not_known;
    std::int64_t checked_entries = 0;
    std::vector<std::string> switches; ///< that are on
};

/// Where b of A x = b comes from: A times a drawn x, or what the matrix brought with it (a water network's flows).
enum class RightSide { drawn, given };
const char* to_string(RightSide); ///< "drawn", "given"
std::optional<RightSide> right_side_from(const std::string& name);

struct CgSettings {
    std::optional<double> tolerance;   ///< of ‖r‖ / ‖b‖; absent: 1e-10 in double, 1e-6 in float
    std::optional<std::int64_t> limit; ///< iterations; absent: 100 n, from 1000 to 100,000
    kernels::Preconditioner preconditioner = kernels::Preconditioner::none;
    RightSide rhs = RightSide::drawn;

    double tolerance_for(kernels::Precision) const;
    std::int64_t limit_for(std::int64_t n) const;
    /// Throws Error("cg.settings") for what makes no sense.
    void require_sense() const;
};

struct CgResult {
    std::string method, spmv; ///< `cg-fused`, `ell`
    kernels::Preconditioner preconditioner = kernels::Preconditioner::none;
    double tolerance = 0;
    std::int64_t limit = 0, iterations = 0;
    double residual = not_known;      ///< of the recurrence, at the end
    double true_residual = not_known; ///< recomputed, at the end
    std::string state, sentence;      ///< `converged`, `limit`, `breakdown`, `stagnated`
    double solve_ns = not_known;
    std::vector<double> history; ///< ‖r‖ / ‖b‖ after each `history_every`-th iteration
    std::int64_t history_every = 1;
    std::vector<std::pair<std::int64_t, double>> true_residuals; ///< (iteration, ‖b - A x‖ / ‖b‖)
    std::optional<kernels::CgParts> parts;                       ///< of one iteration
};

/// Every k-th entry of a history, at most 2000 of them; k is given back in `every`.
std::vector<double> thinned(const std::vector<double>& history, std::int64_t& every);

} // namespace warploom::app
