#include "app/advice/product_advice.h"

#include "app/advice/adaptive_way.h"
#include "app/advice/advised_conversions.h"
#include "app/advice/atomic_passes.h"
#include "app/advice/ranking.h"
#include "app/advice/sampled_trace.h"
#include "app/operations/spmv.h"
#include "app/problem/format_store.h"
#include "app/trace_documents/trace_document.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/join.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/protocol/messages/cause.h"
#include "engine/sentence.h"
#include "kernels/formats/bcsr.h"
#include "kernels/formats/hyb.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <new>
#include <set>
#include <tuple>

namespace warploom::app {

using protocol::AdvisedKernel;
using protocol::grouped;

namespace {

/// Returns the limiting factor of a kernel that the performance model does not support on any card, and an explanation.
std::pair<std::string, std::string> reason_of_gpu_kernel(const std::string& kernel, const MatrixFeatures& features) {
    if (kernel != "csr-sweep")
        return {"", sentence("Vendor libraries cannot be traced. The time is estimated from measurements of similar "
                             "matrices.")};
    const double lanes = 32 * features.scatter, almost_all = 28;
    if (lanes >= almost_all)
        return {"gathers",
                sentence("Almost every lane ({lanes} of 32) reads x from a different 32-byte sector. csr-sweep "
                         "reorders the entries by column so that lanes share sectors.",
                         {{"lanes", format_number(lanes)}})};
    return {"gathers", sentence("Of 32 lanes, {lanes} read x from different 32-byte sectors. csr-sweep reorders the "
                                "entries by column so that lanes share sectors.",
                                {{"lanes", format_number(lanes)}})};
}

/// Throws if the matrix has too many columns for csr-sweep, which packs a column index and a partition number into a
/// 32-bit word. On recent GPUs, the number of partitions depends on the number of rows.
void require_columns(const std::string& kernel, std::int64_t cols, Precision precision) {
    const std::int64_t most = std::int64_t{1} << (precision == Precision::float64 ? 22 : 23);
    if (kernel == "csr-sweep" && cols > most)
        throw Error("advice.columns", sentence("The kernel supports at most {n} columns.", {{"n", grouped(most)}}));
}

/// Approximate number of stored values to trace. Matrices with fewer stored values are traced completely.
constexpr std::int64_t entries_traced = 300'000;

/// Minimum relative error assumed for lower bounds on kernel times, which are less accurate than traces.
constexpr double least_error_of_bounds = 0.3;

class ProductAdviser {
public:
    ProductAdviser(const Matrix& matrix, const AdvisedMachine& machine, const AdviceSettings& settings,
                   const Progress& progress, protocol::Advice& advice)
        : matrix_(matrix), machine_(machine), settings_(settings), progress_(progress), advice_(advice),
          rows_(row_figures(matrix.csr)), options_(run_format_options(matrix.csr, settings.precision)) {
        // Converting a matrix with more entries than this takes at least 50 ms per format. For such a matrix, kernels
        // that cannot be among the fastest are skipped.
        constexpr std::int64_t large = 4'000'000;
        slower_ = matrix.csr.nonzeros() > large ? 1 + machine.error : 1.5;
        csr_bytes_ = (matrix.csr.rows + 1) * 4 + matrix.csr.nonzeros() * (4 + kernels::bytes_of(settings.precision));
    }

    void advise(std::vector<std::string> kernels) {
        look_at_sizes(kernels);
        const LearnedPrecision* const learned =
            machine_.learned ? machine_.learned->find(settings_.precision) : nullptr;
        if (learned != nullptr && advise_by_guess(kernels, *learned)) return;
        set_apart_what_is_not_modelled(kernels, settings_, advice_);
        put_promising_first(kernels);
        std::int64_t done = 0;
        std::shared_ptr<const kernels::HostFormat> format;
        for (const std::string& kernel : kernels) {
            progress_.check(done++, static_cast<std::int64_t>(kernels.size()));
            const std::string id = require_known(Operation::spmv, kernel).format;
            if (format != nullptr && format->footprint.format != id) format.reset();
            try {
                add(kernel, id, format);
            } catch (const Error& error) {
                if (error.code() == "cancelled") throw;
                advice_.others.push_back({kernel, with_hint(error)});
            } catch (const std::bad_alloc&) {
                advice_.others.push_back({kernel, sentence("There is not enough memory.")});
            }
        }
    }

