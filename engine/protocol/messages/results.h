#pragma once

#include "engine/protocol/messages/cg_parts.h"
#include "engine/protocol/messages/settings.h"
#include "engine/protocol/messages/words.h"
#include "engine/protocol/serialization/fields.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// The result types of the operations. Other documents use only the variant OperationResult, which has one alternative
// per operation. Times are in ns.

namespace warploom::protocol {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

struct SpmvResult {
    static constexpr const char* operation = "spmv";
    struct Y {
        double norm2 = not_known, sum = not_known;
        static const Fields<Y>& fields();
    };
    Y y;
    double error_bound_ratio = not_known; ///< largest ratio of the error of an entry of y to its error bound
    static const Fields<SpmvResult>& fields();
};

struct TridiagonalResult {
    static constexpr const char* operation = "tridiagonal";
    double residual = not_known;            ///< relative residual ‖d - A x‖ / ‖d‖
    double componentwise = not_known;       ///< componentwise backward error: largest |d - A x|_i / (|A||x| + |d|)_i
    double forward_error = not_known;       ///< forward error ‖x - known x‖ / ‖known x‖
    std::optional<std::int64_t> zero_pivot; ///< first row with a zero pivot; not set if there is none
    std::optional<int> threads;             ///< number of host threads; 0 for one per core; not set on a GPU
    double steps = not_known, operations = not_known, bytes = not_known; ///< costs computed from formulas
    std::string steps_formula, operations_formula;
    double counted_operations = not_known; ///< number of floating-point operations, counted on a simulated GPU
    std::optional<std::int64_t> launches;  ///< number of kernel launches, counted on a simulated GPU
    double with_copies_ns = not_known;
    static const Fields<TridiagonalResult>& fields();
};

struct AtaResult {
    static constexpr const char* operation = "ata";
    bool is_symmetric = false;
    double error_bound_ratio = not_known;
    std::int64_t checked_entries = 0;
    std::optional<int> threads;        ///< number of host threads; 0 for one per core; not set on a GPU
    std::vector<std::string> switches; ///< enabled optimizations
    static const Fields<AtaResult>& fields();
};

struct CgResult {
    static constexpr const char* operation = "cg";
    std::string method, spmv; ///< IDs of the CG method and of the SpMV kernel, such as `cg-fused` and `ell`
    Preconditioner preconditioner = Preconditioner::none;
    double tolerance = 0;
    std::int64_t limit = 0, iterations = 0;
    double residual = not_known;      ///< final residual according to the recurrence
    double true_residual = not_known; ///< final residual recomputed from x
    /// Final state (`converged`, `limit`, `breakdown` or `stagnated`), and a sentence that describes it.
    std::string state, sentence;
    double solve_ns = not_known;
    std::vector<double> history; ///< relative residual ‖r‖ / ‖b‖ after each `history_every`-th iteration
    std::int64_t history_every = 1;
    /// Pairs of an iteration and the residual ‖b - A x‖ / ‖b‖ recomputed in this iteration.
    std::vector<std::pair<std::int64_t, double>> true_residuals;
    std::optional<CgParts> parts;
    static const Fields<CgResult>& fields();
};

struct TrsvResult {
    static constexpr const char* operation = "trsv";
    double error_bound_ratio = not_known; ///< largest ratio of a residual |b - L x|_i to its error bound
    std::int64_t levels = 0, most_rows = 0;
    std::optional<std::int64_t> launches; ///< number of kernel launches, counted on a simulated GPU
    static const Fields<TrsvResult>& fields();
};

struct IluResult {
    static constexpr const char* operation = "ilu";
    /// Largest ratio of |A - L U|_ij to its error bound among the entries (i, j) of A.
    double error_bound_ratio = not_known;
    std::optional<std::int64_t> zero_pivot; ///< first row with a zero pivot; not set if there is none
    std::int64_t levels = 0, most_rows = 0;
    std::optional<std::int64_t> launches; ///< number of kernel launches, counted on a simulated GPU
    static const Fields<IluResult>& fields();
};

/// The operation-specific result of a row in a run; std::monostate if the kernel did not run.
using OperationResult =
    std::variant<std::monostate, SpmvResult, TridiagonalResult, AtaResult, CgResult, TrsvResult, IluResult>;

/// Returns the table columns for an operation's results, or an empty list if the operation is unknown.
std::vector<Column> result_columns(const std::string& operation);
/// Appends the cells of a result to a table row, in the columns of result_columns(). The cells are empty if the result
/// belongs to a different operation.
void add_result_cells(const std::string& operation, const OperationResult& result, std::vector<Cell>& row);
/// Adds an operation's result to the JSON of a row, as a member named after the operation. If there is no result, adds
/// null. For `spmv`, the fields are added to the row itself.
void write_result(Json& row, const std::string& operation, const OperationResult& result);
OperationResult read_result(const Reader& row);
std::optional<int> threads_of(const OperationResult& result);

} // namespace warploom::protocol
