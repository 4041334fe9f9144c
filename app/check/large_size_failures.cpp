#include "app/check/large_size_failures.h"

#include "app/check/boundary_blocks.h"
#include "app/check/finding_cause.h"
#include "app/check/input_domain.h"
#include "app/check/size_series.h"
#include "engine/error.h"
#include "engine/protocol/messages/cause.h"
#include "engine/sentence.h"
#include "engine/simt/source_constants.h"
#include "engine/simulated/card_limits.h"
#include "engine/simulated/single_thread_trace_sink.h"
#include "engine/zeroed_pages.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace warploom::app {

namespace {

/// Arrays of any size. If the contents of an integer array are an arithmetic progression, it is filled in only where
/// the executed blocks use it: at the beginning, in the middle and at the end. All other elements are 0, which is a
/// valid index.
class SparseArrays {
public:
    SparseArrays(simt::Given& given, const Extrapolation& extrapolation) {
        for (std::size_t a = 0; a < given.arrays.size(); ++a) {
            simt::GivenArray& array = given.arrays[a];
            const auto bytes =
                static_cast<std::size_t>(std::max<std::int64_t>(1, array.size) * bytes_of(array.element));
            array.data = pages_.emplace_back(FreshPages::take(bytes), GiveBack{bytes}).get();
            if (array.data == nullptr) throw std::bad_alloc();
            if (array.may_write && array.size > 0 && is_result(array.name)) {
                last_ = {static_cast<std::byte*>(array.data) + bytes - bytes_of(array.element),
                         bytes_of(array.element)};
                std::memset(last_.first, unwritten_byte, static_cast<std::size_t>(last_.second));
            }
            if (array.host != nullptr) {
                const auto* const numbers = static_cast<const int*>(array.host);
                std::copy(numbers, numbers + array.size, static_cast<int*>(array.data));
            } else if (const auto contents = extrapolation.contents_of(a)) {
                if (array.element == simt::Element::int32) fill(static_cast<int*>(array.data), array.size, *contents);
                else fill(static_cast<long long*>(array.data), array.size, *contents);
            }
        }
    }

    /// Returns whether a thread has written the last element of the result.
    bool is_last_written() const {
        return std::any_of(last_.first, last_.first + last_.second,
                           [](std::byte byte) { return byte != std::byte{unwritten_byte}; });
    }

private:
    static constexpr unsigned char unwritten_byte = 0xa5;
    static bool is_result(const std::string& name) { return name == "y" || name == "x" || name == "C" || name == "lu"; }

    struct GiveBack {
        std::size_t bytes = 0;
        void operator()(void* pages) const { FreshPages::give(pages, bytes); }
    };

    template <class T> static void fill(T* numbers, std::int64_t size, const Extrapolation::Progression& contents) {
        constexpr std::int64_t near = 1 << 13;
        for (const std::int64_t middle : {std::int64_t{0}, size / 2, size})
            for (std::int64_t i = std::max<std::int64_t>(0, middle - near); i < std::min(size, middle + near); ++i)
                numbers[i] = static_cast<T>(contents.first + contents.step * i);
    }

    std::vector<std::unique_ptr<void, GiveBack>> pages_;
    std::pair<std::byte*, std::int64_t> last_{nullptr, 0};
};

/// Thrown to stop `run` if it makes more launches than this search has time for.
struct TooManyLaunches {};

class CountedLaunches final : public simulated::SingleThreadTraceSink {
public:
    void begin_launch(const simulated::LaunchInfo&, const std::vector<std::int64_t>&) override {
        constexpr int most = 256;
        if (++launches_ > most) throw TooManyLaunches();
    }

private:
    int launches_ = 0;
};

/// Runs a few blocks of a kernel for inputs of arbitrary size.
class SampledRuns {
public:
    /// Skips inputs that are larger than `most_bytes`.
    SampledRuns(Operation operation, const SizeSeries& series, const TraceSettings& settings, const InputDomain& domain,
                std::int64_t most_bytes)
        : series_(series), settings_(settings), domain_(domain), most_bytes_(most_bytes),
          program_(kernels::program_of(operation, settings.kernel)), limits_(simulated::limits_of(settings.card)),
          extrapolation_(operation, series, settings) {}

    struct Outcome {
        bool is_complete = false; ///< whether `run` can process an input of this size
        std::optional<simulated::Finding> finding;
        bool is_last_written = false;
        std::vector<std::int64_t> threads = {}; ///< number of threads in each launch
    };

