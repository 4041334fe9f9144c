#include "app/run/runner.h"

#include "app/check/test_input_failure.h"
#include "app/info/describe.h"
#include "app/operations/operation.h"
#include "app/run/floor.h"
#include "app/run/run_plan.h"
#include "engine/comma_list.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/measure/disturbance.h"
#include "engine/measure/sampler.h"
#include "engine/memory.h"
#include "engine/parallel_blocks.h"
#include "engine/protocol/messages/baseline.h"
#include "engine/sentence.h"
#include "kernels/sources/text_gpu.h"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <random>

namespace warploom::app {

namespace {

/// Maximum fraction of the host's CPU capacity that other processes may use. If they use more, a remark is added.
constexpr double tolerable_share = 0.1;
constexpr double step_ns = 20e6; ///< measurement time per kernel in nanoseconds before switching to the next kernel

/// Returns the time in nanoseconds that multi-GPU launches and synchronization add to an SpMV or a CG iteration, as
/// measured on two H200 GPUs.
double synchronization_ns(Operation operation) { return operation == Operation::cg ? 25e3 : 6e3; }

/// A kernel that is bound, checked and ready to be measured.
struct Candidate {
    Row* row = nullptr;
    std::unique_ptr<kernels::Bound> bound;
    std::unique_ptr<measure::Sampler> sampler;
};

bool is_skippable(const std::string& code) {
    static const std::array<std::string, 8> codes{"run.threads",  "kernel.missing-library", "memory.limit",
                                                  "matrix.index", "matrix.unsupported",     "kernel.machine",
                                                  "kernel.block", "kernel.refused"};
    return std::find(codes.begin(), codes.end(), code) != codes.end() || code.rfind("format.", 0) == 0;
}

class Runner {
public:
    Runner(kernels::Machine& machine, Problem& problem, const RunObserver& observer, Run& run)
        : machine_(machine), problem_(problem), observer_(observer),
          run_(run), context_{machine, run.settings, {}, [this](const char* stage, const std::string& detail) {
                                  enter_stage(stage, detail);
                              }} {
        context_.progress.cancelled = observer.cancelled;
        context_.row_ns = observer.row_ns;
        if (observer.row_ns > 0 && machine.info().kind != MachineKind::simulated)
            context_.launch = [this](kernels::Bound& bound) {
                checked_ = machine_.sample(bound, run_.settings.cache, 1);
                bound.finish();
            };
    }

    void run() {
        const StoppableLaunches stoppable(observer_.cancelled);
        for (const Row& row : run_.results)
            if (!row.code.empty()) report(row);
        for (Row* row : order()) {
            if (is_cancelled()) break;
            const double bytes = problem_.bytes_to_hold(*row);
            if (!contestants_.empty() && held_bytes_ + bytes > memory_limit_) measure_group();
            if (!admit(*row)) { // retry later, because other bound kernels may occupy the memory that this row needs
                measure_group();
                admit(*row);
            }
            held_bytes_ += bytes;
        }
        measure_group();
        if (!is_cancelled()) return;
        run_.was_cancelled = true;
        for (Row& row : run_.results)
            if (row.status == RowStatus::skipped && row.code.empty())
                settle(row, "cancelled", sentence("The run was canceled before this kernel was measured."));
    }

private:
    bool is_cancelled() const { return context_.progress.is_cancelled(); }
    void report(const Row& row) const {
        if (observer_.row) observer_.row(row);
    }
    void enter_stage(const char* stage, const std::string& detail) const {
        if (observer_.stage) observer_.stage(stage, detail);
    }
    void settle(Row& row, const std::string& code, const std::string& reason, const std::string& hint = {},
                RowStatus status = RowStatus::skipped) const {
        row.status = status;
        row.code = code;
        row.reason = reason;
        row.hint = hint;
        report(row);
    }

    void settle_failed(Row& row, const std::exception& failure) const {
        settle(row, "kernel.failed",
               sentence("Kernel {kernel} failed: {error}.", {{"kernel", row.kernel}, {"error", failure.what()}}), {},
               RowStatus::error);
    }

    /// Returns the result rows in execution order. Rows that share a format are adjacent, so that each format is
    /// converted only once and then freed.
    std::vector<Row*> order() {
        std::vector<Row*> rows;
        for (Row& row : run_.results)
            if (row.code.empty()) rows.push_back(&row);
        std::map<const Row*, std::size_t> ranks;
        std::map<std::string, std::size_t> first;
        for (const Row* row : rows) ranks[row] = first.emplace(problem_.shared_by(*row), first.size()).first->second;
        std::stable_sort(rows.begin(), rows.end(), [&](const Row* a, const Row* b) {
            return std::pair(a->precision, ranks[a]) < std::pair(b->precision, ranks[b]);
        });
        return rows;
    }

