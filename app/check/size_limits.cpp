#include "app/check/size_limits.h"

#include "app/check/size_series.h"
#include "app/operations/operation.h"
#include "engine/memory.h"
#include "engine/recent_cache.h"
#include "engine/sentence.h"
#include "engine/simulated/card_limits.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <variant>

namespace warploom::app {

namespace {

/// Thrown to stop `run` if it makes more launches than any kernel needs.
struct TooManyLaunches {};

/// Accepts valid launches without executing them, and adds up the sizes of the scratch arrays.
class Launches final : public simt::Launcher {
public:
    void* scratch(std::int64_t bytes, const std::string&) override {
        scratch_bytes += bytes;
        return &nothing_; // an arbitrary address, which is never dereferenced
    }
    void execute(simt::HostStep) override {
        constexpr int most = 1 << 17;
        if (++steps_ > most) throw TooManyLaunches();
    }

    std::int64_t scratch_bytes = 0;

private:
    char nothing_ = 0;
    int steps_ = 0;
};

/// Maximum input size. For larger inputs, adding the block size may overflow 32 bits.
constexpr std::int64_t most_size = std::int64_t{1} << 30;

/// Calls the `run` function of a kernel for inputs of arbitrary size.
class Attempts {
public:
    Attempts(Operation operation, const SizeSeries& series, const TraceSettings& settings, std::int64_t memory)
        : series_(series), settings_(settings), program_(kernels::program_of(operation, settings.kernel)),
          memory_(memory), given_(operation, series, settings) {}

    struct Outcome {
        /// Whether the input is too large for the card's memory, or its size is too large for the type of a parameter.
        bool is_too_large = false;
        std::optional<Error> error;
    };

    Outcome run(std::int64_t size) const {
        Launches launches;
        std::vector<int> first;
        std::int64_t bytes = 0;
        try {
            const auto allowed = series_.allowed(size);
            if (!allowed) return {true, {}};
            auto given = given_.at(*allowed, first);
            if (!given) return {true, {}};
            for (const simt::GivenArray& array : given->arrays) bytes += array.size * simt::bytes_of(array.element);
            if (bytes > memory_) return {true, {}};
            simt::ExecutionLimits limits;
            limits.turns = 1 << 18;
            limits.scratch_bytes = limits.threads = std::numeric_limits<std::int64_t>::max() / 4;
            const bool is_double = settings_.precision == Precision::float64;
            simt::Call call(program_, is_double, *std::move(given), limits, &launches);
            if (auto error = scratch_error(bytes, launches.scratch_bytes)) return {false, std::move(error)};
            call.set_card(settings_.card);
            call.prepare();
            call.run();
            return {};
        } catch (const TooManyLaunches&) { return {true, {}}; } catch (const Error& error) {
            if (error.code() == "kernel.launch" || error.code() == "kernel.scratch") return {false, error};
            return {true, {}};
        }
    }

private:
    /// Returns an error if the input alone fits in the memory of the card, but not together with the scratch arrays.
    std::optional<Error> scratch_error(std::int64_t bytes, std::int64_t scratch_bytes) const {
        // Scratch arrays count as large if they have at least this many times the size of the input.
        constexpr std::int64_t large = 16;
        if (bytes + scratch_bytes <= memory_ || scratch_bytes / large < bytes) return std::nullopt;
        return Error("memory.limit",
                     sentence("The input takes {input}, but the scratch arrays take {scratch}.",
                              {{"input", bytes_text(static_cast<double>(bytes))},
                               {"scratch", bytes_text(static_cast<double>(scratch_bytes))}}),
                     sentence("Make the scratch arrays smaller. Do not store a sparse matrix in dense form."));
    }

    const SizeSeries& series_;
    const TraceSettings& settings_;
    std::shared_ptr<const simt::Program> program_;
    std::int64_t memory_;
    Extrapolation given_;
};

/// Returns the smallest size in a series for which `run` fails, and the error. Returns std::nullopt if `run` never
/// fails, or if it also fails for small sizes.
std::optional<std::pair<std::int64_t, Error>> first_failure(const Attempts& attempts) {
    std::int64_t good = Extrapolation::step;
    // An error that does not depend on the size also occurs with small test inputs and is reported there.
    if (attempts.run(good).error) return std::nullopt;
    for (;;) {
        const std::int64_t next = 2 * good;
        Attempts::Outcome outcome = attempts.run(next);
        if (outcome.is_too_large || next > most_size) return std::nullopt;
        if (!outcome.error) {
            good = next;
            continue;
        }
        std::pair<std::int64_t, Error> bad{next, *outcome.error};
        while (bad.first - good > 1) {
            const std::int64_t middle = good + (bad.first - good) / 2;
            if (auto error = attempts.run(middle).error) bad = {middle, *error};
            else good = middle;
        }
        return bad;
    }
}

/// Returns the source location of an error, such as "mine.cu:12:3".
std::string location_of(const Error& error) {
    const std::string message = error.what();
    return message.substr(0, message.find(": "));
}

std::vector<SizeLimit> limits_of(Operation operation, const std::string& format, const KernelSettings& settings) {
    constexpr std::int64_t memory_of_unknown = std::int64_t{64} << 30;
    TraceSettings wanted{settings};
    const auto program = kernels::program_of(operation, settings.kernel);
    if (!simt::computes_in(*program, wanted.precision == Precision::float64))
        wanted.precision = wanted.precision == Precision::float64 ? Precision::float32 : Precision::float64;
    std::int64_t memory = simulated::limits_of(settings.card).memory_bytes;
    if (memory == 0) memory = memory_of_unknown;
    std::vector<SizeLimit> all;
    std::set<std::string> reported;
    for (const SizeSeries& series : series_of(operation, format, settings.kernel)) {
        try {
            const auto failure = first_failure(Attempts(operation, series, wanted, memory));
            if (!failure) continue;
            const auto& [size, error] = *failure;
            const bool is_memory = error.code() != "kernel.launch";
            if (!reported.insert(is_memory ? error.code() : location_of(error)).second) continue;
            all.push_back({size, !is_memory && size <= series.most ? name_in(series, size) : std::string(),
                           is_memory ? series.memory : series.launch, error, series.numbers});
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
        } // the first input already reports errors such as an unknown parameter name
    }
    return all;
}

} // namespace

std::vector<SizeLimit> size_limits(Operation operation, const std::string& format, const KernelSettings& settings) {
    // A check needs the limits twice, and a benchmark run and an exercise need them again.
    static RecentCache<std::vector<SizeLimit>> kept(8);
    const std::string key = settings.kernel + "\n" + kernels::text_of_kernel(settings.kernel) + "\n" +
                            simulated::card_document(settings.card).dump() + kernels::to_string(operation) + format +
                            kernels::to_string(settings.precision) + std::to_string(settings.block);
    const auto find = [&] { return limits_of(operation, format, settings); };
    // A problem may be declared in another file, whose text is not part of the key.
    return operation == Operation::free ? find() : kept.of(key, find);
}

} // namespace warploom::app
