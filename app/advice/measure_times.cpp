#include "app/advice/measure_times.h"

#include "app/advice/advised_machine.h"
#include "app/advice/made_matrices.h"
#include "app/advice/row_figures.h"
#include "app/operations/operation.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>
#include <new>
#include <random>
#include <utility>

namespace warploom::app {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Maximum slowdown relative to the fastest kernel. Slower kernels are not measured further.
constexpr double far_behind = 3;

/// Returns whether the kernel is a baseline for evaluating recommendations.
bool is_always_measured(const std::string& kernel) { return kernel == "csr-vector" || kernel == "cusparse-csr"; }

/// A kernel that is bound to its input and ready to be measured.
struct Entrant {
    std::size_t kernel = 0; ///< index of the kernel in the matrix's list of kernels
    std::unique_ptr<kernels::BoundSpmv> bound;
    std::future<std::string> complaint;
    double first_ns = 0;
    std::vector<measure::Sample> samples;
};

class Measuring {
public:
    Measuring(kernels::Machine& machine, const MeasuringSettings& settings, std::vector<std::string> kernels)
        : machine_(machine), settings_(settings), card_(advised_machine(machine).card), kernels_(std::move(kernels)) {
        for (const std::string& kernel : kernels_) costs_.push_back({kernel});
    }

    MatrixTimes measure(const ListedMatrix& listed, MadeMatrix& made, Precision precision) {
        MatrixTimes result;
        result.matrix = listed.name;
        result.family = listed.family;
        result.is_held_out = listed.is_held_out;
        result.precision = precision;
        if (!made.failure.empty()) {
            result.failure = made.failure;
            return result;
        }
        const CsrMatrix& a = made.matrix->csr;
        result.rows = a.rows;
        result.cols = a.cols;
        result.nonzeros = a.nonzeros();
        best_ns_ = std::numeric_limits<double>::infinity();
        std::vector<Entrant> contestants;
        for (std::size_t k = 0; k < kernels_.size(); ++k) {
            KernelTime kernel;
            kernel.kernel = kernels_[k];
            kernel.format = require_known(Operation::spmv, kernel.kernel).format;
            const Clock::time_point start = Clock::now();
            try {
                enter(kernel, made, precision, result.kernels.size(), contestants);
            } catch (const Error& error) {
                // After a device fault, results of later launches in this process cannot be trusted.
                if (error.code() == "device.fault") throw;
                kernel.reason = error.what();
            } catch (const std::bad_alloc&) { kernel.reason = sentence("There is not enough memory."); }
            costs_[k].bound_s += seconds_since(start);
            ++costs_[k].matrices;
            result.kernels.push_back(std::move(kernel));
        }
        std::erase_if(contestants, [&](Entrant& each) { return !stays(each, result.kernels[each.kernel]); });
        run(contestants);
        for (Entrant& each : contestants) {
            KernelTime& kernel = result.kernels[each.kernel];
            const measure::Summary summary = measure::summarize(each.samples);
            kernel.ns = summary.median;
            kernel.samples = static_cast<std::int64_t>(summary.count);
            settle(kernel, each);
        }
        return result;
    }

    std::vector<MeasuringCost> costs() const { return costs_; }

private:
    void enter(KernelTime& kernel, MadeMatrix& made, Precision precision, std::size_t place,
               std::vector<Entrant>& contestants) {
        const auto& format = made.give(kernel.format, precision);
        kernel.format_bytes = format->footprint.bytes;
        if (card_ && !is_always_measured(kernel.kernel)) {
            const double bytes = static_cast<double>(kernel.format_bytes);
            const TimeBound bound = strict_bound(
                {kernel.kernel, kernel.format, precision, CacheState::cold, block_, bytes}, made.rows, *card_);
            if (bound.ns > far_behind * best_ns_) {
                kernel.at_least_ns = bound.ns;
                kernel.reason = bound.sentence;
                return;
            }
        }
        Entrant entered;
        entered.kernel = place;
        entered.bound = machine_.bind(kernel.kernel, format, block_);
        kernels::BoundSpmv& bound = *entered.bound;
        kernel.prepared_ns = bound.preprocess_ns;
        kernel.detail = bound.detail;
        bound.set_x(made.x);
        bound.poison();
        bound.enqueue();
        bound.finish();
        const measure::SpmvReference* const reference = made.reference(precision);
        entered.complaint = std::async(
            std::launch::async, [reference, y = bound.y()] { return measure::check_spmv(*reference, y).complaint; });
        machine_.sample(bound, CacheState::cold, 1); // warm-up launch
        entered.first_ns = machine_.sample(bound, CacheState::cold, 1).time_ns;
        best_ns_ = std::min(best_ns_, entered.first_ns);
        if (stays(entered, kernel)) contestants.push_back(std::move(entered));
    }

