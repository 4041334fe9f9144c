#include "app/run_spmv.h"

#include "app/model_row.h"
#include "app/run_plan.h"
#include "engine/error.h"
#include "engine/matrix/memory.h"
#include "engine/measure/reference.h"
#include "engine/measure/sampler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <new>
#include <random>

namespace warploom::app {

namespace {

using kernels::CacheState;
using kernels::Precision;

constexpr double step_ns = 20e6; ///< how long one kernel samples before it is the next one's turn

/// A kernel that is bound, found right, and waits for its turns.
struct Contestant {
    SpmvRow* row = nullptr;
    std::unique_ptr<kernels::BoundSpmv> spmv;
    std::unique_ptr<measure::Sampler> sampler;
};

bool refuses_politely(const std::string& code) {
    static const std::array<std::string, 6> codes{"memory.limit",   "matrix.index", "matrix.unsupported",
                                                  "kernel.machine", "kernel.block", "kernel.refused"};
    return std::find(codes.begin(), codes.end(), code) != codes.end() || code.rfind("format.", 0) == 0;
}

class Runner {
public:
    Runner(kernels::Machine& machine, const Matrix& matrix, const RunObserver& observer, SpmvRun& run)
        : machine_(machine), matrix_(matrix), observer_(observer), run_(run),
          x_(make_x(run.settings.x, matrix.csr.cols)) {
        progress_.cancelled = observer.cancelled;
    }

    void run() {
        for (const SpmvRow& row : run_.results)
            if (!row.code.empty()) report(row);
        for (SpmvRow* row : order()) {
            if (is_cancelled()) break;
            const double bytes = bytes_to_hold(*row);
            if (!contestants_.empty() && held_bytes_ + bytes > memory_limit_) measure_group();
            if (!admit(*row)) { // what is bound already may be in the way
                measure_group();
                admit(*row);
            }
            held_bytes_ += bytes;
        }
        measure_group();
        if (!is_cancelled()) return;
        run_.was_cancelled = true;
        for (SpmvRow& row : run_.results)
            if (row.status == RowStatus::skipped && row.code.empty())
                settle(row, "cancelled", "The run was cancelled before this kernel was measured.");
    }

private:
    bool is_cancelled() const { return progress_.is_cancelled(); }
    void report(const SpmvRow& row) const {
        if (observer_.row) observer_.row(row);
    }
    void enter_stage(const char* stage, const std::string& detail) const {
        if (observer_.stage) observer_.stage(stage, detail);
    }
    void settle(SpmvRow& row, const std::string& code, const std::string& reason, const std::string& hint = {},
                RowStatus status = RowStatus::skipped) const {
        row.status = status;
        row.code = code;
        row.reason = reason;
        row.hint = hint;
        report(row);
    }

    /// Rows of one precision and format stand together, so that a format is made once and can be let go.
    std::vector<SpmvRow*> order() {
        std::vector<SpmvRow*> rows;
        for (SpmvRow& row : run_.results)
            if (row.code.empty()) rows.push_back(&row);
        const auto format_rank = [&](const SpmvRow* row) {
            const std::string format = format_of(*row);
            std::size_t rank = 0;
            while (format_of(*rows[rank]) != format) ++rank;
            return rank;
        };
        std::map<const SpmvRow*, std::size_t> ranks;
        for (const SpmvRow* row : rows) ranks[row] = format_rank(row);
        auto sorted = rows;
        std::stable_sort(sorted.begin(), sorted.end(), [&](const SpmvRow* a, const SpmvRow* b) {
            return std::pair(a->precision, ranks[a]) < std::pair(b->precision, ranks[b]);
        });
        return sorted;
    }

    static std::string format_of(const SpmvRow& row) { return kernels::find_spmv_kernel(row.kernel)->format; }

    /// What binding this row adds to the memory in use: its format (where it is not made yet), x and y.
    /// An estimate: refusals of the allocation itself are handled where they happen.
    double bytes_to_hold(const SpmvRow& row) const {
        const auto vectors =
            static_cast<double>((matrix_.csr.rows + matrix_.csr.cols) * kernels::bytes_of(row.precision));
        if (formats_.count({format_of(row), row.precision}) != 0) return vectors;
        try {
            return vectors +
                   static_cast<double>(kernels::format_bytes_needed(format_of(row), matrix_.csr, row.precision, {}));
        } catch (const Error&) {
            return vectors; // it will be refused with its reason
        }
    }

    std::shared_ptr<const kernels::HostFormat> format_for(const SpmvRow& row) {
        const std::string id = format_of(row);
        auto& format = formats_[{id, row.precision}];
        if (format == nullptr) {
            enter_stage("converting", id);
            format = kernels::make_format(id, matrix_.csr, row.precision, {}, progress_);
        }
        return format;
    }

    const measure::SpmvReference& reference_for(Precision precision) {
        auto& reference = references_[precision];
        if (reference == nullptr)
            reference = std::make_unique<measure::SpmvReference>(
                measure::spmv_reference(matrix_.csr, x_, precision == Precision::float32));
        return *reference;
    }

