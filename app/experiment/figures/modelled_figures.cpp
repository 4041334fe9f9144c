#include "app/experiment/figures/modelled_figures.h"

#include "app/calibration/trace_systems.h"
#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "app/problem/format_store.h"
#include "app/run/run_plan.h"
#include "engine/format_number.h"
#include "engine/sentence.h"
#include "kernels/registry/simulated_machine.h"

#include <algorithm>

namespace warploom::app {

using experiment::Place;

namespace {

/// If a matrix has at most this many stored values, all blocks are traced. In the quick version of an experiment, a
/// lower limit keeps tracing to about one second per cell.
constexpr std::int64_t slots_standard = 20'000'000, slots_quick = 1'500'000;

bool is_bicgstab(const CellRun& run) {
    return run.operation == Operation::cg && run.modelled_kernel.starts_with("bicgstab");
}

TraceSettings settings_of(const CellRun& run, const simulated::Card& card) {
    return {{run.modelled_kernel, card, run.precision, run.block, run.preconditioner}};
}

} // namespace

std::vector<simulated::LaunchCounts> shared_among(std::vector<simulated::LaunchCounts> launches, int cards) {
    for (auto& launch : launches) {
        launch.launch.blocks = (launch.launch.blocks + cards - 1) / cards;
        // After the blocks are divided among the cards, several traced blocks may map to the same block of one card.
        // Use only the first of them.
        std::vector<simulated::BlockCounts> blocks;
        for (const auto& block : launch.blocks) {
            simulated::BlockCounts part = block;
            part.block = std::min(block.block / cards, launch.launch.blocks - 1);
            if (blocks.empty() || blocks.back().block != part.block) blocks.push_back(part);
        }
        launch.blocks = std::move(blocks);
    }
    return launches;
}

ModelledFigures::ModelledFigures(simulated::Card card, InputChoice& inputs, bool quick)
    : card_(std::move(card)), inputs_(inputs), quick_(quick), fitted_(card_) {}

std::shared_ptr<const kernels::HostFormat> ModelledFigures::format(const std::string& input, const std::string& id,
                                                                   const Matrix& matrix, const TraceSettings& settings,
                                                                   const Progress& progress) {
    const FormatKey key{input, id, settings.precision};
    if (format_key_ != key) {
        format_ = nullptr; // free memory before creating the next format
        format_key_.reset();
        format_ = kernels::make_format(id, matrix.csr, settings.precision,
                                       run_format_options(matrix.csr, settings.precision), progress);
        format_key_ = key;
    }
    return format_;
}

TraceSubject ModelledFigures::subject(const CellRun& run, const std::string& input, InputInfo& info,
                                      const Progress& progress) {
    const TraceSettings settings = settings_of(run, card_);
    check_trace_settings(run.operation, settings); // validate the settings before converting anything
    const TraceWays ways{
        [this, input](const std::string& format, const Matrix& matrix, const TraceSettings& wanted,
                      const Progress& converting) { return this->format(input, format, matrix, wanted, converting); }};
    const TraceInput loaded = spec_of(run.operation).trace_input(inputs_.inputs(), input, settings, progress, ways);
    if (!info_ || info_->first != input) info_.emplace(input, loaded.info());
    info = info_->second;
    return loaded.subject(progress);
}

ModelledFigures::Traced ModelledFigures::traced_by_kernel(const CellRun& run, CacheState cache,
                                                          const Progress& progress) {
    const auto chosen = inputs_.choose(run.operation, run.inputs, progress);
    InputInfo info;
    const TraceSubject subject = this->subject(run, chosen.name, info, progress);
    inputs_.note_hash(chosen.name, info.hash);

    TraceSettings settings = settings_of(run, card_);
    // Runs that need only counts have small inputs, so all blocks are traced. If the result is symmetric, half of the
    // blocks exit early, so a sample would not be representative.
    const bool only_counts = run.needs_counts() && run.operation != Operation::spmv && run.operation != Operation::cg;
    settings.slots_traced_whole = quick_ && !only_counts ? slots_quick : slots_standard;
    // A sample size specified by the run or the calibration study is also used in the quick version, because it is
    // small. If all blocks would be traced, the quick version uses a sample instead.
    const auto sample = run.sample ? run.sample : fitted_.sample_of(run);
    if (sample && (!quick_ || *sample > 0)) settings.sample = *sample;
    // A launch cannot reuse cached data if there are no caches, or if the caches are smaller than the data that it
    // reads.
    const double caches = std::max(card_.l2_bytes, card_.l1_bytes * card_.multiprocessors);
    settings.cache = subject.transfer_bytes > caches ? CacheState::cold : cache;
    Trace trace = trace_kernel(subject, settings, progress);

    Traced traced;
    traced.transfer_bytes = subject.transfer_bytes;
    traced.travelling_bytes = subject.travelling_bytes;
    traced.rows = info.rows;
    traced.cols = info.cols;
    traced.nonzeros = info.nonzeros;
    traced.traced_share = trace.traced_share();
    traced.halves_differ = trace.halves_differ;
    traced.note = chosen.note;
    traced.launches = std::move(trace.launches);
    traced.sites = std::move(trace.sites);
    traced.arrays = std::move(trace.arrays);
    return traced;
}

/// Traces a run on tridiagonal systems or AᵀA in the same way as the calibration does: runs only some of the blocks,
/// and does not generate A.
ModelledFigures::Traced ModelledFigures::traced_as_fitted(const CellRun& run, const Progress& progress) {
    check_trace_settings(run.operation, settings_of(run, card_));
    Traced traced;
    CellRun traced_run = run;
    if (run.operation == Operation::ata) {
        // The caller has checked that the shape of the input is known.
        const auto [rows, cols] = *shape_of(run.inputs.front());
        traced.rows = rows;
        traced.cols = cols;
    } else {
        const auto chosen = inputs_.choose(run.operation, run.inputs, progress);
        const auto system = inputs_.inputs().system(chosen.name, progress);
        traced.rows = traced.cols = system->n();
        traced.note = chosen.note;
        traced_run.inputs = {chosen.name};
    }
    progress.check(0, 1);
    TracedCase counted =
        run.operation == Operation::ata ? trace_ata_case(run, card_) : trace_tridiagonal_case(traced_run, card_);
    traced.launches = std::move(counted.launches);
    traced.transfer_bytes = counted.transfer_bytes;
    if (traced.transfer_bytes == 0) // count the copy of A to the device and the copy of C back
        traced.transfer_bytes = static_cast<double>((traced.rows + traced.cols) * traced.cols) *
                                static_cast<double>(kernels::bytes_of(run.precision));
    traced.traced_share = counted.traced_share;
    return traced;
}

ModelledFigures::Traced ModelledFigures::trace(const CellRun& run, const Progress& progress) {
    const bool is_shape = run.operation == Operation::ata && !run.inputs.empty() && shape_of(run.inputs.front()) &&
                          run.precision == Precision::float64 && knows_tiles_of(run.modelled_kernel);
    return is_shape || run.operation == Operation::tridiagonal ? traced_as_fitted(run, progress)
                                                               : traced_by_kernel(run, run.cache, progress);
}

double ModelledFigures::launch_ns(const CellRun& run, CacheState cache, const Progress& progress) {
    return simulated::model_time(traced_by_kernel(run, cache, progress).launches, card_).ns;
}

ModelledRun ModelledFigures::run(const CellRun& run, ModelledWants wants, const Progress& progress) {
    ModelledRun result;
    const auto remark = [&](const std::string& text) { result.note += (result.note.empty() ? "" : " ") + text; };
    Traced traced = run.needs_counts() ? traced_by_kernel(run, run.cache, progress) : trace(run, progress);
    result.note = traced.note;
    if (run.place == Place::gpus && run.gpus > 1) {
        traced.launches = shared_among(std::move(traced.launches), run.gpus);
        traced.transfer_bytes /= run.gpus;
        remark(sentence("Modeled as {gpus} cards that each process a portion of the blocks and exchange no data.",
                        {{"gpus", run.gpus}}));
    }
    simulated::ModelOptions copies;
    copies.transfer_bytes = traced.transfer_bytes;
    const simulated::ModelledTime time = simulated::model_time(traced.launches, card_, copies);
    const double left_out = run.operation == Operation::spmv ? time.terms.launch : 0;
    result.with_copies_ns = time.ns - left_out;
    result.ns = result.with_copies_ns - time.terms.transfer;
    if (traced.travelling_bytes > 0) {
        const double travelling_ns =
            traced.travelling_bytes / card_.transfer_gbytes_per_s + 2 * card_.transfer_latency_us * 1e3;
        result.ns += travelling_ns;
        result.with_copies_ns += travelling_ns;
        remark(sentence("Includes the transfer of p and A p in every iteration, but not the work that the host does in "
                        "between."));
    }
    result.launches = static_cast<std::int64_t>(traced.launches.size());
    InputInfo input;
    input.rows = traced.rows;
    input.cols = traced.cols;
    input.nonzeros = traced.nonzeros;
    result.nonzeros = static_cast<double>(traced.nonzeros);
    result.filled_share = 100 * result.nonzeros / (static_cast<double>(traced.rows) * static_cast<double>(traced.cols));
    result.operations = spec_of(run.operation).useful_operations(run.modelled_kernel, input, run.precision);
    if (traced.traced_share < 1) {
        const std::string share = percent(traced.traced_share);
        remark(traced.halves_differ
                   ? sentence("Based on {share} of the blocks, two halves of which differ by {difference}.",
                              {{"share", share}, {"difference", percent(*traced.halves_differ)}})
                   : sentence("Based on {share} of the blocks.", {{"share", share}}));
    }
    if (wants.counts)
        result.trace = {card_,
                        std::move(traced.launches),
                        std::move(traced.sites),
                        std::move(traced.arrays),
                        time,
                        traced.rows,
                        traced.nonzeros,
                        {}};
    if (wants.order) {
        const auto chosen = inputs_.choose(run.operation, run.inputs, progress);
        result.trace.order = ordering::order_figures(inputs_.inputs().matrix(chosen.name, progress)->csr);
    }
    if (wants.solution) solve(run, result, progress);
    return result;
}

void ModelledFigures::solve(const CellRun& run, ModelledRun& result, const Progress& progress) {
    const bool is_cg = run.operation == Operation::cg;
    if (!is_cg && run.operation != Operation::tridiagonal) return;
    const auto chosen = inputs_.choose(run.operation, run.inputs, progress);
    std::string key = chosen.name + "|" + kernels::to_string(run.precision);
    if (is_bicgstab(run)) key += "|bicgstab";
    key += is_cg ? std::string("|") + kernels::to_string(run.preconditioner) + "|" + std::to_string(run.limit) + "|" +
                       format_number(run.tolerance) + "|" + protocol::to_string(run.rhs)
                 : "|" + run.modelled_kernel;
    auto known = solved_.find(key);
    if (known == solved_.end()) known = solved_.emplace(key, solved(run, chosen.name, progress)).first;
    result.iterations = known->second.iterations;
    result.residual = known->second.residual;
    if (!known->second.note.empty()) result.note += (result.note.empty() ? "" : " ") + known->second.note;
}

ModelledFigures::Solved ModelledFigures::solved(const CellRun& run, const std::string& input,
                                                const Progress& progress) {
    // Iteration counts and residuals can be computed on the host, because they depend on the card only through the
    // order of summation.
    const bool is_cg = run.operation == Operation::cg;
    const auto machine = is_cg ? kernels::open_machine("cpu") : kernels::simulated_machine(card_);
    CellRun counted = run;
    counted.kernel = is_cg ? (is_bicgstab(run) ? "bicgstab:cpu-csr" : "cg:cpu-csr") : run.modelled_kernel;
    const RunSettings settings = complete_settings(*machine, run.operation, counted.settings(quick_));
    const RunContext context{*machine, settings, progress, [](const char*, const std::string&) {}};
    const auto problem = spec_of(run.operation).open(inputs_.inputs(), input, settings, progress);
    std::vector<Row> rows = plan_rows(*machine, run.operation, settings);
    Row& row = rows.front();
    const auto bound = problem->bind(row, context);
    const auto complaint = problem->check(row, *bound, true, context);
    // Iteration counts and residuals are meaningful even if the solver has not converged.
    const bool is_only_unsolved =
        complaint && is_cg && complaint->code.starts_with("cg.") && !row.own<CgResult>()->state.empty();
    if (complaint && !is_only_unsolved) throw Error(complaint->code, complaint->sentence, complaint->hint);
    Solved result;
    if (!is_cg) {
        result.residual = row.own<TridiagonalResult>()->residual;
        return result;
    }
    result.iterations = row.own<CgResult>()->iterations;
    result.residual = row.own<CgResult>()->true_residual;
    result.note = sentence("Iterations were counted by solving on the host.");
    if (row.own<CgResult>()->state != "converged") result.note += " " + row.own<CgResult>()->sentence;
    return result;
}

} // namespace warploom::app