    /// Adds an explanation of why no kernel is recommended.
    void explain() {
        if (!advice_.take.empty() || !lacks_memory_) return;
        const bool is_double = settings_.precision == Precision::float64;
        advice_.sentence =
            sentence("This matrix does not fit in the memory of the {card}. In CSR, with x and y, the matrix needs "
                     "{needed}, but only "
                     "{available} is available. {hint}",
                     {{"card", name_of_card()},
                      {"needed", bytes_text(static_cast<double>(csr_bytes_) + bytes_of_vectors())},
                      {"available", bytes_text(machine_.memory_bytes)},
                      {"hint", is_double ? sentence("Choose a card with more memory, or use single precision.")
                                         : sentence("Choose a card with more memory.")}});
    }

private:
    /// Ranks all kernels by the measured times of similar matrices. Converts and traces the best kernels to determine
    /// their limiting factors. Predicts no time for a kernel that was not measured on similar matrices. If no kernel
    /// was measured on similar matrices and a model is available, returns false and leaves the recommendation
    /// unchanged.
    bool advise_by_guess(const std::vector<std::string>& kernels, const LearnedPrecision& learned) {
        const MatrixFeatures features = matrix_features(matrix_.csr, rows_, settings_.precision);
        const LearnedGuess guess(learned, features, rows_);
        block_size_ = static_cast<int>(std::lround(std::exp2(features.value("block"))));
        for (const std::string& kernel : kernels) try {
                add_guessed(kernel, guess, features, learned.find(kernel));
            } catch (const Error& error) { advice_.others.push_back({kernel, with_hint(error)}); }
        auto& rows = advice_.kernels;
        if (rows.empty() && machine_.card) {
            advice_.others.clear();
            advice_.error = std::max(machine_.model_error, settings_.quick ? least_error_of_bounds : 0);
            advice_.error_from = machine_.model_error_from;
            advice_.notes.push_back(sentence("Times are modeled rather than estimated from measurements. {reason}",
                                             {{"reason", why_outside_}}));
            return false;
        }
        advice_.is_learned = true;
        std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.ns < b.ns; });
        drop_estimates_of_slow_kernels(rows, least_ns_);
        advice_.notes.push_back(
            sentence("The most similar measured matrix is {matrix}.", {{"matrix", guess.nearest()}}));
        if (settings_.quick) return true;
        constexpr std::size_t looked_at = 3, most = 5;
        for (std::size_t i = 0; i < std::min(rows.size(), most); ++i) {
            if (i >= looked_at && rows[i].ns > rows.front().ns * (1 + advice_.error)) break;
            progress_.check(static_cast<std::int64_t>(i), static_cast<std::int64_t>(most));
            look_closer(rows[i], i < looked_at);
        }
        return true;
    }

    void add_guessed(const std::string& kernel, const LearnedGuess& guess, const MatrixFeatures& features,
                     const LearnedKernel* learned) {
        const kernels::KernelInfo& info = require_known(Operation::spmv, kernel);
        if (learned == nullptr)
            throw Error("advice.learned", sentence("Too few similar matrices were measured to estimate the time."));
        require_columns(kernel, rows_.cols, settings_.precision);
        const double bytes = bytes_needed(info.format);
        require_memory(bytes);
        if (const std::string why = guess.why_outside(*learned); !why.empty()) {
            why_outside_ = why;
            throw Error("advice.range", sentence("The time cannot be estimated. {reason}", {{"reason", why}}));
        }
        AdvisedKernel row;
        row.kernel = kernel;
        row.format = info.format;
        row.format_bytes = static_cast<std::int64_t>(bytes);
        row.ns = guess.ns(*learned, bytes);
        std::tie(row.low_ns, row.high_ns) = guess.interval(*learned, row.ns);
        if (machine_.card) {
            const TimeBound least = strict_bound(call_of(kernel, row.format, bytes), rows_, *machine_.card);
            least_ns_[kernel] = 0.5 * least.ns;
            // GPUs of the same model vary, so the estimate is rejected only if it is far below the lower bound.
            if (row.ns < least_ns_[kernel])
                throw Error(
                    "advice.range",
                    sentence("Slow. The time cannot be estimated because the estimate from similar matrices is below "
                             "the lower bound of {time} µs. {reason}",
                             {{"time", format_number(least.ns / 1e3)}, {"reason", least.sentence}}));
            row.ns = std::max(row.ns, least.ns);
            row.low_ns = std::max(row.low_ns, least.ns); // NaN stays NaN
            row.high_ns = std::max(row.high_ns, least.ns);
        }
        if (row.format == "csr")
            row.conversion_ns = learned->prepared_ns_an_entry * static_cast<double>(rows_.nonzeros);
        if (info.runs_on == RunsOn::cuda) {
            std::tie(row.cause, row.reason) = reason_of_gpu_kernel(kernel, features);
        } else if (machine_.card) {
            const TimeBound bound = quick_bound(call_of(kernel, row.format, bytes), rows_, *machine_.card);
            row.cause = bound.cause;
            row.reason = bound.sentence;
        }
        advice_.kernels.push_back(std::move(row));
    }