    /// Runs the largest size in the declared domain that is at most `size`.
    Outcome run(std::int64_t size) const {
        auto allowed = series_.allowed(size);
        if (allowed) allowed = domain_.at_most(*allowed);
        if (!allowed || !domain_.contains(name_in(series_, *allowed))) return {};
        std::vector<int> first;
        auto given = extrapolation_.at(*allowed, first);
        if (!given || !fits(*given)) return {};
        simulated::TraceOptions options;
        options.checks.races = options.checks.initialization = options.checks.synchronization = false;
        options.runs_untraced = false;
        options.host_threads = 1;
        options.turns_for_input = 512; // maximum loop iterations per warp; sufficient because no series has long rows
        options.limits = limits_;
        Outcome outcome;
        options.blocks_of_launch = [&outcome](std::int64_t blocks, int block_size) {
            outcome.threads.push_back(blocks * block_size);
            std::vector<std::int64_t> chosen = ends_of(blocks);
            if (blocks > 2) chosen.insert(chosen.begin() + 1, blocks / 2);
            return chosen;
        };
        CountedLaunches launches;
        simulated::Tracer tracer(std::move(options), launches);
        tracer.trace_preparation(true);
        simt::ExecutionLimits limits;
        // The rows of test matrices are short, but in a declared problem, the number of loop iterations may grow with
        // the input.
        limits.turns = series_.domains.empty() ? 1 << 18 : 1 << 12;
        limits.scratch_bytes = limits.threads = std::numeric_limits<std::int64_t>::max() / 4;
        limits.is_scratch_sparse = true;
        try {
            const SparseArrays arrays(*given, extrapolation_);
            simt::Call call(program_, settings_.precision == Precision::float64, std::move(*given), limits);
            call.set_card(settings_.card);
            call.set_recorder(&tracer);
            call.prepare();
            call.run();
            outcome.is_last_written = arrays.is_last_written();
        } catch (const TooManyLaunches&) { return {}; } catch (const std::bad_alloc&) {
            return {};
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
            return {};
        }
        outcome.is_complete = true;
        outcome.finding = error_of(tracer.findings());
        return outcome;
    }

private:
    /// Returns whether the arrays are small enough, and whether their element types can represent all values.
    bool fits(const simt::Given& given) const {
        std::int64_t bytes = 0;
        for (std::size_t a = 0; a < given.arrays.size(); ++a) {
            const simt::GivenArray& array = given.arrays[a];
            bytes += array.size * bytes_of(array.element);
            const auto contents = extrapolation_.contents_of(a);
            if (contents && array.element == simt::Element::int32 &&
                contents->first + contents->step * array.size > std::numeric_limits<int>::max())
                return false;
        }
        return bytes <= most_bytes_;
    }

    /// Returns the first integer overflow or, if there is none, the first out-of-bounds access. If both occur, the
    /// access is often a consequence of the overflow.
    static std::optional<simulated::Finding> error_of(const std::vector<simulated::Finding>& findings) {
        using simulated::Finding;
        for (const Finding::Kind kind : {Finding::Kind::integer_overflow, Finding::Kind::out_of_bounds})
            for (const simulated::Finding& finding : findings)
                if (finding.kind == kind) return finding;
        return std::nullopt;
    }

    const SizeSeries& series_;
    const TraceSettings& settings_;
    const InputDomain& domain_;
    std::int64_t most_bytes_;
    std::shared_ptr<const simt::Program> program_;
    simulated::CardLimits limits_;
    Extrapolation extrapolation_;
};

/// Searches a series of inputs for a size that causes an error.
class SizeSearch {
public:
    using Failure = std::pair<std::int64_t, simulated::Finding>;

    /// `narrow` is the first warning about a number that overflows for large inputs, if there is one.
    SizeSearch(const SampledRuns& runs, const std::optional<simulated::Finding>& narrow)
        : runs_(runs), narrow_(narrow) {}

    /// Returns the smallest size that causes an error, and the error.
    std::optional<Failure> first_failure() {
        // This limit is small enough that twice its value, or its sum with a grid size, fits in 32 bits.
        constexpr std::int64_t most = 1'000'000'000, least = 4099, most_of_small = 100'000, factor = 4;
        small_ = runs_.run(least);
        if (!small_.is_complete || small_.finding) return std::nullopt;
        watches_last_ = narrow_ && small_.is_last_written;
        for (std::int64_t good = least, next = 0; good < most; good = next) {
            next = std::min(most, factor * good - 3);
            SampledRuns::Outcome outcome = runs_.run(next);
            // If the kernel cannot process this size, try a smaller one, because the limit may be between the two
            // sizes.
            if (!outcome.is_complete) outcome = runs_.run(next = 2 * good - 1);
            if (!outcome.is_complete) return std::nullopt;
            // At small sizes, the sampled blocks must include the one that writes the last element.
            if (next < most_of_small) watches_last_ = watches_last_ && outcome.is_last_written;
            if (auto finding = error_of(outcome, next)) return smallest(good, {next, std::move(*finding)});
        }
        return std::nullopt;
    }

private:
    /// Returns the error that a run exposes. An index out of bounds counts only if the source contains a number that
    /// can overflow. Otherwise, it may be a false report: arrays have contents only near the sampled blocks, and a
    /// block may read elements elsewhere.
    std::optional<simulated::Finding> error_of(const SampledRuns::Outcome& outcome, std::int64_t size) const {
        const bool is_overflow = outcome.finding && outcome.finding->kind == simulated::Finding::Kind::integer_overflow;
        if (is_overflow || (outcome.finding && narrow_)) return outcome.finding;
        return watches_last_ && !outcome.is_last_written && is_proportional(outcome, size) ? narrow_ : std::nullopt;
    }

