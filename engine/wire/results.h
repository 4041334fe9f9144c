#pragma once

#include "engine/fields/fields.h"
#include "engine/wire/cg_parts.h"
#include "engine/wire/words.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// What a run of one operation asks and finds beside what all runs have. Each result names its operation, its fields and
// the settings that mean something to it; the list at the end is all that the documents know of operations. Times in ns.

namespace warploom::wire {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

struct CgSettings {
    std::optional<double> tolerance;   ///< of ‖r‖ / ‖b‖; absent: 1e-10 in double, 1e-6 in float
    std::optional<std::int64_t> limit; ///< iterations; absent: 100 n, from 1000 to 100,000
    Preconditioner preconditioner = Preconditioner::none;
    RightSide rhs = RightSide::random;
    static const Fields<CgSettings>& fields();

    double tolerance_for(Precision) const;
    std::int64_t limit_for(std::int64_t n) const;
    /// Throws Error("cg.settings") for what makes no sense.
    void require_sense() const;
};

/// What a run is asked to do.
struct RunSettings {
    std::vector<std::string> kernels; ///< empty: all that the machine runs, of cg a handful
    std::vector<Precision> precisions{Precision::float64};
    std::vector<int> blocks{128}; ///< threads a block: multiples of 32 from 32 to 1024
    std::string baseline;         ///< empty: the plainest kernel of the list
    CacheState cache = CacheState::cold;
    bool quick = false;

    std::string x = "random:1";  ///< spmv: `random:SEED`, `ones` or `reciprocal` (x_j = 1 / (1 + j))
    std::vector<int> threads{0}; ///< tridiagonal and ata, host kernels: how many threads; 0: all cores
    CgSettings cg;
    static const Fields<RunSettings>& fields(); ///< that all operations have
};

struct SpmvResult {
    static constexpr const char* operation = "spmv";
    struct Y {
        double norm2 = not_known, sum = not_known;
        static const Fields<Y>& fields();
    };
    Y y;
    double error_bound_ratio = not_known; ///< largest error / its bound
    static const Fields<SpmvResult>& fields();
    static const Fields<RunSettings>& settings();
};

struct TridiagonalResult {
    static constexpr const char* operation = "tridiagonal";
    double residual = not_known;                                         ///< ‖d - A x‖ / ‖d‖
    double componentwise = not_known;                                    ///< largest |d - A x|_i / (|A||x| + |d|)_i
    double forward_error = not_known;                                    ///< ‖x - known x‖ / ‖known x‖
    std::optional<std::int64_t> zero_pivot;                              ///< row
    std::optional<int> threads;                                          ///< of host kernels; 0: all cores
    double steps = not_known, operations = not_known, bytes = not_known; ///< by formula
    std::string steps_formula, operations_formula;
    double counted_operations = not_known; ///< on a simulated card
    std::optional<std::int64_t> launches;  ///< on a simulated card
    double with_copies_ns = not_known;
    static const Fields<TridiagonalResult>& fields();
    static const Fields<RunSettings>& settings();
};

struct AtaResult {
    static constexpr const char* operation = "ata";
    bool is_symmetric = false; ///< bit for bit
    double error_bound_ratio = not_known;
    std::int64_t checked_entries = 0;
    std::optional<int> threads;        ///< of host kernels; 0: all cores
    std::vector<std::string> switches; ///< that are on
    static const Fields<AtaResult>& fields();
    static const Fields<RunSettings>& settings();
};

struct CgResult {
    static constexpr const char* operation = "cg";
    std::string method, spmv; ///< `cg-fused`, `ell`
    Preconditioner preconditioner = Preconditioner::none;
    double tolerance = 0;
    std::int64_t limit = 0, iterations = 0;
    double residual = not_known;      ///< of the recurrence, at the end
    double true_residual = not_known; ///< recomputed, at the end
    std::string state, sentence;      ///< `converged`, `limit`, `breakdown`, `stagnated`
    double solve_ns = not_known;
    std::vector<double> history; ///< ‖r‖ / ‖b‖ after each `history_every`-th iteration
    std::int64_t history_every = 1;
    std::vector<std::pair<std::int64_t, double>> true_residuals; ///< (iteration, ‖b - A x‖ / ‖b‖)
    std::optional<CgParts> parts;                                ///< of one iteration
    static const Fields<CgResult>& fields();
    static const Fields<RunSettings>& settings();
};

struct TrsvResult {
    static constexpr const char* operation = "trsv";
    double error_bound_ratio = not_known; ///< largest residual / its bound
    std::int64_t levels = 0, most_rows = 0;
    std::optional<std::int64_t> launches; ///< on a simulated card
    static const Fields<TrsvResult>& fields();
    static const Fields<RunSettings>& settings();
};

/// One line an operation. Nothing: the row was not run.
using OperationResult = std::variant<std::monostate, SpmvResult, TridiagonalResult, AtaResult, CgResult, TrsvResult>;

/// The settings that only this operation has.
Json write_settings(const std::string& operation, const RunSettings& settings);
void read_settings(RunSettings& settings, const std::string& operation, const Reader& in);
/// The columns of its results; none for an operation that there is not.
std::vector<Column> result_columns(const std::string& operation);
/// The cells of a result in them; empty ones where it is another operation's.
void add_result_cells(const std::string& operation, const OperationResult& result, std::vector<Cell>& row);
/// Where a row has it: an object named after the operation, null where there is none. Of `spmv` the fields themselves.
void write_result(Json& row, const std::string& operation, const OperationResult& result);
OperationResult read_result(const Reader& row);
/// `threads` of the result, where it has them.
std::optional<int> threads_of(const OperationResult& result);

} // namespace warploom::wire
