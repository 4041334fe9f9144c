#include "app/trace/trace.h"

#include "app/trace/sample_excess.h"
#include "app/trace/trace_collector.h"
#include "engine/error.h"
#include "engine/parallel_blocks.h"
#include "engine/sentence.h"
#include "engine/simulated/tracer.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace warploom::app {

double capability_of(const simulated::Card& card) {
    return card.compute_capability.empty() ? 9.0 : std::atof(card.compute_capability.c_str());
}

void refuse_card(Operation operation, const TraceSettings& settings, const std::string& what, const char* since) {
    throw Error(
        "kernel.machine",
        sentence(
            "Kernel '{kernel}' cannot run on the {card}, which has compute capability {capability}. The kernel uses "
            "{feature}, which require compute capability {required}.",
            {{"kernel", settings.kernel},
             {"card", settings.card.title},
             {"capability", settings.card.compute_capability},
             {"feature", what},
             {"required", since}}),
        operation == Operation::spmv
            ? sentence("Choose a newer card, or a kernel from a paper such as paper:prata2010_csr_vector.cu.")
            : sentence("Choose a newer card or another kernel. `run` lists the kernels that this card supports."));
}

namespace {

/// Returns the number of blocks of a launch to trace, or 0 for all blocks. Considers the number of threads as well as
/// the number of values, because idle threads also take time to trace.
std::int64_t sample_for(const TraceSettings& settings, std::int64_t slots, std::int64_t blocks, int block_size) {
    if (settings.sample == TraceSettings::all_blocks) return 0;
    if (settings.sample > 0) return settings.sample;
    constexpr double slots_a_thread = 8;
    const double work = std::max(static_cast<double>(slots), slots_a_thread * static_cast<double>(blocks) * block_size);
    const double share = static_cast<double>(settings.slots_traced_whole) / work;
    if (share >= 1) return 0;
    // Trace at least four blocks per multiprocessor, because a smaller sample would represent a smaller card. Trace
    // fewer if the blocks are so large that tracing them would take tens of seconds.
    const double blocks_affordable = 8 * share * static_cast<double>(blocks);
    const auto least = std::min({blocks, 4 * static_cast<std::int64_t>(settings.card.multiprocessors),
                                 static_cast<std::int64_t>(std::ceil(blocks_affordable))});
    return std::max(
        {std::int64_t{1}, least, static_cast<std::int64_t>(std::ceil(share * static_cast<double>(blocks)))});
}

simulated::TraceOptions options_for(const TraceSettings& settings, const TraceSubject& subject) {
    constexpr int places = 32;
    simulated::TraceOptions options;
    options.places = subject.launches_follow ? places : 0;
    options.multiprocessors = static_cast<int>(settings.card.multiprocessors);
    options.resident_blocks = [card = settings.card](int block_size) {
        return std::max(1, simulated::resident_blocks(card, block_size, 0));
    };
    options.sample_of_launch = [settings, slots = subject.value_slots](std::int64_t blocks, int block_size) {
        return sample_for(settings, slots, blocks, block_size);
    };
    options.blocks_of_launch = settings.blocks_of_launch;
    options.runs_untraced = settings.runs_untraced;
    options.most_turns = settings.most_turns;
    options.turns_for_input = settings.turns_for_input;
    options.most_threads = settings.most_threads;
    options.most_scratch_bytes = settings.most_scratch_bytes;
    options.lane_order_seed = settings.lane_order_seed;
    options.schedule = settings.schedule;
    options.compares_values = settings.compares_values;
    options.lanes_drift = capability_of(settings.card) >= 7.0;
    options.limits = simulated::limits_of(settings.card);
    return options;
}

/// A kernel that was bound with a tracer of its own.
class TracedRun {
public:
    TracedRun(const TraceSubject& subject, const TraceSettings& settings, const std::atomic<bool>* cancelled)
        : collector(settings.card, subject.result, settings.counts, cancelled),
          tracer(options_for(settings, subject), collector), subject_(subject) {
        collector.follow(tracer);
        // If some blocks do not run, the traced cost of `prepare` would be wrong, so do not trace it.
        tracer.trace_preparation(settings.runs_untraced && !settings.blocks_of_launch);
        bound_ = subject.bind(settings.block, tracer);
        collector.start();
    }

    void run() { subject_.run(*bound_); }
    simt::Printed printed() const { return bound_->printed(); }

