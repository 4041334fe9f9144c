#pragma once

#include "engine/measure/environment.h"
#include "engine/measure/sampler.h"
#include "engine/measure/statistics.h"
#include "engine/protocol/messages/exchange.h"
#include "engine/protocol/messages/handshake.h"
#include "engine/protocol/messages/results.h"
#include "engine/protocol/messages/trace.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

// A run measures several kernels on one matrix, one after another. Times are in ns, and NaN if unknown.

namespace warploom::protocol {

/// The time of one execution of an operation: one product y = A x, one solve, one product AᵀA, or one CG iteration.
struct Time : measure::Summary {
    measure::TimeKind kind = measure::TimeKind::measured;
    CacheState cache = CacheState::cold;
    int batch = 1;
    measure::StopReason stopped_by = measure::StopReason::none;
    static const Fields<Time>& fields();

    Time() { median = q1 = q3 = min = noise = not_known; }
    /// Replaces the statistics of the timing samples, and leaves all other members unchanged.
    void take(const measure::Summary& summary) { static_cast<measure::Summary&>(*this) = summary; }
};

/// Describes how a modeled time was computed (docs/simulated-gpu.md).
struct RowModel {
    std::string binding; ///< key of the largest term of the time model
    Terms terms;
    double traced_share = 1; ///< fraction of the grid's blocks that were traced
    /// Relative difference between the times modeled from the two halves of the traced blocks. Not set if every block
    /// was traced.
    std::optional<double> halves_differ;
    /// The model error of the simulated GPU: the median of |modeled / published - 1|.
    double error = simulated::never_compared;
    static const Fields<RowModel>& fields();
};

struct Speedup : measure::Comparison {
    std::string baseline;
    static const Fields<Speedup>& fields();
};

/// Timing samples, including those that are marked as discarded.
struct Samples {
    std::vector<measure::Sample> samples;
    /// Returns the list of fields. `times` is the JSON key of the list of times.
    static const Fields<Samples>& fields(const char* times);
};

/// The settings that identify a row, and the values that are known only when all rows are complete.
struct RowSummary {
    std::string kernel, machine;
    Precision precision = Precision::float64;
    int block = 0;              ///< number of threads per block; 0 for kernels without a block size, such as libraries
    std::optional<int> threads; ///< number of host threads for tridiagonal and ata; 0 for one per core
    /// Lower bound on the kernel's time on this machine, derived from the number of bytes and operations. Set only for
    /// measured rows.
    double floor_ns = not_known;
    /// Basis of the lower bound: "bytes" or "operations"; empty if there is no bound.
    std::string floor_of;
    /// Break-even point: number of calls after which the kernel has saved its extra one-time cost relative to the
    /// baseline.
    double break_even = not_known;
    /// Range of `break_even` for the range of the conversion time and the interval of the speedup. The upper end is NaN
    /// if the kernel may be no faster than the baseline.
    double break_even_low = not_known, break_even_high = not_known;
    std::optional<Speedup> speedup; ///< speedup relative to the baseline; not set if there is none
    static const Fields<RowSummary>& fields();
};

/// The result of measuring or modeling one kernel in one precision and with one block size.
struct Row : Samples, RowSummary {
    RowStatus status = RowStatus::skipped;
    std::string reason; ///< reason for the status, unless the status is ok
    std::string hint;
    std::string code;   ///< error code of `reason`
    std::string detail; ///< kernel parameters that were chosen automatically, and remarks about the measurement

    Time time;
    std::optional<RowModel> model;   ///< details of the time model; set only if the time is modeled
    double gflops = not_known;       ///< throughput in useful GFLOP/s
    double gbytes_per_s = not_known; ///< minimum number of bytes that the kernel must move, divided by its time
    std::int64_t format_bytes = 0;   ///< size in bytes of the converted matrix; 0 if it was not converted
    std::optional<std::int64_t> value_slots, padding;
    double conversion_ns = not_known, preprocess_ns = not_known, transfer_ns = not_known;
    /// Shortest and longest of the measured conversion times; NaN if the conversion was not measured.
    double conversion_low_ns = not_known, conversion_high_ns = not_known;
    double launch_ns = not_known;     ///< time from the kernel call to its result, including launch overhead
    std::optional<Exchange> exchange; ///< data exchange between GPUs; set only for kernels that use several GPUs
    OperationResult result;
    static const Fields<Row>& fields();

    bool has_time() const { return status == RowStatus::ok && time.count > 0; }
    bool is_settled() const { return status != RowStatus::waiting && status != RowStatus::running; }
    bool is_modelled() const { return time.kind == measure::TimeKind::modelled; }
    /// Returns the operation-specific result if it has type R, as in `row.own<CgResult>()`; otherwise null.
    template <class R> R* own() { return std::get_if<R>(&result); }
    template <class R> const R* own() const { return std::get_if<R>(&result); }
};
Json write_row(const std::string& operation, const Row& row);
/// Parses a row of a run. Errors: "run.malformed" with the name of the field. The second overload takes the error code
/// from `source`.
Row read_row(const Json& json);
Row read_row(const Json& json, const DocumentSource& source);

struct RunEnvironment : measure::Environment {
    MachineEntry machine;
    static const Fields<RunEnvironment>& fields();
};

struct Run {
    std::string operation_name = "spmv";
    Input input;
    RunEnvironment environment;
    RunSettings settings; ///< all settings, including the selected kernels and the baseline
    double copy_gbytes_per_s = not_known;
    bool was_cancelled = false;
    std::vector<Row> results; ///< rows, sorted by kernel, precision, block size and threads
    static const Fields<Run>& fields();

    /// Returns whether all rows are free of errors and wrong results.
    bool is_fine() const;
};
/// Returns the operation with the given name. Throws Error("run.operation") if there is none.
Operation operation_named(const std::string& word);

Json write_run(const Run& run);
/// Parses a `run` document. Errors: "run.malformed" with the name of the field, or "run.operation".
Run read_run(const Json& json);

/// Returns the final document of a run. Its rows have already been sent as events, so their fields are not repeated.
Json write_run_end(const Run& run);
/// Parses a document written by write_run_end() or write_run(). Returns the run without its rows, and a summary of each
/// row. Errors: "run.malformed" with the name of the field.
std::pair<Run, std::vector<RowSummary>> read_run_end(const Json& json);

/// Returns a table with one row per result of the run. The environment and the settings become metadata of the table.
Table result_table(const Run& run, const std::string& title);
/// Returns a table with one row per timing sample, including discarded samples.
Table sample_table(const Run& run);

/// New samples of a row that is being measured.
struct SamplesEvent : Samples {
    std::string kernel, machine;
    Precision precision = Precision::float64;
    int block = 0;
    std::optional<int> threads;
    static const Fields<SamplesEvent>& fields();
};
SamplesEvent read_samples(const Json& json);

} // namespace warploom::protocol