    BoundedCall call_of(const std::string& kernel, const std::string& format, double bytes) const {
        return {kernel, format, settings_.precision, settings_.cache, settings_.block, bytes};
    }
    const std::string& name_of_card() const {
        return machine_.machine->card() != nullptr ? advice_.card_title : advice_.machine_title;
    }
    double bytes_of_vectors() const {
        return static_cast<double>((rows_.rows + rows_.cols) * kernels::bytes_of(settings_.precision));
    }
    /// Throws an error if a format of `bytes` bytes does not fit in GPU memory.
    void require_memory(double bytes) {
        const double all = bytes + bytes_of_vectors();
        if (machine_.memory_bytes <= 0 || all <= machine_.memory_bytes) return;
        lacks_memory_ = true;
        throw Error("memory.limit",
                    sentence("With x and y, the matrix needs {needed}, but the {card} has only {available} of memory.",
                             {{"needed", bytes_text(all)},
                              {"card", name_of_card()},
                              {"available", bytes_text(machine_.memory_bytes)}}));
    }

    void look_closer(AdvisedKernel& row, bool is_traced) try {
        const kernels::KernelInfo& info = require_known(Operation::spmv, row.kernel);
        const bool has_text = info.runs_on == RunsOn::gpu && is_traced && machine_.card.has_value();
        if (row.format == "csr" && !has_text) return;
        const auto made = kernels::make_format(row.format, matrix_.csr, settings_.precision, options_, progress_);
        row.format_bytes = made->footprint.bytes;
        if (row.format != "csr") row.conversion_ns = made->footprint.conversion_ns;
        if (!has_text) return;
        const double guessed = row.ns;
        trace_any(row, made);
        row.ns = guessed;
    } catch (const Error& error) {
        if (error.code() == "cancelled") throw;
    } catch (const std::bad_alloc&) {} // if memory runs out, keep the limiting factor derived from the row lengths

    /// Computes the sizes of all formats except the blocked ones while another thread hashes the matrix.
    void look_at_sizes(const std::vector<std::string>& kernels) {
        parallel_for(2, 2, [&](std::int64_t task) {
            if (task == 0) advice_.matrix.hash = matrix_.hash();
            else
                for (const std::string& kernel : kernels) try {
                        const std::string format = require_known(Operation::spmv, kernel).format;
                        if (format.rfind("bcsr", 0) != 0) bytes_of_format(format);
                    } catch (const Error&) {} // ignore the error here, because evaluating the kernel reports it
        });
    }

    /// Sorts the kernels so that promising ones are evaluated first. The sooner a short time is found, the more
    /// conversions can be skipped. Kernels that read CSR come first, because they need no conversion. The other kernels
    /// are grouped by format, and the formats are sorted by their lower bounds on the time.
    void put_promising_first(std::vector<std::string>& kernels) {
        std::map<std::string, double> least;
        for (const std::string& kernel : kernels) {
            const std::string format = require_known(Operation::spmv, kernel).format;
            double ns = std::numeric_limits<double>::infinity();
            try {
                ns = !machine_.card || format == "csr"
                         ? 0
                         : strict_bound(call_of(kernel, format, bytes_needed(format)), rows_, *machine_.card).ns;
            } catch (const Error&) {} // ignore the error here, because it is reported when the kernel is evaluated
            const auto [known, is_new] = least.emplace(format, ns);
            if (!is_new) known->second = std::min(known->second, ns);
        }
        const auto key = [&](const std::string& kernel) {
            const std::string format = require_known(Operation::spmv, kernel).format;
            return std::tuple(format != "csr", least.at(format), format);
        };
        std::stable_sort(kernels.begin(), kernels.end(),
                         [&](const std::string& a, const std::string& b) { return key(a) < key(b); });
    }