    /// Returns whether every launch has about as many threads per element as for the smallest input. If not, each
    /// thread may process several elements, so a block outside the sample may write the last element.
    bool is_proportional(const SampledRuns::Outcome& outcome, std::int64_t size) const {
        constexpr double least = 4099, most_of_block = 1024;
        if (outcome.threads.size() != small_.threads.size()) return false;
        for (std::size_t launch = 0; launch < outcome.threads.size(); ++launch) {
            const double wanted = static_cast<double>(small_.threads[launch]) - most_of_block;
            if (static_cast<double>(outcome.threads[launch]) < wanted * (static_cast<double>(size) / least))
                return false;
        }
        return true;
    }

    Failure smallest(std::int64_t good, Failure bad) const {
        while (bad.first - good > 1) {
            const std::int64_t middle = good + (bad.first - good) / 2;
            if (auto finding = error_of(runs_.run(middle), middle)) bad = {middle, std::move(*finding)};
            else good = middle;
        }
        return bad;
    }

    const SampledRuns& runs_;
    const std::optional<simulated::Finding>& narrow_;
    SampledRuns::Outcome small_;
    bool watches_last_ = false; ///< whether to report an error if no thread writes the last element
};

/// Returns the first warning about a number that overflows for large inputs, as a finding.
std::optional<simulated::Finding> narrow_number_of(const simt::Program& program, bool is_double) {
    for (const simt::Diagnostic& warning : simt::warnings_of(program, is_double)) {
        // A number that is converted to float is wrong only at some of the larger sizes.
        if (warning.hint == sentence("Use an int.")) continue;
        const auto others = simt::compiler_warnings_of(program, is_double);
        if (std::any_of(others.begin(), others.end(),
                        [&](const simt::Diagnostic& other) { return other.line == warning.line; }))
            continue;
        simulated::Finding finding;
        finding.kind = simulated::Finding::Kind::integer_overflow;
        finding.sentence = sentence("Line {line}: {message}", {{"line", warning.line}, {"message", warning.sentence}});
        finding.file = simt::name_of(program);
        finding.line = warning.line;
        return finding;
    }
    return std::nullopt;
}

} // namespace

std::optional<LargeSizeFailure> large_size_failure(Operation operation, const std::string& format,
                                                   const KernelSettings& settings) {
    if (is_in_browser) return std::nullopt;
    const auto program = kernels::program_of(operation, settings.kernel);
    const simt::SourceConstants constants = simt::constants_of(*program);
    if (constants.waits || constants.takes_tickets) return std::nullopt;
    TraceSettings wanted{settings};
    if (!simt::computes_in(*program, wanted.precision == Precision::float64))
        wanted.precision = wanted.precision == Precision::float64 ? Precision::float32 : Precision::float64;
    const auto narrow = narrow_number_of(*program, wanted.precision == Precision::float64);
    const InputDomain domain = domain_of_kernel(operation, settings.kernel);
    constexpr std::int64_t most_bytes = std::int64_t{64} << 30;
    const std::int64_t memory = simulated::limits_of(wanted.card).memory_bytes;
    TraceSettings unlimited = wanted; // settings for a card with unlimited memory
    unlimited.card.memory_bytes = 0;
    for (const SizeSeries& series : series_of(operation, format, settings.kernel)) {
        try {
            const SampledRuns runs(operation, series, unlimited, domain, std::max(memory, most_bytes));
            const auto failure = SizeSearch(runs, narrow).first_failure();
            if (!failure) continue;
            const auto& [size, finding] = *failure;
            // An index out of bounds is often caused by the overflow that the warning describes.
            const bool is_overflow = finding.kind == simulated::Finding::Kind::integer_overflow;
            const std::string cause = !narrow || (is_overflow && finding.sentence != narrow->sentence)
                                          ? cause_of({finding})
                                          : sentence("See the warning for line {line}.", {{"line", narrow->line}});
            const bool is_beyond_memory =
                memory > 0 && !SampledRuns(operation, series, wanted, domain, memory).run(size).is_complete;
            return LargeSizeFailure{
                size,
                sentence("{failure} {cause}", {{"failure", sentence(series.failure, {{"n", protocol::grouped(size)},
                                                                                     {"name", series.numbers}})},
                                               {"cause", cause}}),
                finding, is_beyond_memory};
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
        } // the first input also reports errors such as an unknown parameter name
    }
    return std::nullopt;
}

} // namespace warploom::app