    /// Converts, binds and checks; whoever is right joins the contestants. False asks for another try once the
    /// memory that the contestants hold is free again.
    bool admit(SpmvRow& row) {
        try {
            const auto format = format_for(row);
            row.format_bytes = format->footprint.bytes;
            row.value_slots = format->footprint.value_slots;
            row.padding = format->footprint.padding;
            row.conversion_ns = format->footprint.conversion_ns;
            Contestant contestant;
            contestant.row = &row;
            contestant.spmv =
                machine_.bind(row.kernel, format, row.block == 0 ? run_.settings.blocks.front() : row.block);
            row.preprocess_ns = contestant.spmv->preprocess_ns;
            row.detail = contestant.spmv->detail;
            contestant.spmv->set_x(x_);
            enter_stage("checking", row.kernel);
            if (!is_right(row, *contestant.spmv, true)) return true;
            row.transfer_ns = contestant.spmv->transfer_ns;
            if (machine_.card() != nullptr) {
                model(row, format);
                return true;
            }
            contestant.sampler = make_sampler(*contestant.spmv);
            contestants_.push_back(std::move(contestant));
        } catch (const Error& error) {
            if (error.code() == "cancelled") return true;
            if (error.code() == "memory.limit" && !contestants_.empty()) return false;
            settle(row, error.code(), error.what(), error.hint(),
                   refuses_politely(error.code()) ? RowStatus::skipped : RowStatus::error);
        } catch (const std::bad_alloc&) {
            if (!contestants_.empty()) return false;
            settle(row, "memory.limit", "There was not enough memory for kernel " + row.kernel + ".",
                   "Close other programs, or choose a smaller matrix.");
        } catch (const std::exception& failure) {
            settle(row, "kernel.failed", "Kernel " + row.kernel + " ended with: " + failure.what() + ".", {},
                   RowStatus::error);
        }
        return true;
    }

    /// The time of a simulated machine is not taken but modelled.
    void model(SpmvRow& row, const std::shared_ptr<const kernels::HostFormat>& format) {
        enter_stage("tracing", row.kernel);
        model_row(row, *machine_.card(), matrix_, format, run_.settings, progress_);
        row.time = measure::summarize(row.samples);
        if (observer_.samples) observer_.samples(row, 0);
        add_figures(row);
        row.status = RowStatus::ok;
        report(row);
    }

    /// One launch into a poisoned y, compared with the reference. Settles the row when it is wrong.
    bool is_right(SpmvRow& row, kernels::BoundSpmv& spmv, bool is_first) {
        spmv.poison_y();
        spmv.enqueue();
        spmv.finish();
        const std::vector<double> y = spmv.y();
        const auto check = measure::check_spmv(reference_for(row.precision), y);
        row.error_bound_ratio = is_first ? check.bound_ratio : std::max(row.error_bound_ratio, check.bound_ratio);
        if (is_first) {
            long double sum = 0, squares = 0;
            for (const double value : y) {
                sum += static_cast<long double>(value);
                squares += static_cast<long double>(value) * static_cast<long double>(value);
            }
            row.y_sum = static_cast<double>(sum);
            row.y_norm2 = static_cast<double>(std::sqrt(squares));
        }
        if (check.is_right()) return true;
        row.samples.clear();
        row.time = {};
        row.launch_ns = not_known;
        settle(row, "result.wrong", check.complaint,
               is_first ? "" : "The first launch was right; one after the measurements was not.", RowStatus::wrong);
        return false;
    }

    std::unique_ptr<measure::Sampler> make_sampler(kernels::BoundSpmv& spmv) const {
        const CacheState cache = run_.settings.cache;
        measure::SamplerOptions options;
        options.limits = run_.settings.quick ? measure::StopLimits::quick() : measure::StopLimits::standard();
        options.may_batch = options.rewarm = cache == CacheState::warm;
        options.warm_up_limit_ns = run_.settings.quick ? 0.5e9 : 5e9;
        if (machine_.info().kind == kernels::MachineKind::simulated) { // the check was launch enough for a host's loops
            options.warm_up_runs = 1;
            options.warm_up_ns = 0;
        }
        options.cancelled = observer_.cancelled;
        options.launch = [this, &spmv](int batch) { return machine_.sample(spmv, CacheState::warm, batch); };
        return std::make_unique<measure::Sampler>(
            [this, &spmv, cache](int batch) { return machine_.sample(spmv, cache, batch); }, options);
    }

    /// Everything bound takes turns until each has enough, and is then let go.
    void measure_group() {
        if (!contestants_.empty()) enter_stage("measuring", names_of_contestants());
        std::vector<Contestant*> open;
        for (auto& contestant : contestants_)
            if (guarded(contestant, [&] { contestant.sampler->warm_up(); })) open.push_back(&contestant);
        while (!open.empty()) {
            std::shuffle(open.begin(), open.end(), random_);
            for (Contestant*& contestant : open) {
                if (guarded(*contestant, [&] { take_turn(*contestant); }) && !contestant->sampler->is_done()) continue;
                finish(*contestant);
                contestant = nullptr;
            }
            std::erase(open, nullptr);
        }
        contestants_.clear();
        formats_.clear();
        held_bytes_ = 0;
        memory_limit_ = static_cast<double>(available_memory()) / 2;
    }