    /// Returns the size of a matrix in the given format in bytes. If most of the format would be padding, throws an
    /// error that states the fraction of padding, without creating the format.
    double bytes_needed(const std::string& format) {
        const double bytes = bytes_of_format(format);
        const double limit = options_.limit_factor * static_cast<double>(csr_bytes_);
        constexpr double always_fine = 1 << 20;
        if (bytes > always_fine && bytes > limit) {
            const double slot = static_cast<double>(kernels::bytes_of(settings_.precision)) + (format == "dia" ? 0 : 4);
            const double padding = 1 - static_cast<double>(matrix_.csr.nonzeros()) / (bytes / slot);
            constexpr double nearly_all = 0.9999;
            throw Error(
                "advice.padding",
                padding > nearly_all
                    ? sentence("More than 99.99% of its slots would be padding: {bytes} instead of {csr} for CSR.",
                               {{"bytes", bytes_text(bytes)}, {"csr", bytes_text(static_cast<double>(csr_bytes_))}})
                    : sentence("{share} of its slots would be padding: {bytes} instead of {csr} for CSR.",
                               {{"share", percent(padding, "%.4g%%")},
                                {"bytes", bytes_text(bytes)},
                                {"csr", bytes_text(static_cast<double>(csr_bytes_))}}));
        }
        return bytes;
    }

    double bytes_of_format(const std::string& format) {
        const auto known = needed_.find(format);
        if (known != needed_.end()) return known->second;
        double bytes = static_cast<double>(csr_bytes_);
        constexpr std::int64_t hopeless = 64, always_looked_at = 1 << 24;
        if (format == "dia" && rows_.rows + rows_.cols > hopeless * rows_.nonzeros + always_looked_at)
            throw Error("advice.padding", sentence("The matrix has {diagonals} diagonals for {n} {n:entry|entries}.",
                                                   {{"diagonals", grouped(rows_.rows + rows_.cols - 1)},
                                                    {"n", grouped(rows_.nonzeros)}}));
        static const std::set<std::string> as_csr{"csr", "csc"};
        const bool is_blocked = format.rfind("bcsr", 0) == 0;
        if (is_blocked && settings_.quick && block_size_ == 0)
            throw Error("advice.blocks", sentence("The quick estimate does not examine block fill."));
        if (is_blocked && block_size() == 1)
            throw Error("advice.blocks", sentence("No block size of 2 x 2 or larger has at least 80% of its slots "
                                                  "filled."));
        if (is_blocked && settings_.quick && machine_.learned == nullptr) {
            bytes = static_cast<double>(matrix_.csr.nonzeros() * kernels::bytes_of(settings_.precision));
        } else if (is_blocked) {
            kernels::FormatOptions blocks = options_;
            blocks.block_size = block_size();
            bytes = static_cast<double>(kernels::format_bytes_needed(format, matrix_.csr, settings_.precision, blocks));
        } else if (as_csr.count(format) == 0) {
            bytes =
                static_cast<double>(kernels::format_bytes_needed(format, matrix_.csr, settings_.precision, options_));
        }
        return needed_[format] = bytes;
    }

    /// Returns a minimum time in nanoseconds for a kernel that uses one thread per row, or 0 if csr-scalar has not been
    /// traced yet. For HYB, this is the time of the ELL part.
    double chain_of(const std::string& kernel) const {
        const Sharing sharing = sharing_of(kernel);
        if (kernel == "dia" || (sharing != Sharing::thread_a_row && sharing != Sharing::sorted_thread_a_row)) return 0;
        if (kernel != "hyb" || rows_.longest == 0) return chain_ns_;
        const auto width = static_cast<double>(kernels::Hyb<double>::width_for(matrix_.csr));
        return chain_ns_ * width / static_cast<double>(rows_.longest);
    }

    int block_size() {
        if (block_size_ == 0) block_size_ = kernels::detect_block_size(matrix_.csr);
        return block_size_;
    }

