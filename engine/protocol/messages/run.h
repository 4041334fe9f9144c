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

// A run: many kernels on one matrix, timed one against the other. Times in ns, NaN where there is none.

namespace warploom::protocol {

/// The time of one launch of a row: one y = A x, one solution, one AᵀA, or one iteration of cg.
struct Time : measure::Summary {
    measure::TimeKind kind = measure::TimeKind::measured;
    CacheState cache = CacheState::cold;
    int batch = 1;
    measure::StopReason stopped_by = measure::StopReason::none;
    static const Fields<Time>& fields();

    Time() { median = q1 = q3 = min = noise = not_known; }
    /// Of other samples; the rest stays.
    void take(const measure::Summary& summary) { static_cast<measure::Summary&>(*this) = summary; }
};

/// Where a modeled time comes from (docs/simulated-gpu.md).
struct RowModel {
    std::string binding; ///< key of the term that decides
    Terms terms;
    double traced_share = 1;                  ///< blocks that were counted / blocks of the grid
    std::optional<double> halves_differ;      ///< between two halves of a sample; absent where every block was counted
    double error = simulated::never_compared; ///< of the card: median of |modeled / published - 1|
    static const Fields<RowModel>& fields();
};

struct Speedup : measure::Comparison {
    std::string baseline; ///< the kernel that it is over
    static const Fields<Speedup>& fields();
};

/// Samples in a document: all of them, and those that are excluded.
struct Samples {
    std::vector<measure::Sample> samples;
    static const Fields<Samples>& fields(const char* times); ///< `times`: the name of the list of times
};

/// Which row it is, and the facts known only when all rows are done.
struct RowSummary {
    std::string kernel, machine;
    Precision precision = Precision::float64;
    int block = 0;                  ///< 0 for kernels that take no block size (host loops and the vendor's)
    std::optional<int> threads;     ///< of the host's kernels of tridiagonal and ata; 0: all cores
    double floor_ns = not_known;    ///< lower bound on this machine from bytes and operations; measured rows only
    std::string floor_of;           ///< which of the two decides: "bytes" or "operations"; empty without a floor
    double break_even = not_known;  ///< calls after which the extra one-time cost over the baseline is earned back
    std::optional<Speedup> speedup; ///< absent without a baseline to compare with
    static const Fields<RowSummary>& fields();
};

/// One kernel in one precision with one block size.
struct Row : Samples, RowSummary {
    RowStatus status = RowStatus::skipped;
    std::string reason; ///< a sentence unless ok
    std::string hint;
    std::string code;   ///< of the Error behind it
    std::string detail; ///< parameters that the kernel selected, and remarks on the measurement

    Time time;
    std::optional<RowModel> model;   ///< for a modeled time
    double gflops = not_known;       ///< useful operations a launch, by the operation's formula
    double gbytes_per_s = not_known; ///< the least bytes that a launch must move
    std::int64_t format_bytes = 0;   ///< 0 where the format was not made
    std::optional<std::int64_t> value_slots, padding;
    double conversion_ns = not_known, preprocess_ns = not_known, transfer_ns = not_known;
    double launch_ns = not_known;     ///< from the call to the result, so the kernel and the launch overhead
    std::optional<Exchange> exchange; ///< on several GPUs
    OperationResult result;           ///< fields specific to the operation
    static const Fields<Row>& fields();

    bool has_time() const { return status == RowStatus::ok && time.count > 0; }
    bool is_settled() const { return status != RowStatus::waiting && status != RowStatus::running; }
    bool is_modelled() const { return time.kind == measure::TimeKind::modelled; }
    /// The result, where the row has one of this operation: `row.own<CgResult>()`.
    template <class R> R* own() { return std::get_if<R>(&result); }
    template <class R> const R* own() const { return std::get_if<R>(&result); }
};
Json write_row(const std::string& operation, const Row& row);
/// Errors: "run.malformed" with the field; the other one complains as its source says.
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
    RunSettings settings; ///< with kernels and baseline filled in
    double copy_gbytes_per_s = not_known;
    bool was_cancelled = false;
    std::vector<Row> results; ///< kernel by kernel, then precision, then block, then threads
    static const Fields<Run>& fields();

    /// No row is wrong or ended in an error.
    bool is_fine() const;
};
/// Throws Error("run.operation") for an unknown word.
Operation operation_named(const std::string& word);

Json write_run(const Run& run);
/// Errors: "run.malformed" with the field, "run.operation".
Run read_run(const Json& json);

/// Returns the end of a run whose rows were sent one by one: the document, with only those fields of each row that the
/// events did not contain.
Json write_run_end(const Run& run);
/// The same back, also of a whole document: the run without rows, and their ends. Errors: "run.malformed" with the
/// field.
std::pair<Run, std::vector<RowSummary>> read_run_end(const Json& json);

/// One row for each result; the environment and the settings are its facts.
Table result_table(const Run& run, const std::string& title);
/// One row for each sample, those that were discarded too.
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