    /// Converts the matrix for a kernel, binds the kernel and checks it. If the result is correct, the kernel becomes a
    /// candidate for measurement. Returns false if there is not enough memory. In this case, the kernel can be prepared
    /// after the other candidates have been released.
    bool admit(Row& row) {
        try {
            Candidate contestant;
            contestant.row = &row;
            if (!may_be_launched(row)) return true;
            contestant.bound = problem_.bind(row, context_);
            row.preprocess_ns = contestant.bound->preprocess_ns;
            row.detail = contestant.bound->detail;
            tell_of_slow_exchange(row);
            enter_stage("checking", row.kernel);
            checked_.reset();
            if (!is_right(row, *contestant.bound, true)) return true;
            row.transfer_ns = contestant.bound->transfer_ns;
            if (machine_.card() != nullptr) {
                if (is_right_on_drawn(row)) model(row);
                return true;
            }
            contestant.sampler = make_sampler(*contestant.bound);
            contestants_.push_back(std::move(contestant));
        } catch (const Error& error) {
            if (error.code() == "cancelled") return true;
            if (error.code() == "memory.limit" && !contestants_.empty()) return false;
            if (error.code() == "result.finding") settle_wrong(row, {error.code(), error.what(), error.hint()});
            else if (error.code() == "kernel.launch" && is_built_in(row))
                settle(row, error.code(), error.what(), sentence("Choose a newer card with more resources."),
                       RowStatus::skipped);
            else
                settle(row, error.code(), error.what(), error.hint(),
                       is_skippable(error.code()) ? RowStatus::skipped : RowStatus::error);
        } catch (const std::bad_alloc&) {
            if (!contestants_.empty()) return false;
            settle(row, "memory.limit",
                   sentence("There is not enough memory for kernel {kernel}.", {{"kernel", row.kernel}}),
                   sentence("Close other programs, or choose a smaller matrix."));
        } catch (const std::exception& failure) { settle_failed(row, failure); }
        return true;
    }

    /// Adds a warning before the first sample if several GPUs are likely to be slower than one.
    void tell_of_slow_exchange(Row& row) const {
        if (!row.exchange || row.exchange->gpus < 2 || !(machine_.copy_bandwidth() > 0)) return;
        Row at_one_ns = row;
        at_one_ns.time.median = 1; // a time of 1 ns, so that gbytes_per_s equals the number of bytes
        problem_.add_figures(at_one_ns);
        const double one_gpu_ns = at_one_ns.gbytes_per_s / (machine_.copy_bandwidth() * 1e-9 / row.exchange->gpus);
        const double expected = protocol::expected_ns(*row.exchange, one_gpu_ns, synchronization_ns(run_.operation));
        const std::string why = protocol::why_slower(*row.exchange, one_gpu_ns, expected);
        if (why.empty()) return;
        enter_stage("expecting",
                    sentence("no speedup from {gpus} GPUs: {reason}", {{"gpus", row.exchange->gpus}, {"reason", why}}));
        add_remark(row.detail, sentence("estimated before the run: {reason}", {{"reason", why}}));
    }

    /// Returns whether the kernel of a result row is built in. For built-in kernels, running out of memory on a card is
    /// not an error.
    bool is_built_in(const Row& row) const {
        const PlannedKernel planned = spec_of(run_.operation).plan(row.kernel);
        return !kernels::is_kernel_file((planned.product != nullptr ? planned.product : planned.info)->id);
    }

    void model(Row& row) {
        enter_stage("tracing", row.kernel);
        problem_.model(row, *machine_.card(), context_);
        row.time.take(measure::summarize(row.samples));
        if (observer_.samples) observer_.samples(row, 0);
        problem_.add_figures(row);
        row.status = RowStatus::ok;
        report(row);
    }

    /// Checks a result. If the result is wrong, marks its row as finished and returns false.
    bool is_right(Row& row, kernels::Bound& bound, bool is_first) {
        const auto complaint = problem_.check(row, bound, is_first, context_);
        if (!complaint) return true;
        settle_wrong(
            row, {complaint->code, complaint->sentence,
                  is_first ? complaint->hint
                           : sentence("The first launch was correct, but a launch after the measurements was wrong.")});
        return false;
    }