    void add(const std::string& kernel, const std::string& format, std::shared_ptr<const kernels::HostFormat>& made) {
        const double bytes = bytes_needed(format);
        require_memory(bytes);
        AdvisedKernel row;
        row.kernel = kernel;
        row.format = format;
        row.format_bytes = static_cast<std::int64_t>(bytes);
        row.conversion_ns = format == "csr" ? 0 : protocol::not_known;
        if (!machine_.card) return add_host(std::move(row), bytes);
        const simulated::Card& card = *machine_.card;
        if (settings_.quick) {
            TimeBound bound = quick_bound(call_of(kernel, format, bytes), rows_, card);
            if (kernel == "coo-atomic") raise_by_atomics(bound, kernel, matrix_.csr, settings_.precision, card);
            row.ns = bound.ns;
            row.cause = bound.cause;
            row.reason = bound.sentence;
            row.is_at_least = true; // only a trace can determine the actual time
            advice_.kernels.push_back(std::move(row));
            return;
        }
        TimeBound bound = strict_bound(call_of(kernel, format, bytes), rows_, card);
        if (sharing_of(kernel) == Sharing::entry_with_atomics && bound.ns <= best_ * slower_)
            raise_by_atomics(bound, kernel, matrix_.csr, settings_.precision, card);
        if (const double chain = chain_of(kernel); chain > bound.ns)
            bound = {
                chain, "one-block",
                sentence("{rows} As in csr-scalar, one thread processes each row.", {{"rows", rows_.description()}})};
        if (bound.ns > best_ * slower_) {
            row.ns = bound.ns;
            row.is_at_least = true;
            row.cause = bound.cause;
            row.reason = bound.sentence;
            advice_.kernels.push_back(std::move(row));
            return;
        }
        if (made == nullptr) made = kernels::make_format(format, matrix_.csr, settings_.precision, options_, progress_);
        row.format_bytes = made->footprint.bytes;
        if (format != "csr") row.conversion_ns = made->footprint.conversion_ns;
        trace_any(row, made);
        best_ = std::min(best_, row.ns);
        advice_.kernels.push_back(std::move(row));
    }

    void trace_any(AdvisedKernel& row, const std::shared_ptr<const kernels::HostFormat>& format) {
        if (row.kernel == "csr-adaptive") trace_adaptive(row, format);
        else trace(row, format);
    }

    void trace(AdvisedKernel& row, const std::shared_ptr<const kernels::HostFormat>& format) {
        TraceSettings wanted{{row.kernel, *machine_.card, settings_.precision, settings_.block}};
        wanted.cache = settings_.cache;
        const Trace trace = sampled_trace(spmv_subject(row.kernel, format), wanted, rows_, entries_traced, progress_);
        const protocol::Cause cause = protocol::cause_of(trace_document(advice_.matrix, trace));
        // In formats other than CSR, adjacent threads access adjacent entries, but the chain of dependent steps in each
        // thread is equally long.
        constexpr double surely = 1.0 / 3;
        if (row.kernel == "csr-scalar") chain_ns_ = surely * trace.model.terms.latency;
        row.ns = trace.model.ns;
        row.traced_share = trace.traced_share();
        row.cause = to_string(cause.kind);
        row.reason = cause.sentence;
        using protocol::CauseKind;
        if (cause.kind == CauseKind::one_block || cause.kind == CauseKind::idle_lanes ||
            cause.kind == CauseKind::few_warps)
            row.reason = sentence("{rows} {cause}", {{"rows", rows_.description()}, {"cause", row.reason}});
    }

    /// Traces csr-adaptive. If another kernel that makes identical launches has been traced, reuses that trace.
    void trace_adaptive(AdvisedKernel& row, const std::shared_ptr<const kernels::HostFormat>& csr) {
        const AdaptiveWay way = adaptive_way(*csr, *machine_.card);
        const AdvisedKernel* const same = advice_.find(way.same_launches);
        if (same != nullptr && same->traced_share > 0) {
            row.ns = same->ns;
            row.traced_share = same->traced_share;
            row.cause = same->cause;
            row.reason = same->reason;
        } else trace(row, csr);
        row.reason = sentence("The kernel uses {mapping}. {cause}", {{"mapping", way.words}, {"cause", row.reason}});
    }