    TraceCollector collector;
    simulated::Tracer tracer;

private:
    const TraceSubject& subject_;
    std::unique_ptr<kernels::Bound> bound_;
};

/// Throws if the kernel uses features that the card lacks. The dot products of CG are exempt. They take little time
/// compared with the SpMV, and about the same time as the reductions in shared memory that would replace them.
void require_card_can(Operation operation, const std::vector<simulated::Site>& sites, const TraceSettings& settings) {
    const double capability = capability_of(settings.card);
    const auto uses = [&](simulated::Access access) {
        return std::any_of(sites.begin(), sites.end(), [&](const simulated::Site& site) {
            return site.access == access && site.kernel_file.rfind("headers/cg_", 0) != 0;
        });
    };
    if (capability < 3.0 && uses(simulated::Access::shuffle))
        refuse_card(operation, settings, sentence("warp shuffles"), "3.0");
    if (capability < 2.0 && uses(simulated::Access::ballot))
        refuse_card(operation, settings, sentence("warp votes with a mask"), "2.0");
}

} // namespace

double Trace::traced_share() const {
    return grid_blocks == 0 ? 1.0 : static_cast<double>(traced_blocks) / static_cast<double>(grid_blocks);
}

double Trace::mean_active_lanes() const {
    double steps = 0, lanes = 0;
    for (const auto& launch : blocks)
        for (const TracedBlock& block : launch) {
            steps += static_cast<double>(block.steps);
            lanes += static_cast<double>(block.lanes);
        }
    return steps == 0 ? 0 : lanes / steps;
}

namespace {

bool has_race(const std::vector<simulated::Finding>& findings) {
    using Kind = simulated::Finding::Kind;
    return std::any_of(findings.begin(), findings.end(), [](const simulated::Finding& finding) {
        return finding.kind == Kind::shared_race || finding.kind == Kind::global_race ||
               finding.kind == Kind::missing_syncwarp;
    });
}

} // namespace

Trace trace_subject(const TraceSubject& subject, const TraceSettings& settings, const Progress& progress) {
    progress.check(0, 1);
    const StoppableLaunches stoppable(progress.cancelled);
    TracedRun run(subject, settings, progress.cancelled);
    run.run();
    require_card_can(subject.operation, run.tracer.sites(), settings);
    if (settings.cache == CacheState::warm) {
        progress.check(0, 1);
        run.collector.forget();
        run.run();
    }

    Trace trace;
    trace.operation = subject.operation;
    trace.settings = settings;
    trace.format = subject.format;
    trace.leading_dimension = subject.leading_dimension;
    trace.arrays = run.tracer.arrays();
    trace.sites = run.tracer.sites();
    trace.findings = run.tracer.findings();
    trace.same_values = run.tracer.same_values();
    trace.lane_accesses = run.tracer.lane_accesses();
    if (has_race(trace.findings) && !settings.compares_values) {
        TraceSettings comparing = settings;
        comparing.compares_values = true;
        comparing.counts = false;
        comparing.cache = CacheState::cold;
        Trace compared = trace_subject(subject, comparing, progress);
        trace.findings = std::move(compared.findings);
        trace.same_values = std::move(compared.same_values);
    }
    trace.printed = run.printed();
    run.collector.give(trace);
    if (!settings.counts) return trace;
    for (auto* const launches : {&trace.launches, &trace.preparation.launches})
        for (auto& launch : *launches) launch.element_bytes = static_cast<int>(kernels::bytes_of(settings.precision));

    remove_excess_traffic(trace);
    simulated::ModelOptions options;
    options.transfer_bytes = subject.travelling_bytes + (settings.with_transfers ? subject.transfer_bytes : 0);
    options.has_start = settings.with_start;
    trace.model = simulated::model_time(trace.launches, settings.card, options);
    if (!trace.preparation.launches.empty())
        trace.preparation.model = simulated::model_time(trace.preparation.launches, settings.card);
    return trace;
}

Trace with_preparation(Trace trace) {
    TracedPreparation& before = trace.preparation;
    if (before.launches.empty()) return trace;
    const auto put_in_front = [](auto& of_run, auto& of_prepare) {
        of_run.insert(of_run.begin(), std::make_move_iterator(of_prepare.begin()),
                      std::make_move_iterator(of_prepare.end()));
    };
    put_in_front(trace.launches, before.launches);
    put_in_front(trace.blocks, before.blocks);
    for (std::size_t l = 0; l < trace.launches.size(); ++l) trace.launches[l].launch.number = static_cast<int>(l);
    trace.grid_blocks += before.grid_blocks;
    trace.traced_blocks += before.traced_blocks;
    simulated::ModelOptions options;
    options.has_start = trace.settings.with_start;
    trace.model = simulated::model_time(trace.launches, trace.settings.card, options);
    before = {};
    return trace;
}

} // namespace warploom::app
