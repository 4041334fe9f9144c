#pragma once

#include "app/operation_results.h"
#include "engine/measure/environment.h"
#include "engine/measure/sample.h"
#include "engine/measure/statistics.h"
#include "engine/measure/stop_rule.h"
#include "engine/measure/verdict.h"
#include "engine/simulated/model.h"
#include "kernels/machine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// What a run is asked to do. Which operation it is, the Problem says.
struct RunSettings {
    std::vector<std::string> kernels; ///< empty: all that the machine runs, of cg a handful
    std::vector<kernels::Precision> precisions{kernels::Precision::float64};
    std::vector<int> blocks{128}; ///< threads a block: multiples of 32 from 32 to 1024
    std::string baseline;         ///< empty: the plainest kernel of the list
    kernels::CacheState cache = kernels::CacheState::cold;
    bool quick = false;

    std::string x = "ones";      ///< spmv: `ones`, `reciprocal` (x_j = 1 / (1 + j)) or `random:SEED`
    std::vector<int> threads{0}; ///< tridiagonal and ata, host kernels: how many threads; 0: all cores
    CgSettings cg;
};

enum class RowStatus {
    ok,
    skipped, ///< the format refused the matrix, or the machine does not run the kernel
    wrong,   ///< the result missed its error bound, so no time is given
    error
};
const char* to_string(RowStatus);

/// Where a modelled time comes from (docs/simulated-gpu.md).
struct RowModel {
    simulated::ModelTerms terms;
    std::string binding;                 ///< key of the term that decides
    double traced_share = 1;             ///< blocks that were counted / blocks of the grid
    std::optional<double> halves_differ; ///< between two halves of a sample; absent where every block was counted
    double error = 0;                    ///< of the card: median of |modelled / published - 1|; 0: never compared
};

/// One kernel in one precision with one block size. Times in ns, `not_known` where there is none; a launch is one
/// y = A x, one solution, one AᵀA, or one iteration of cg.
struct Row {
    std::string kernel, machine;
    kernels::Precision precision = kernels::Precision::float64;
    int block = 0;              ///< 0 for kernels that take no block size (host loops and the vendor's)
    std::optional<int> threads; ///< of the host's kernels of tridiagonal and ata; 0: all cores

    RowStatus status = RowStatus::skipped;
    std::string reason; ///< a sentence unless ok
    std::string hint;
    std::string code;   ///< of the Error behind it
    std::string detail; ///< what the kernel chose, and remarks on the measurement

    measure::TimeKind kind = measure::TimeKind::measured;
    kernels::CacheState cache = kernels::CacheState::cold;
    std::vector<measure::Sample> samples; ///< of a modelled time: just that one
    measure::Summary time;
    std::optional<RowModel> model; ///< of a modelled time
    int batch = 1;
    measure::StopReason stopped_by = measure::StopReason::none;

    double gflops = not_known;       ///< useful operations a launch, by the operation's formula
    double gbytes_per_s = not_known; ///< the least bytes that a launch must move
    std::int64_t format_bytes = 0, value_slots = 0, padding = 0; ///< 0 where the format was not made
    double conversion_ns = not_known, preprocess_ns = not_known, transfer_ns = not_known;
    double launch_ns = not_known;  ///< from the call to the result, so the kernel and what launching costs
    double break_even = not_known; ///< calls after which the extra one-time cost over the baseline is earned back
    std::optional<measure::Comparison> speedup; ///< absent without a baseline to compare with

    // What only one operation has. Absent where the row was not run.
    double y_norm2 = not_known, y_sum = not_known; ///< spmv
    double error_bound_ratio = not_known;          ///< spmv: largest error / its bound
    std::optional<TridiagonalResult> tridiagonal;
    std::optional<AtaResult> ata;
    std::optional<CgResult> cg;

    bool has_time() const { return status == RowStatus::ok && time.count > 0; }
};

/// What a run works on.
struct InputInfo {
    std::string name;
    std::int64_t rows = 0, cols = 0, nonzeros = 0;
    std::uint64_t hash = 0;
};
InputInfo input_of(const Matrix& matrix);

struct Run {
    kernels::Operation operation = kernels::Operation::spmv;
    InputInfo input;
    measure::Environment environment;
    kernels::MachineInfo machine;
    RunSettings settings; ///< with kernels and baseline filled in
    double copy_bytes_per_s = not_known;
    bool was_cancelled = false;
    std::vector<Row> results; ///< kernel by kernel, then precision, then block, then threads

    /// No row is wrong or ended in an error.
    bool is_fine() const;
};

} // namespace warploom::app