    /// Ranks a host kernel by the number of bytes that each core reads, without estimating its time.
    void add_host(AdvisedKernel row, double bytes) {
        const std::string& id = row.kernel;
        const bool is_parallel = id.find("parallel") != std::string::npos;
        const auto number = static_cast<double>(kernels::bytes_of(settings_.precision));
        const double vectors = static_cast<double>(rows_.rows + std::min(rows_.cols, rows_.nonzeros)) * number;
        int cores = 1;
        for (const auto& [name, value] : machine_.machine->info().facts)
            if (is_parallel && name == "OpenMP threads") cores = std::max(1, std::atoi(value.c_str()));
        constexpr double bytes_while_threads_start = 300e3; // number of bytes that are transferred in 30 us at 10 GB/s
        // An estimate that is used only for ranking.
        row.total_ns = (bytes + vectors) / cores + (cores > 1 ? bytes_while_threads_start : 0);
        row.cause = "bytes";
        row.reason = sentence("The kernel reads {bytes} with {cores} {cores:core|cores}.",
                              {{"bytes", bytes_text(bytes + vectors)}, {"cores", cores}});
        advice_.kernels.push_back(std::move(row));
    }

    const Matrix& matrix_;
    const AdvisedMachine& machine_;
    const AdviceSettings& settings_;
    const Progress& progress_;
    protocol::Advice& advice_;
    RowFigures rows_;
    kernels::FormatOptions options_;
    std::int64_t csr_bytes_ = 0;
    std::map<std::string, double> needed_;
    std::map<std::string, double> least_ns_; ///< safe lower bounds of estimated times, by kernel
    int block_size_ = 0;
    double best_ = std::numeric_limits<double>::infinity();
    double chain_ns_ = 0;       ///< minimum time in ns with one thread per row; 0 until csr-scalar is traced
    std::string why_outside_;   ///< reason why no time was predicted for the most recent such kernel
    bool lacks_memory_ = false; ///< whether any kernel was rejected for lack of memory
    /// Kernels whose lower bound exceeds the best time by more than this factor are not traced.
    double slower_ = 0;
};

} // namespace

protocol::Advice advise_product(const Matrix& matrix, const AdvisedMachine& machine, const AdviceSettings& wanted,
                                const Progress& progress, std::int64_t free_bytes) {
    require_runnable(matrix);
    AdviceSettings settings = wanted;
    // x is stored three times: as the input, as the kernel's copy, and as a copy with flags.
    constexpr double times_in_memory = 3;
    const double bytes_traced = times_in_memory * 8 * static_cast<double>(matrix.rows() + matrix.cols());
    const bool has_room = bytes_traced <= static_cast<double>(free_bytes);
    if (!has_room) settings.quick = true;
    protocol::Advice advice =
        begun_advice({matrix.name, matrix.rows(), matrix.cols(), matrix.csr.nonzeros(), {}}, machine, settings);
    if (settings.quick && machine.learned == nullptr) {
        advice.error = std::max(advice.error, least_error_of_bounds);
        advice.notes.emplace_back(
            sentence("This advice is based on row lengths only. It ignores the columns, which determine how x is read, "
                     "how the caches perform and how well blocks are filled."));
    }
    if (!has_room)
        advice.notes.push_back(sentence(
            "No kernel was traced. With vectors of {rows} and {columns} elements, a trace needs {needed} of memory, "
            "but only {available} is available.",
            {{"rows", grouped(matrix.rows())},
             {"columns", grouped(matrix.cols())},
             {"needed", bytes_text(bytes_traced)},
             {"available", bytes_text(static_cast<double>(free_bytes))}}));
    if (matrix.csr.nonzeros() == 0) advice.notes.emplace_back(sentence("The matrix has no entries, so y is 0."));
    ProductAdviser adviser(matrix, machine, settings, progress, advice);
    // Prefer measured times over the model, even for a simulated card.
    const bool is_measured = machine.learned != nullptr && machine.machine->info().kind == MachineKind::simulated;
    adviser.advise(is_measured ? machine.learned->kernels_of(settings.precision)
                               : spec_of(Operation::spmv).usual_kernels(*machine.machine));
    repeat_conversions(advice, matrix.csr, progress);
    rank_kernels(advice, "csr");
    adviser.explain();
    return advice;
}

} // namespace warploom::app
