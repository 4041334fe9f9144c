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

/// A traced call, for queries of its counts.
struct TracedCounts {
    simulated::Card card;
    std::vector<simulated::LaunchCounts> launches;
    std::vector<simulated::Site> sites;
    std::vector<simulated::TracedArray> arrays;
    simulated::ModelledTime time;
    std::int64_t rows = 0, nonzeros = 0; ///< of the input
    ordering::OrderFigures order;        ///< of the input, if requested
};

/// The estimated results of a run on a card.
struct ModelledRun {
    double ns = not_known;             ///< one launch; of cg one iteration
    double with_copies_ns = not_known; ///< and the input to the device and the result back
    double operations = not_known;     ///< useful ones, by the operation's formula
    std::int64_t launches = 0;
    double nonzeros = not_known, filled_share = not_known; ///< of the input; the second in %
    std::optional<std::int64_t> iterations;                ///< of cg, if a solution was requested
    double residual = not_known;                           ///< likewise; of tridiagonal too
    TracedCounts trace;                                    ///< if counts were requested
    std::string note;
};

/// Figures of a run beside its time.
struct ModelledWants {
    bool solution = false; ///< iterations and residual, which costs a solution
    bool counts = false;   ///< the whole call is traced, where its time alone could do with a few blocks
    bool order = false;    ///< bandwidth and so on of the input, which has to be a matrix
};

/// Traces the runs of an experiment for its card. Formats are kept as long as the next run may want them. One thread at
/// a time.
class ModelledFigures {
public:
    ModelledFigures(simulated::Card card, InputChoice& inputs, bool quick);

    /// As the fits have it, the cost of launching is left out for products only, which were timed by events around
    /// them. Caches are empty where the arrays that are read would not fit into them anyway. Of several cards each has
    /// its part of the blocks, and nothing is exchanged.
    /// Errors: those of loading, converting and tracing, "cancelled".
    ModelledRun run(const CellRun& run, ModelledWants wants, const Progress& progress);

    /// The time of a launch that finds the caches empty (`cold`) or as the one before left them, in ns.
    double launch_ns(const CellRun& run, CacheState cache, const Progress& progress);

    const simulated::Card& card() const { return card_; }
    const FittedCells& fitted() const { return fitted_; }

    /// A traced call with related data.
    struct Traced {
        std::vector<simulated::LaunchCounts> launches;
        std::vector<simulated::Site> sites; ///< with the next: where the whole call was traced
        std::vector<simulated::TracedArray> arrays;
        double transfer_bytes = 0, travelling_bytes = 0; ///< as those of TraceSubject
        std::int64_t rows = 0, cols = 0, nonzeros = 0;   ///< of the input
        double traced_share = 1;
        std::optional<double> halves_differ; ///< as in Trace
        std::string note;                    ///< of the input
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
    FittedCells fitted_;                                               ///< after card_
    using FormatKey = std::tuple<std::string, std::string, Precision>; ///< input, format, precision
    std::optional<FormatKey> format_key_;
    std::shared_ptr<const kernels::HostFormat> format_;
    std::map<std::string, Solved> solved_;                  ///< numbers are the same whatever the kernel of cg
    std::optional<std::pair<std::string, InputInfo>> info_; ///< of the last input: its hash takes a while
};

/// The same launches with each card doing its part of the blocks.
std::vector<simulated::LaunchCounts> shared_among(std::vector<simulated::LaunchCounts> launches, int cards);

} // namespace warploom::app
