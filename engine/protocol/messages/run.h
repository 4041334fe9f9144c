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

// A run measures the times of many kernels on one matrix in alternation. Times are in ns, and NaN if there is none.

namespace warploom::protocol {

/// The time of one launch of a row: one y = A x, one solution, one AᵀA, or one iteration of cg.
struct Time : measure::Summary {
    measure::TimeKind kind = measure::TimeKind::measured;
    CacheState cache = CacheState::cold;
    int batch = 1;
    measure::StopReason stopped_by = measure::StopReason::none;
    static const Fields<Time>& fields();

    Time() { median = q1 = q3 = min = noise = not_known; }
    /// Replaces the statistics of the samples, and keeps the other members.
    void take(const measure::Summary& summary) { static_cast<measure::Summary&>(*this) = summary; }
};

/// How a modeled time was computed (docs/simulated-gpu.md).
struct RowModel {
    std::string binding; ///< key of the dominant term
    Terms terms;
    double traced_share = 1; ///< traced blocks / blocks of the grid
    /// The difference between two halves of the sample. Absent if every block was traced.
    std::optional<double> halves_differ;
    /// the error of the card's model: the median of |modeled / published - 1|
    double error = simulated::never_compared;
    static const Fields<RowModel>& fields();
};

struct Speedup : measure::Comparison {
    std::string baseline; ///< the kernel with which the row is compared
    static const Fields<Speedup>& fields();
};

/// The samples in a document. All of them are listed; some are marked as discarded.
struct Samples {
    std::vector<measure::Sample> samples;
    static const Fields<Samples>& fields(const char* times); ///< `times` is the name of the list of times
};

/// Identifies a row, and contains the values that are known only when all rows are complete.
struct RowSummary {
    std::string kernel, machine;
    Precision precision = Precision::float64;
    int block = 0;              ///< 0 for kernels without a block size (host loops and vendor libraries)
    std::optional<int> threads; ///< for host kernels of tridiagonal and ata; 0 for all cores
    /// Lower bound of the time on this machine, from bytes and operations. Only for measured rows.
    double floor_ns = not_known;
    /// the resource that determines the bound: "bytes" or "operations"; empty if there is no bound
    std::string floor_of;
    /// The number of calls after which the additional one-time cost relative to the baseline is amortized.
    double break_even = not_known;
    std::optional<Speedup> speedup; ///< absent if there is no baseline
    static const Fields<RowSummary>& fields();
};

/// The result of one kernel in one precision with one block size.
struct Row : Samples, RowSummary {
    RowStatus status = RowStatus::skipped;
    std::string reason; ///< explains the status unless it is ok
    std::string hint;
    std::string code;   ///< the error code that belongs to `reason`
    std::string detail; ///< parameters that the kernel selected, and remarks about the measurement

    Time time;
    std::optional<RowModel> model;   ///< for modeled times
    double gflops = not_known;       ///< useful operations per ns, by the formula of the operation
    double gbytes_per_s = not_known; ///< the minimum number of bytes that a launch must move, divided by its time
    std::int64_t format_bytes = 0;   ///< 0 if the format was not created
    std::optional<std::int64_t> value_slots, padding;
    double conversion_ns = not_known, preprocess_ns = not_known, transfer_ns = not_known;
    double launch_ns = not_known;     ///< from the call to the result, including launch overhead
    std::optional<Exchange> exchange; ///< for several GPUs
    OperationResult result;           ///< the fields specific to the operation
    static const Fields<Row>& fields();

    bool has_time() const { return status == RowStatus::ok && time.count > 0; }
    bool is_settled() const { return status != RowStatus::waiting && status != RowStatus::running; }
    bool is_modelled() const { return time.kind == measure::TimeKind::modelled; }
    /// Returns the result if it belongs to this operation, as in `row.own<CgResult>()`; otherwise null.
    template <class R> R* own() { return std::get_if<R>(&result); }
    template <class R> const R* own() const { return std::get_if<R>(&result); }
};
Json write_row(const std::string& operation, const Row& row);
/// Parses a row. Errors: "run.malformed" with the field. The second overload reports the errors of its source.
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
    RunSettings settings; ///< complete, including kernels and baseline
    double copy_gbytes_per_s = not_known;
    bool was_cancelled = false;
    std::vector<Row> results; ///< sorted by kernel, precision, block size and threads
    static const Fields<Run>& fields();

    /// Returns whether all rows ended without an error or a wrong result.
    bool is_fine() const;
};
/// Returns the operation with this name. Throws Error("run.operation") if the name is unknown.
Operation operation_named(const std::string& word);

Json write_run(const Run& run);
/// Parses a run. Errors: "run.malformed" with the field, "run.operation".
Run read_run(const Json& json);

/// Returns the end of a run whose rows were sent one by one: the document, in which each row has only the fields that
/// the events did not contain.
Json write_run_end(const Run& run);
/// Parses the end of a run, or a complete document. Returns the run without rows, and the summaries of the rows.
/// Errors: "run.malformed" with the field.
std::pair<Run, std::vector<RowSummary>> read_run_end(const Json& json);

/// Returns a table with one row per result. Its facts are the environment and the settings.
Table result_table(const Run& run, const std::string& title);
/// Returns a table with one row per sample, including discarded ones.
Table sample_table(const Run& run);

/// The new samples of a row that is being measured.
struct SamplesEvent : Samples {
    std::string kernel, machine;
    Precision precision = Precision::float64;
    int block = 0;
    std::optional<int> threads;
    static const Fields<SamplesEvent>& fields();
};
SamplesEvent read_samples(const Json& json);

} // namespace warploom::protocol
