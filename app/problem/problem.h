#pragma once

#include "app/problem/run_result.h"
#include "engine/progress.h"
#include "engine/sentence.h"
#include "engine/simulated/card.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace warploom::app {

/// Appends a remark to the text `detail`. Remarks are separated by semicolons.
inline void add_remark(std::string& detail, const std::string& remark) {
    detail = detail.empty() ? remark : sentence("{remarks}; {remark}", {{"remarks", detail}, {"remark", remark}});
}

/// The context in which an operation binds, checks and models the result rows of a run.
struct RunContext {
    kernels::Machine& machine;
    const RunSettings& settings; ///< all settings of the run, with defaults filled in
    Progress progress;
    std::function<void(const char* stage, const std::string& detail)> enter_stage;
    /// Performs one launch and waits for it to finish. If the kernel is slow, the time of this launch is used as a
    /// sample, so that the kernel does not have to be launched again.
    std::function<void(kernels::Bound&)> launch = [](kernels::Bound& bound) {
        bound.enqueue();
        bound.finish();
    };
    /// Returns the block size of a result row, or the first block size of the run if the row has none.
    int block_of(const Row& row) const { return row.block == 0 ? settings.blocks.front() : row.block; }
    /// Time limit in nanoseconds for the samples of a result row if all rows share a time budget, or 0 for no limit.
    double row_ns = 0;
};

struct ValidationFailure {
    std::string code, sentence, hint;
};

/// The operation-specific part of a benchmark run. Provides the input, and binds, checks, counts and models kernels.
/// The measurement itself (app/run/runner.h) is the same for all operations. Not thread-safe.
class Problem {
public:
    virtual ~Problem() = default;
    virtual Operation operation() const = 0;
    virtual InputInfo input() const = 0;

    /// Returns a grouping key. Rows with equal keys run one after another so that they can share data, such as a
    /// converted matrix.
    virtual std::string shared_by(const Row& row) const = 0;
    /// Returns an estimate of the memory needed to bind the kernel of a result row, in bytes.
    virtual double bytes_to_hold(const Row& row) const = 0;
    /// Binds the kernel of a result row and sets the input-related fields of the row. Errors: any error from binding.
    virtual std::unique_ptr<kernels::Bound> bind(Row& row, const RunContext& context) = 0;
    /// Fills the result buffer with NaN, runs the kernel and checks the result. `is_first` is true for the check before
    /// the measurements and false for the check after them.
    virtual std::optional<ValidationFailure> check(Row& row, kernels::Bound& bound, bool is_first,
                                                   const RunContext& context) = 0;
    /// Traces the kernel of a result row on `card` and models its time. Errors: any error from tracing.
    virtual void model(Row& row, const simulated::Card& card, const RunContext& context) = 0;
    /// Returns the number of launches, as defined in Row, that one call to enqueue() performs.
    virtual int launches_at_once(const kernels::Bound&) const { return 1; }
    /// Performs additional measurements of a result row after all samples have been taken.
    virtual void measure_more(Row&, kernels::Bound&, const RunContext&) {}
    /// Computes gflops and gbytes_per_s of a result row from the median time.
    virtual void add_figures(Row& row) const = 0;
    virtual void release() {}
};

} // namespace warploom::app