    /// Takes one more time sample of a kernel. Returns whether to continue measuring it.
    bool stays(Entrant& each, KernelTime& kernel) {
        if (each.first_ns <= far_behind * best_ns_) return true;
        kernel.ns = each.first_ns;
        kernel.samples = 1;
        settle(kernel, each);
        return false;
    }

    static void settle(KernelTime& kernel, Entrant& each) {
        const std::string complaint = each.complaint.get();
        if (complaint.empty()) return;
        kernel.ns = protocol::not_known;
        kernel.samples = 0;
        kernel.reason = sentence("The result is wrong: {reason}", {{"reason", complaint}});
    }

    void run(std::vector<Entrant>& contestants) {
        std::vector<Entrant*> turns;
        for (Entrant& each : contestants) turns.push_back(&each);
        std::mt19937 order(20261126);
        for (int round = 0; round < settings_.samples; ++round) {
            std::shuffle(turns.begin(), turns.end(), order);
            for (Entrant* const each : turns) {
                const Clock::time_point start = Clock::now();
                each->samples.push_back(machine_.sample(*each->bound, CacheState::cold, 1));
                costs_[each->kernel].sampled_s += seconds_since(start);
            }
        }
    }

    static constexpr int block_ = 128;
    kernels::Machine& machine_;
    const MeasuringSettings& settings_;
    std::optional<simulated::Card> card_;
    std::vector<std::string> kernels_;
    std::vector<MeasuringCost> costs_; ///< measurement cost of each kernel, in order of measurement
    double best_ns_ = 0;
};

/// Returns the kernels in measurement order. Kernels that read CSR without conversion come first, because their times
/// allow other kernels to be skipped.
std::vector<std::string> kernels_in_order(const kernels::Machine& machine, const MeasuringSettings& settings) {
    std::vector<std::string> list = settings.kernels;
    for (const std::string& kernel : list) kernels::require_kernel(Operation::spmv, kernel, machine);
    if (list.empty()) list = spec_of(Operation::spmv).usual_kernels(machine);
    const auto turn = [](const std::string& kernel) {
        const bool reads_csr = std::string(require_known(Operation::spmv, kernel).format) == "csr";
        return !reads_csr ? 2 : kernel == "csr-scalar" ? 1 : 0;
    };
    std::stable_sort(list.begin(), list.end(),
                     [&](const std::string& a, const std::string& b) { return turn(a) < turn(b); });
    return list;
}

} // namespace

TimedMachine measured_machine(const kernels::Machine& machine, const MeasuringSettings& settings) {
    TimedMachine head;
    head.id = machine.info().id;
    head.title = machine.info().title;
    head.facts = machine.info().facts;
    head.kernels = kernels_in_order(machine, settings);
    head.samples = settings.samples;
    return head;
}

Measured measure_times(kernels::Machine& machine, const MeasuringSettings& settings, TimesFile& file,
                       const RunObserver& observer) {
    Measured result;
    const Clock::time_point start = Clock::now();
    const std::vector<std::string> kernels = kernels_in_order(machine, settings);
    Measuring measuring(machine, settings, kernels);
    std::vector<ListedMatrix> wanted;
    for (const ListedMatrix& matrix : in_turns(settings.matrices))
        if (std::any_of(settings.precisions.begin(), settings.precisions.end(),
                        [&](Precision precision) { return !file.so_far().has(matrix.name, precision); }))
            wanted.push_back(matrix);
    MatrixMaker maker(wanted, kernels, settings.precisions);
    const auto is_late = [&] { return settings.seconds > 0 && seconds_since(start) > settings.seconds; };
    const auto is_cancelled = [&] { return observer.cancelled != nullptr && observer.cancelled->load(); };
    std::size_t measured = 0;
    while (measured < wanted.size() && !is_late() && !is_cancelled()) {
        const Clock::time_point waiting = Clock::now();
        const std::unique_ptr<MadeMatrix> made = maker.next();
        result.waited_s += seconds_since(waiting);
        if (observer.stage)
            observer.stage("measuring", sentence("{number} of {n}: {matrix}", {{"number", measured + 1},
                                                                               {"n", wanted.size()},
                                                                               {"matrix", wanted[measured].name}}));
        for (const Precision precision : settings.precisions)
            if (!file.so_far().has(wanted[measured].name, precision))
                file.add(measuring.measure(wanted[measured], *made, precision));
        ++measured;
    }
    result.costs = measuring.costs();
    result.is_whole = measured == wanted.size();
    return result;
}

Table cost_table(const std::vector<MeasuringCost>& costs, double waited_s) {
    Table table{sentence("Time spent"), {{"kernel", ""}, {"matrices", ""}, {"bound", "s"}, {"sampled", "s"}}};
    for (const MeasuringCost& each : costs)
        table.add_row({each.kernel, each.matrices, number_cell(each.bound_s), number_cell(each.sampled_s)});
    table.add_row({std::string("waiting for matrices"), std::int64_t{0}, number_cell(waited_s), number_cell(0)});
    return table;
}

} // namespace warploom::app