    std::string names_of_contestants() const {
        std::string names;
        for (const auto& contestant : contestants_)
            if (names.find(contestant.row->kernel) == std::string::npos)
                names += (names.empty() ? "" : ", ") + contestant.row->kernel;
        return names;
    }

    void take_turn(Contestant& contestant) {
        SpmvRow& row = *contestant.row;
        const std::size_t first = contestant.sampler->step(step_ns);
        const auto& samples = contestant.sampler->samples();
        row.samples.insert(row.samples.end(), samples.begin() + static_cast<std::ptrdiff_t>(first), samples.end());
        if (observer_.samples && row.samples.size() > first) observer_.samples(row, first);
    }

    /// Runs a part of the measurement; false when it failed, and the row is settled.
    template <class Part> bool guarded(Contestant& contestant, Part part) {
        SpmvRow& row = *contestant.row;
        try {
            part();
            return true;
        } catch (const Error& error) {
            settle(row, error.code(), error.what(), error.hint(), RowStatus::error);
        } catch (const std::exception& failure) {
            settle(row, "kernel.failed", "Kernel " + row.kernel + " ended with: " + failure.what() + ".", {},
                   RowStatus::error);
        }
        return false;
    }

    void finish(Contestant& contestant) {
        SpmvRow& row = *contestant.row;
        if (!row.code.empty()) return; // it failed
        row.time = measure::summarize(row.samples);
        row.batch = contestant.sampler->batch();
        row.stopped_by = contestant.sampler->stopped_by();
        if (row.samples.empty()) return; // cancelled before its first sample
        const bool is_still_right = guarded(contestant, [&] {
            // In a lesson nobody waits for three more launches of a second each.
            const bool is_too_slow = run_.settings.quick && row.time.median > 0.5e9;
            if (is_cancelled() || is_too_slow) return;
            measure_launch(row, *contestant.spmv);
            is_right(row, *contestant.spmv, false);
        });
        if (!is_still_right || !row.code.empty()) return;
        add_figures(row);
        add_remarks(row, *contestant.sampler);
        row.status = RowStatus::ok;
        report(row);
    }

    void measure_launch(SpmvRow& row, kernels::BoundSpmv& spmv) const {
        std::vector<double> times;
        const int count = row.time.median > 50e6 ? 1 : 5;
        for (int i = 0; i < count; ++i) times.push_back(machine_.launch_to_finish_ns(spmv));
        std::sort(times.begin(), times.end());
        row.launch_ns = measure::quantile(times, 0.5);
    }

    void add_figures(SpmvRow& row) const {
        const auto& a = matrix_.csr;
        const auto vectors = static_cast<double>((a.rows + a.cols) * kernels::bytes_of(row.precision));
        row.gflops = 2 * static_cast<double>(a.nonzeros()) / row.time.median;
        row.gbytes_per_s = (static_cast<double>(row.format_bytes) + vectors) / row.time.median;
    }

    static void add_remarks(SpmvRow& row, const measure::Sampler& sampler) {
        const auto remark = [&](const std::string& sentence) {
            row.detail += (row.detail.empty() ? "" : "; ") + sentence;
        };
        if (row.batch > 1) remark("batches of " + std::to_string(row.batch) + " launches");
        if (sampler.is_short_and_single())
            remark("a launch is under 20 us, and with cold caches launches cannot be batched");
        if (row.time.count == 0) remark("every sample was discarded, because the clock was low");
    }

    kernels::Machine& machine_;
    const Matrix& matrix_;
    const RunObserver& observer_;
    SpmvRun& run_;
    std::vector<double> x_;
    Progress progress_;
    std::map<std::pair<std::string, Precision>, std::shared_ptr<const kernels::HostFormat>> formats_;
    std::map<Precision, std::unique_ptr<measure::SpmvReference>> references_;
    std::deque<Contestant> contestants_;
    double held_bytes_ = 0;
    double memory_limit_ = static_cast<double>(available_memory()) / 2;
    std::minstd_rand random_{1}; // the order needs no secrecy, and a run can be repeated
};

} // namespace

SpmvRun run_spmv(kernels::Machine& machine, const Matrix& matrix, const SpmvSettings& settings,
                 const RunObserver& observer) {
    SpmvRun run;
    run.settings = complete_settings(machine, matrix, settings);
    run.matrix_name = matrix.name;
    run.rows = matrix.rows();
    run.cols = matrix.cols();
    run.nonzeros = matrix.csr.nonzeros();
    run.matrix_hash = matrix.hash();
    run.environment = measure::environment();
    run.machine = machine.info();
    run.results = plan_rows(machine, run.settings);
    Runner(machine, matrix, observer, run).run();
    if (!run.was_cancelled) {
        const double bandwidth = machine.copy_bandwidth();
        if (bandwidth > 0) run.copy_bytes_per_s = bandwidth;
    }
    compare_with_baseline(run.results, run.settings.baseline);
    return run;
}

} // namespace warploom::app
