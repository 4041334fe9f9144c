#include "app/trace_spmv.h"

#include "app/trace_collector.h"
#include "engine/error.h"
#include "engine/simulated/tracer.h"
#include "kernels/formats/dia.h"
#include "kernels/formats/ell.h"
#include "kernels/formats/ell_sorted.h"
#include "kernels/formats/hyb.h"
#include "kernels/registry.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

namespace {

using kernels::HostArray;
using kernels::HostFormat;
using kernels::Precision;
using kernels::RunsOn;

const kernels::SpmvEntry& traced_entry(const std::string& kernel) {
    for (const auto& entry : kernels::spmv_entries())
        if (kernel == entry.info.id) return entry;
    throw Error("kernel.unknown", "There is no kernel '" + kernel + "' that can be traced.");
}

template <template <class, template <class> class> class Format>
std::int64_t leading_dimension_in(const HostFormat& format) {
    if (format.precision == Precision::float32)
        return static_cast<const Format<float, HostArray>*>(format.object())->leading_dimension;
    return static_cast<const Format<double, HostArray>*>(format.object())->leading_dimension;
}

std::optional<std::int64_t> leading_dimension_of(const HostFormat& format) {
    const std::string& id = format.footprint.format;
    if (id == "ell") return leading_dimension_in<kernels::Ell>(format);
    if (id == "ell-sorted") return leading_dimension_in<kernels::EllSorted>(format);
    if (id == "hyb") return leading_dimension_in<kernels::Hyb>(format);
    if (id == "dia") return leading_dimension_in<kernels::Dia>(format);
    return std::nullopt;
}

/// How many of the blocks of a launch are traced; 0: all. A thread costs something however little it reads, so a launch
/// of many idle threads is as large as one that reads many values.
std::int64_t sample_for(const TraceSettings& settings, std::int64_t slots, std::int64_t blocks, int block_size) {
    if (settings.sample == TraceSettings::all_blocks) return 0;
    if (settings.sample > 0) return settings.sample;
    constexpr double slots_a_thread = 8;
    const double work = std::max(static_cast<double>(slots), slots_a_thread * static_cast<double>(blocks) * block_size);
    const double share = static_cast<double>(settings.slots_traced_whole) / work;
    if (share >= 1) return 0;
    // Every multiprocessor gets some, or the sample would tell of another card.
    const auto least = std::min(blocks, 4 * static_cast<std::int64_t>(settings.card.multiprocessors));
    return std::max(
        {std::int64_t{1}, least, static_cast<std::int64_t>(std::ceil(share * static_cast<double>(blocks)))});
}

simulated::TraceOptions options_for(const TraceSettings& settings, std::int64_t slots) {
    simulated::TraceOptions options;
    options.multiprocessors = static_cast<int>(settings.card.multiprocessors);
    options.resident_blocks = [card = settings.card](int block_size) {
        return std::max(1, simulated::resident_blocks(card, block_size, 0));
    };
    options.sample_of_launch = [settings, slots](std::int64_t blocks, int block_size) {
        return sample_for(settings, slots, blocks, block_size);
    };
    options.lane_order_seed = settings.lane_order_seed;
    return options;
}

/// One bound kernel under a tracer of its own.
class TracedRun {
public:
    TracedRun(const TraceSettings& settings, const std::shared_ptr<const HostFormat>& format,
              const std::atomic<bool>* cancelled)
        : collector(settings.card, cancelled), tracer(options_for(settings, format->footprint.value_slots), collector) {
        collector.follow(tracer.arrays(), tracer.sites());
        spmv_ = traced_entry(settings.kernel).bind_traced(format, settings.block, &tracer);
        spmv_->set_x(std::vector<double>(static_cast<std::size_t>(format->cols), 1.0));
        collector.start();
    }

    void run() {
        spmv_->poison_y();
        spmv_->enqueue();
        spmv_->finish();
    }

    TraceCollector collector;
    simulated::Tracer tracer;

private:
    std::unique_ptr<kernels::BoundSpmv> spmv_;
};

} // namespace

double SpmvTrace::traced_share() const {
    return grid_blocks == 0 ? 1.0 : static_cast<double>(traced_blocks) / static_cast<double>(grid_blocks);
}

double SpmvTrace::mean_active_lanes() const {
    double steps = 0, lanes = 0;
    for (const auto& launch : blocks)
        for (const TracedBlock& block : launch) {
            steps += static_cast<double>(block.steps);
            lanes += static_cast<double>(block.lanes);
        }
    return steps == 0 ? 0 : lanes / steps;
}

void check_trace_settings(const Matrix& matrix, const TraceSettings& settings) {
    const std::string why_not = matrix.why_not_runnable();
    if (!why_not.empty())
        throw Error("matrix.unsupported", why_not, "Look at it with `info`; kernels run on real matrices only.");
    const kernels::KernelInfo* const info = kernels::find_spmv_kernel(settings.kernel);
    std::string known;
    for (const auto& entry : kernels::spmv_entries()) known += (known.empty() ? "" : ", ") + std::string(entry.info.id);
    if (info == nullptr)
        throw Error("kernel.unknown", "There is no kernel '" + settings.kernel + "'.", "Known are: " + known + ".");
    if (info->runs_on != RunsOn::gpu)
        throw Error("kernel.machine",
                    "Kernel '" + settings.kernel + "' cannot be traced: " +
                        (info->runs_on == RunsOn::host ? "it is a loop of the host."
                                                       : "it is compiled code of the vendor's library."),
                    "These can: " + known + ".");
    if (settings.block < 32 || settings.block > 1024 || settings.block % 32 != 0)
        throw Error("kernel.block", "A block of " + std::to_string(settings.block) + " threads cannot be launched.",
                    "Choose a multiple of 32 from 32 to 1024.");
    if (settings.sample < TraceSettings::all_blocks)
        throw Error("trace.sample", "A sample of " + std::to_string(settings.sample) + " blocks cannot be traced.",
                    "Write all, or how many blocks of each launch at most.");
}

SpmvTrace trace_spmv(const Matrix& matrix, const TraceSettings& settings, const Progress& progress,
                     std::shared_ptr<const HostFormat> format) {
    check_trace_settings(matrix, settings);
    if (format == nullptr)
        format = kernels::make_format(kernels::find_spmv_kernel(settings.kernel)->format, matrix.csr,
                                      settings.precision, {}, progress);
    progress.check(0, 1);
    TracedRun run(settings, format, progress.cancelled);
    run.run();
    if (settings.cache == kernels::CacheState::warm) {
        progress.check(0, 1);
        run.collector.forget();
        run.run();
    }

    SpmvTrace trace;
    trace.settings = settings;
    trace.format = format->footprint.format;
    trace.leading_dimension = leading_dimension_of(*format);
    trace.arrays = run.tracer.arrays();
    trace.sites = run.tracer.sites();
    trace.findings = run.tracer.findings();
    run.collector.give(trace);
    for (auto& launch : trace.launches) launch.element_bytes = static_cast<int>(kernels::bytes_of(settings.precision));

    simulated::ModelOptions options;
    if (settings.with_transfers)
        options.transfer_bytes =
            static_cast<double>(format->footprint.bytes) +
            static_cast<double>((format->rows + format->cols) * kernels::bytes_of(settings.precision));
    trace.model = simulated::model_time(trace.launches, settings.card, options);
    return trace;
}

} // namespace warploom::app
