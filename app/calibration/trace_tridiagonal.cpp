#include "app/calibration/deferred_counter.h"
#include "app/calibration/trace_systems.h"

#include "engine/simulated/model.h"
#include "kernels/machine/registry.h"

#include <numeric>

namespace warploom::app {

using namespace simulated;

TracedCase trace_tridiagonal_case(const CellRun& run, const Card& card) {
    // In launches with more than `largest_whole` blocks, only `neighbours` consecutive blocks are traced.
    constexpr std::int64_t largest_whole = 1600, neighbours = 640;
    kernels::TridiagonalInput input;
    input.system = std::make_shared<TridiagonalSystem>(load_tridiagonal_system(run.inputs.front()));
    input.precision = run.precision;

    TraceOptions options;
    options.blocks_of_launch = [](std::int64_t blocks, int) {
        const bool is_whole = blocks <= largest_whole;
        std::vector<std::int64_t> chosen(static_cast<std::size_t>(is_whole ? blocks : neighbours));
        std::iota(chosen.begin(), chosen.end(), is_whole ? 0 : (blocks - neighbours) / 2);
        return chosen;
    };
    // A block of `pcr` checks only the pivots of its own rows, which are available because the same blocks are traced
    // in every step. The values that it reads from rows of other blocks do not affect memory addresses. A block of `cr`
    // reads rows that other blocks wrote, so skipping those blocks would cause false reports of zero pivots.
    options.runs_untraced = run.modelled_kernel != "pcr-records";
    DeferredCounter counting(card, std::move(options));
    const auto bound = kernels::bind_traced(run.modelled_kernel, input, run.block, counting.tracer());
    bound->enqueue();
    bound->finish();

    TracedCase result;
    result.launches = counting.take(static_cast<int>(kernels::bytes_of(run.precision)));
    // Spread the traced blocks evenly over the grid. Otherwise, each untraced block would be assigned the cost of the
    // first or last traced block, which have atypical cache contents.
    for (auto& launch : result.launches) {
        const auto traced = static_cast<std::int64_t>(launch.blocks.size());
        if (traced == launch.launch.blocks) continue;
        for (std::int64_t i = 0; i < traced; ++i)
            launch.blocks[i].block = (2 * i + 1) * launch.launch.blocks / (2 * traced);
    }
    result.traced_share = counting.tracer().traced_share();
    // Eight values per row are copied to the device, and the solution x is copied back.
    const auto n = static_cast<double>(input.system->n());
    result.transfer_bytes = n * 9 * static_cast<double>(kernels::bytes_of(run.precision));
    return result;
}

} // namespace warploom::app