    /// Marks a result row as finished without a time, because its result is wrong.
    void settle_wrong(Row& row, const ValidationFailure& complaint) const {
        row.samples.clear();
        row.time.take(measure::summarize({}));
        row.launch_ns = row.preprocess_ns = row.transfer_ns = not_known;
        row.model.reset();
        settle(row, complaint.code, complaint.sentence, complaint.hint, RowStatus::wrong);
    }

    bool may_be_launched(Row& row) {
        if (run_.settings.unchecked) return true;
        const auto complaint = failure_before_launch(machine_, run_.operation, row.kernel, row.precision,
                                                     context_.block_of(row), context_.progress);
        if (complaint) settle_wrong(row, *complaint);
        return !complaint;
    }

    /// Tests a user-written kernel on the test inputs, because its result on a single matrix may be correct by chance.
    bool is_right_on_drawn(Row& row) {
        const auto complaint = failure_on_test_inputs(
            {{row.kernel, *machine_.card(), row.precision, context_.block_of(row)}, run_.operation}, context_.progress);
        if (complaint) settle_wrong(row, *complaint);
        return !complaint;
    }

    std::unique_ptr<measure::Sampler> make_sampler(kernels::Bound& bound) const {
        const CacheState cache = run_.settings.cache;
        measure::SamplerOptions options;
        options.limits = run_.settings.quick ? measure::StopLimits::quick() : measure::StopLimits::standard();
        if (run_.settings.time_limit) options.limits.max_wall_ns = *run_.settings.time_limit * 1e9;
        if (observer_.row_ns > 0) {
            options.limits.max_wall_ns = std::min(options.limits.max_wall_ns, observer_.row_ns);
            options.limits.min_accumulated_ns = std::min(options.limits.min_accumulated_ns, observer_.row_ns / 2);
        }
        options.may_batch = options.rewarm = cache == CacheState::warm;
        options.warm_up_limit_ns = run_.settings.quick ? 0.5e9 : 5e9;
        if (observer_.row_ns > 0) {
            options.warm_up_limit_ns = std::min(options.warm_up_limit_ns, observer_.row_ns / 4);
            options.longest_to_warm_ns =
                std::max(options.warm_up_limit_ns, 0.1e9); // the checked launch has already served as a warm-up
        }
        // In a launch that takes a second or more, one-time overhead is negligible, so use the checked launch as a
        // sample.
        if (checked_ && checked_->time_ns > 1e9) options.launched = checked_;
        if (machine_.info().kind == MachineKind::simulated) { // the caches of host kernels are warm after the check
            options.warm_up_runs = 1;
            options.warm_up_ns = 0;
        }
        options.cancelled = observer_.cancelled;
        if (observer_.row_ns <= 0) // if many rows share a time budget, the first launch may have to serve as a sample
            options.launch = [this, &bound](int batch) { return machine_.sample(bound, CacheState::warm, batch); };
        return std::make_unique<measure::Sampler>(
            [this, &bound, cache](int batch) { return machine_.sample(bound, cache, batch); }, options);
    }

    /// Measures all bound kernels in alternation until each of them has enough samples, and then releases them.
    void measure_group() {
        if (!contestants_.empty()) enter_stage("measuring", names_of_contestants());
        load_ = measure::HostLoad();
        std::vector<Candidate*> open;
        for (auto& contestant : contestants_)
            if (guarded(contestant, [&] { contestant.sampler->warm_up(); })) open.push_back(&contestant);
        while (!open.empty()) {
            std::shuffle(open.begin(), open.end(), random_);
            for (Candidate*& contestant : open) {
                if (guarded(*contestant, [&] { take_turn(*contestant); }) && !contestant->sampler->is_done()) continue;
                finish(*contestant);
                contestant = nullptr;
            }
            std::erase(open, nullptr);
        }
        contestants_.clear();
        problem_.release();
        held_bytes_ = 0;
        memory_limit_ = static_cast<double>(available_memory()) / 2;
    }

    std::string names_of_contestants() const {
        std::string names;
        for (const auto& contestant : contestants_)
            if (names.find(contestant.row->kernel) == std::string::npos) add_item(names, contestant.row->kernel);
        return names;
    }

    void take_turn(Candidate& contestant) {
        Row& row = *contestant.row;
        const std::size_t first = contestant.sampler->step(step_ns);
        const auto& samples = contestant.sampler->samples();
        const int at_once = problem_.launches_at_once(*contestant.bound);
        for (std::size_t i = first; i < samples.size(); ++i) {
            row.samples.push_back(samples[i]);
            row.samples.back().time_ns /= at_once;
        }
        if (observer_.samples && row.samples.size() > first) observer_.samples(row, first);
    }

