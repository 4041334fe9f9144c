#pragma once

#include "app/experiment/fitted_cells.h"
#include "app/experiment/input_choice.h"
#include "app/run_spec/cell_run.h"
#include "app/trace/trace.h"
#include "engine/ordering/order.h"
#include "engine/simulated/card.h"
#include "engine/simulated/model.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace warploom::app {

/// A traced kernel call from which counts are computed.
struct TracedCounts {
    simulated::Card card;
    std::vector<simulated::LaunchCounts> launches;
    std::vector<simulated::Site> sites;
    std::vector<simulated::TracedArray> arrays;
    simulated::ModelledTime time;
    std::int64_t rows = 0, nonzeros = 0;
    ordering::OrderFigures order; ///< ordering metrics of the matrix; set only if requested
};

/// Modeled results of a run on a card. All times are in nanoseconds.
struct ModelledRun {
    double ns = not_known;             ///< time of one launch; for CG, time of one iteration
    double with_copies_ns = not_known; ///< time including copies of the input and the result
    /// Number of useful floating-point operations according to the formula for the operation.
    double operations = not_known;
    std::int64_t launches = 0;
    double nonzeros = not_known, filled_share = not_known; ///< properties of the input; filled_share is a percentage
    std::optional<std::int64_t> iterations;                ///< number of solver iterations, if a solution was requested
    double residual = not_known;                           ///< residual; for CG, only if a solution was requested
    TracedCounts trace;                                    ///< trace of the call; set only if counts were requested
    std::string note;
};

/// Specifies which results to compute in addition to the time of a run.
struct ModelledWants {
    /// Whether to compute iterations and residual, which requires solving the system completely.
    bool solution = false;
    bool counts = false; ///< whether to trace all blocks, even if a few are sufficient for the time
    bool order = false;  ///< whether to compute ordering metrics such as the bandwidth; requires a matrix
};

/// Traces the runs of an experiment on its card. Keeps each format in memory as long as the next run may need it. Not
/// thread-safe.
class ModelledFigures {
public:
    ModelledFigures(simulated::Card card, InputChoice& inputs, bool quick);

    /// Traces a run and models its time. For SpMV, the time excludes launch overhead, because the papers measured it
    /// with events. All other times include it. The model assumes cold caches if they are too small for the arrays that
    /// the launch reads. If there are several cards, the blocks are divided among them without exchanging any data.
    /// Errors: any error from loading, converting or tracing; "cancelled".
    ModelledRun run(const CellRun& run, ModelledWants wants, const Progress& progress);

    /// Returns the time of a launch in nanoseconds, with cold caches or with the cache contents left by the previous
    /// launch.
    double launch_ns(const CellRun& run, CacheState cache, const Progress& progress);

    const simulated::Card& card() const { return card_; }
    const FittedCells& fitted() const { return fitted_; }

    /// A traced call with the size of its input and other data needed to model its time.
    struct Traced {
        std::vector<simulated::LaunchCounts> launches;
        std::vector<simulated::Site> sites; ///< source locations and arrays; set only if the whole call was traced
        std::vector<simulated::TracedArray> arrays;
        /// Number of bytes copied before and after the call, and number of bytes copied during the call.
        double transfer_bytes = 0, travelling_bytes = 0;
        std::int64_t rows = 0, cols = 0, nonzeros = 0;
        double traced_share = 1;
        std::optional<double> halves_differ; ///< largest relative difference between the halves of the sample
        std::string note;                    ///< note about the input, such as which input replaced another one
    };
    Traced trace(const CellRun& run, const Progress& progress);

private:
    Traced traced_by_kernel(const CellRun& run, CacheState cache, const Progress& progress);
    Traced traced_as_fitted(const CellRun& run, const Progress& progress);
    TraceSubject subject(const CellRun& run, const std::string& input, InputInfo& info, const Progress& progress);
    std::shared_ptr<const kernels::HostFormat> format(const std::string& input, const std::string& id,
                                                      const Matrix& matrix, const TraceSettings& settings,
                                                      const Progress& progress);
    struct Solved {
        std::optional<std::int64_t> iterations;
        double residual = not_known;
        std::string note;
    };
    void solve(const CellRun& run, ModelledRun& result, const Progress& progress);
    Solved solved(const CellRun& run, const std::string& input, const Progress& progress);

    simulated::Card card_;
    InputChoice& inputs_;
    bool quick_;
    FittedCells fitted_; ///< published values that were used to fit card_
    /// Name of the input, name of the format, and precision.
    using FormatKey = std::tuple<std::string, std::string, Precision>;
    std::optional<FormatKey> format_key_;
    std::shared_ptr<const kernels::HostFormat> format_;
    std::map<std::string, Solved> solved_; ///< solutions of linear systems, which do not depend on the CG kernel
    /// Properties of the most recent input. Cached because hashing an input is slow.
    std::optional<std::pair<std::string, InputInfo>> info_;
};

/// Divides the blocks of the launches evenly among the cards of a run. Returns the launches of one card.
std::vector<simulated::LaunchCounts> shared_among(std::vector<simulated::LaunchCounts> launches, int cards);

} // namespace warploom::app
