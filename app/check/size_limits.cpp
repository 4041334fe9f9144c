#include "app/check/size_limits.h"

#include "app/check/judged_input.h"
#include "app/operations/operation.h"
#include "engine/memory.h"
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

/// A series of inputs in which only one size varies.
struct Series {
    const char* begin;       ///< part of the input's name before the number
    const char* end;         ///< part of the input's name after the number
    std::int64_t most;       ///< largest size among the other test inputs
    const char* launch;      ///< message pattern for a failed launch
    const char* memory;      ///< message pattern for oversized scratch arrays
    std::int64_t factor = 1; ///< ratio of the number in the input's name to the size
    const char* again = "";  ///< another generator parameter that has the same value as the size; may be empty
};

constexpr Series of_rows{
    "test-rows:lengths=0,length=1,spread=0,n=", "", 200'000,
    sentence_pattern("This launch fails for matrices with {n} or more rows. {message}"),
    sentence_pattern("For matrices with {n} or more rows, the scratch arrays are too large. {message}")};

std::vector<Series> series_of(Operation operation, const std::string& format) {
    const std::int64_t longest_row = format == "csr" || format == "coo" || format == "csc" ? 20'000 : 2'000;
    switch (operation) {
    case Operation::tridiagonal:
        return {{"tridiagonal:kind=20,n=", "", 200'000,
                 sentence_pattern("This launch fails for {n} or more unknowns. {message}"),
                 sentence_pattern("For {n} or more unknowns, the scratch arrays are too large. {message}")},
                {"tridiagonal:kind=20,n=", "", 70'000,
                 sentence_pattern("This launch fails for {n} or more systems. {message}"),
                 sentence_pattern("For {n} or more systems, the scratch arrays are too large. {message}"), 3,
                 ",systems="}};
    case Operation::ata:
        return {{"dense:cols=4,rows=", "", 200'000, of_rows.launch, of_rows.memory},
                {"dense:rows=2,cols=", "", 2'100,
                 sentence_pattern("This launch fails for matrices with {n} or more columns. {message}"),
                 sentence_pattern("For matrices with {n} or more columns, the scratch arrays are too large. "
                                  "{message}")}};
    case Operation::trsv:
    case Operation::ilu:
        return {{"diagonal:n=", "", 70'000,
                 sentence_pattern("This launch fails for levels with {n} or more rows. {message}"),
                 sentence_pattern("For levels with {n} or more rows, the scratch arrays are too large. {message}")},
                {"banded:lower=1,upper=0,n=", "", 2'100,
                 sentence_pattern("This launch fails for matrices with {n} or more levels. {message}"),
                 sentence_pattern("For matrices with {n} or more levels, the scratch arrays are too large. "
                                  "{message}")}};
    default: break;
    }
    if (format == "dia") return {of_rows};
    return {{"test-rows:n=5,lengths=0,length=3,spread=2,cols=", "", 1'100'000,
             sentence_pattern("This launch fails for matrices with {n} or more columns. {message}"),
             sentence_pattern("For matrices with {n} or more columns, the scratch arrays are too large. {message}")},
            of_rows,
            {"test-rows:n=4,lengths=0,length=", ",cols=", longest_row,
             sentence_pattern("This launch fails for matrices with {n} or more nonzeros per row. {message}"),
             sentence_pattern("For matrices with {n} or more nonzeros per row, the scratch arrays are too large. "
                              "{message}"),
             1, ""}};
}

std::string name_in(const Series& series, std::int64_t size) {
    std::string name = series.begin + std::to_string(size * series.factor) + series.end;
    // Add the size as the number of columns, because the matrix needs at least as many columns as its longest row has
    // entries.
    if (*series.end != '\0') name += std::to_string(size);
    if (*series.again != '\0') name += series.again + std::to_string(size);
    return name;
}

/// Thrown to stop `run` if it makes more launches than any kernel needs.
struct TooManyLaunches {};

/// Accepts valid launches without executing them, and adds up the sizes of the scratch arrays.
class Launches final : public simt::Launcher {
public:
    void* scratch(std::int64_t bytes, const std::string&) override {
        scratch_bytes += bytes;
        return &nothing_; // nothing dereferences the returned address
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

/// Extrapolates the arguments of `run` to larger inputs of a series.
class Extrapolation {
public:
    /// `step` is the difference between the sizes of the generated inputs. It is a multiple of most block and slice
    /// sizes. `known` is the number of these inputs.
    static constexpr std::int64_t step = 192, known = 3;

    explicit Extrapolation(std::array<simt::Given, known> given) : given_(std::move(given)) {}

    /// Returns the arguments of `run` for an input of the given size. The arrays have no elements, except for the one
    /// with the starts of the level sets, because `run` reads it. This array is stored in `first`, which must outlive
    /// the call to `run`. All level sets have the same size.
    simt::Given at(std::int64_t size, std::vector<int>& first) const {
        static char nothing = 0;
        simt::Given made = given_[0];
        for (auto& [name, number] : made.numbers)
            number = extrapolated(size, [&, key = name](const simt::Given& given) { return given.numbers.at(key); });
        for (std::size_t a = 0; a < made.arrays.size(); ++a) {
            simt::GivenArray& array = made.arrays[a];
            array.data = &nothing;
            array.size = extrapolated(size, [&](const simt::Given& given) { return given.arrays[a].size; });
            if (array.host == nullptr) continue;
            const std::int64_t levels = array.size - 1, rows = made.numbers.at("rows");
            if (levels > most_levels) throw TooManyLaunches();
            first.resize(static_cast<std::size_t>(array.size));
            for (std::int64_t level = 0; level <= levels; ++level)
                first[static_cast<std::size_t>(level)] = static_cast<int>(rows * level / levels);
            array.host = first.data();
        }
        return made;
    }

private:
    static constexpr std::int64_t most_levels = 1 << 17;

    /// Returns the value at `size` of the quadratic polynomial through three known values. The result is rounded down.
    template <class Value> std::int64_t extrapolated(std::int64_t size, const Value& value) const {
        const std::int64_t f0 = value(given_[0]), f1 = value(given_[1]), f2 = value(given_[2]);
        const __int128 steps = size - step, linear = f1 - f0, quadratic = f2 - 2 * f1 + f0;
        const __int128 twice = 2 * linear * step * steps + quadratic * steps * (steps - step);
        return f0 + static_cast<std::int64_t>(twice / (2 * step * step));
    }

    std::array<simt::Given, known> given_;
};

/// Maximum input size. For larger inputs, adding the block size may overflow 32 bits.
constexpr std::int64_t most_size = std::int64_t{1} << 30;

/// Calls the `run` function of a kernel for inputs of arbitrary size.
class Attempts {
public:
    Attempts(Operation operation, const Series& series, const TraceSettings& settings, std::int64_t memory)
        : settings_(settings), program_(kernels::program_of(operation, settings.kernel)), memory_(memory),
          given_(known_inputs(operation, series, settings)) {}

    struct Outcome {
        /// True if the input does not fit in memory or if a parameter cannot represent its size.
        bool is_too_large = false;
        std::optional<Error> error;
    };

    Outcome run(std::int64_t size) const {
        Launches launches;
        std::vector<int> first;
        std::int64_t bytes = 0;
        try {
            simt::Given given = given_.at(size, first);
            for (const simt::GivenArray& array : given.arrays) bytes += array.size * simt::bytes_of(array.element);
            if (bytes > memory_) return {true, {}};
            simt::ExecutionLimits limits;
            limits.turns = 1 << 18;
            limits.scratch_bytes = limits.threads = std::numeric_limits<std::int64_t>::max() / 4;
            const bool is_double = settings_.precision == Precision::float64;
            simt::Call call(program_, is_double, std::move(given), limits, &launches);
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
    static Extrapolation known_inputs(Operation operation, const Series& series, const TraceSettings& settings) {
        Inputs inputs;
        std::array<simt::Given, Extrapolation::known> given;
        for (std::size_t i = 0; i < given.size(); ++i) {
            const std::string name = name_in(series, Extrapolation::step * static_cast<std::int64_t>(i + 1));
            const JudgedInput input = judged_input(inputs, operation, {name}, settings, TraceWays::plain(), {});
            given[i] = kernels::given_to_text(
                {settings.kernel, bound_input(input, operation, settings), settings.block, &settings.card});
        }
        return Extrapolation(std::move(given));
    }

    /// Returns an error if the input alone fits in the memory of the card, but not together with the scratch arrays.
    std::optional<Error> scratch_error(std::int64_t bytes, std::int64_t scratch_bytes) const {
        constexpr std::int64_t large = 16; // scratch arrays are large if this many times the size of the input
        if (bytes + scratch_bytes <= memory_ || scratch_bytes / large < bytes) return std::nullopt;
        return Error("memory.limit",
                     sentence("The input takes {input}, but the scratch arrays take {scratch}.",
                              {{"input", bytes_text(static_cast<double>(bytes))},
                               {"scratch", bytes_text(static_cast<double>(scratch_bytes))}}),
                     sentence("Make the scratch arrays smaller. Do not store a sparse matrix in dense form."));
    }

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

} // namespace

std::vector<SizeLimit> size_limits(Operation operation, const std::string& format, const KernelSettings& settings) {
    if (operation == Operation::free) return {};
    constexpr std::int64_t memory_of_unknown = std::int64_t{64} << 30;
    TraceSettings wanted{settings};
    const auto program = kernels::program_of(operation, settings.kernel);
    if (!simt::computes_in(*program, wanted.precision == Precision::float64))
        wanted.precision = wanted.precision == Precision::float64 ? Precision::float32 : Precision::float64;
    std::int64_t memory = simulated::limits_of(settings.card).memory_bytes;
    if (memory == 0) memory = memory_of_unknown;
    std::vector<SizeLimit> all;
    std::set<std::string> reported;
    for (const Series& series : series_of(operation, format)) {
        try {
            const auto failure = first_failure(Attempts(operation, series, wanted, memory));
            if (!failure) continue;
            const auto& [size, error] = *failure;
            const bool is_memory = error.code() != "kernel.launch";
            if (!reported.insert(is_memory ? error.code() : location_of(error)).second) continue;
            all.push_back({size, !is_memory && size <= series.most ? name_in(series, size) : std::string(),
                           is_memory ? series.memory : series.launch, error});
        } catch (const Error& error) {
            if (error.code() == "cancelled") throw;
        } // errors such as an unknown parameter name have been reported for the first input
    }
    return all;
}

} // namespace warploom::app