    /// Performs one step of the measurement of a kernel. If the step fails, marks the result row as finished and
    /// returns false.
    template <class Part> bool guarded(Candidate& contestant, Part part) {
        Row& row = *contestant.row;
        try {
            part();
            return true;
        } catch (const Error& error) {
            // The launch was aborted because of the cancellation, and the sampler stops at its next step.
            if (error.code() == "cancelled") return true;
            settle(row, error.code(), error.what(), error.hint(), RowStatus::error);
        } catch (const std::exception& failure) { settle_failed(row, failure); }
        return false;
    }

    void finish(Candidate& contestant) {
        Row& row = *contestant.row;
        if (!row.code.empty()) return;
        row.time.take(measure::summarize(row.samples));
        row.time.batch = contestant.sampler->batch();
        row.time.stopped_by = contestant.sampler->stopped_by();
        if (row.samples.empty()) return; // the run was canceled before the first sample
        const bool is_still_right = guarded(contestant, [&] {
            // In quick runs, and if many rows share a time budget, skip the three additional launches if each one takes
            // more than 0.25 s.
            const bool is_short_form = run_.settings.quick || observer_.row_ns > 0;
            const bool is_too_slow = is_short_form && row.time.median > 0.25e9;
            if (is_cancelled() || is_too_slow) return;
            measure_launch(row, *contestant.bound);
            problem_.measure_more(row, *contestant.bound, context_);
            is_right(row, *contestant.bound, false);
        });
        if (!is_still_right || !row.code.empty()) return;
        problem_.add_figures(row);
        add_remarks(row, *contestant.sampler);
        row.status = RowStatus::ok;
        report(row);
    }

    void measure_launch(Row& row, kernels::Bound& bound) const {
        std::vector<double> times;
        const int count = row.time.median > 50e6 ? 1 : 5;
        for (int i = 0; i < count; ++i) times.push_back(machine_.launch_to_finish_ns(bound));
        row.launch_ns = measure::median(std::move(times)) / problem_.launches_at_once(bound);
    }

    void add_remarks(Row& row, const measure::Sampler& sampler) const {
        const auto remark = [&](const std::string& text) { add_remark(row.detail, text); };
        if (row.time.batch > 1) remark(sentence("batches of {n} launches", {{"n", row.time.batch}}));
        if (sampler.is_short_and_single())
            remark(sentence("a launch takes less than 20 us and cannot be batched with cold caches"));
        if (row.time.count == 0) remark(sentence("all samples were discarded because the clock rate was low"));
        if (machine_.info().kind != MachineKind::cpu) return;
        const std::optional<double> others = load_.others();
        const int processors = measure::HostLoad::processors();
        if (others && *others > tolerable_share * processors)
            remark(sentence("other processes used {busy} of {processors} CPUs during the measurement",
                            {{"busy", format_number(*others, "%.1f")}, {"processors", processors}}));
    }

    kernels::Machine& machine_;
    Problem& problem_;
    const RunObserver& observer_;
    Run& run_;
    RunContext context_;
    /// Sample from the most recent launch whose result was checked, if that launch was timed.
    std::optional<measure::Sample> checked_;
    std::deque<Candidate> contestants_;
    measure::HostLoad load_; ///< CPU load on the host since the start of the current group
    double held_bytes_ = 0;
    double memory_limit_ = static_cast<double>(available_memory()) / 2;
    std::minstd_rand random_{1}; // fixed seed, so that runs are reproducible
};

} // namespace

Run run_problem(kernels::Machine& machine, Problem& problem, const RunSettings& settings, const RunObserver& observer) {
    Run run;
    run.operation = problem.operation();
    run.settings = complete_settings(machine, run.operation, settings);
    run.input = problem.input();
    if (observer.input) observer.input(run.input);
    run.operation_name = kernels::to_string(run.operation);
    run.environment = {measure::environment(), machine_of(machine.info())};
    run.results = plan_rows(machine, run.operation, run.settings);
    Runner(machine, problem, observer, run).run();
    if (!run.was_cancelled) {
        const double bandwidth = machine.copy_bandwidth();
        if (bandwidth > 0) run.copy_gbytes_per_s = bandwidth / 1e9;
        add_floors(run, [&](Precision precision) { return machine.peak_flops(precision); });
    }
    protocol::compare_with_baseline(run.results, run.settings.baseline);
    return run;
}

} // namespace warploom::app
