#include "app/check/header_directive.h"
#include "app/check/try_kernel.h"
#include "app/operations/operation.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/recent_cache.h"
#include "engine/sentence.h"
#include "engine/simulated/card.h"
#include "kernels/sources/text_of_kernel.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace warploom::app {

namespace {

bool leaves_block_to_run(const simt::Program& program, const std::string& kernel) {
    return simt::head_of(program).takes_block && header_directive(kernels::text_of_kernel(kernel), "block").empty();
}

/// Stores the inputs for which a kernel source is known to be correct. A benchmark run or an exercise often tests the
/// same inputs soon after a check.
class KnownRight {
public:
    using Size = std::pair<std::int64_t, std::int64_t>;
    using Program = std::shared_ptr<const simt::Program>;

    /// Returns the size of the input if the source is known to be correct on it.
    std::optional<Size> size_of(const std::string& source, const Program& program, const std::string& input) {
        const std::lock_guard lock(mutex_);
        const auto inputs = by_source_.find(source);
        if (!inputs || (*inputs)->program.lock() != program) return std::nullopt;
        const auto found = (*inputs)->sizes.find(input);
        return found == (*inputs)->sizes.end() ? std::nullopt : std::optional(found->second);
    }
    void add(const std::string& source, const Program& program, const std::string& input, Size size) {
        const std::lock_guard lock(mutex_);
        const auto inputs = by_source_.of(source, [] { return std::make_shared<RightInputs>(); });
        if (inputs->program.lock() != program) *inputs = {program, {}};
        inputs->sizes[input] = size;
    }

private:
    struct RightInputs {
        /// The compiled source, which records the branches taken on these inputs.
        std::weak_ptr<const simt::Program> program;
        std::map<std::string, Size> sizes;
    };
    std::mutex mutex_;
    RecentCache<std::shared_ptr<RightInputs>> by_source_{64};
};

/// Calls try_kernel() unless the result for this kernel source and input is already known.
Tried try_once(Inputs& inputs, Operation operation, const TestInput& input, const std::string& x,
               const TraceSettings& settings, bool asks_who, const Progress& progress) {
    // Counters are requested only once, and try_kernel() already caches the results for large inputs.
    if (settings.counts || input.is_large || !names_generator(input.name))
        return try_kernel(inputs, operation, input, x, settings, asks_who, progress);
    static KnownRight known;
    const std::string source = settings.kernel + "\n" + kernels::text_of_kernel(settings.kernel) + "\n" +
                               simulated::card_document(settings.card).dump(),
                      key = std::string(kernels::to_string(operation)) + input.name + "\n" + x + "\n" + input.powers() +
                            kernels::to_string(settings.precision) + std::to_string(settings.block);
    const auto program = kernels::program_of(operation, settings.kernel);
    if (const auto size = known.size_of(source, program, key)) {
        Tried tried;
        tried.block = settings.block;
        tried.precision = settings.precision;
        tried.rows = size->first;
        tried.columns = size->second;
        return tried;
    }
    // A benchmark run and an exercise repeat the failed test of a check, which may be a long loop that never ends.
    static RecentCache<Tried> failed(4);
    const std::string question = source + "\n" + key, with_writer = question + "\nwriter";
    auto failure = failed.find(with_writer);
    // Only a run that looks for the thread that wrote the element distinguishes NaN from an element that no thread wrote.
    if (failure && !asks_who && failure->symptom == "nan") failure.reset();
    if (!failure && !asks_who) failure = failed.find(question);
    if (failure && failure->program.lock() == program) {
        if (failure->wrong && !asks_who) failure->wrong->writer.reset();
        return std::move(*failure);
    }
    Tried tried = try_kernel(inputs, operation, input, x, settings, asks_who, progress);
    if (!tried.wrong && tried.trace.findings.empty()) {
        known.add(source, program, key, {tried.rows, tried.columns});
    } else {
        tried.program = program;
        failed.keep(asks_who || !tried.wrong ? with_writer : question, tried);
    }
    return tried;
}

} // namespace

Tried try_test_input(Inputs& inputs, Operation operation, const TestInput& input, const std::string& x,
                     const TraceSettings& settings, bool asks_who, const Progress& progress) {
    require_known(operation, settings.kernel); // checks the kernel name and reads the source
    const auto program = kernels::program_of(operation, settings.kernel);
    TraceSettings wanted = settings;
    const bool is_double = (settings.precision == Precision::float64) != input.in_other_precision;
    if (input.precision && !simt::computes_in(*program, *input.precision == Precision::float64)) return {};
    if (input.precision) wanted.precision = *input.precision;
    else if (simt::computes_in(*program, is_double))
        wanted.precision = is_double ? Precision::float64 : Precision::float32;
    const std::string& vector = x.empty() ? input.x : x;
    const auto attempt = [&](int block) -> Tried {
        wanted.block = block;
        try {
            return try_once(inputs, operation, input, vector, wanted, asks_who, progress);
        } catch (const Error& error) {
            // A matrix without nonzeros results in an empty grid, which is invalid.
            if (error.code() == "kernel.launch" && input.name == without_nonzeros) {
                Tried tried;
                tried.refused_where = sentence("On a matrix without nonzeros");
                tried.refusal = error.what();
                tried.refusal_hint = error.hint();
                return tried;
            }
            // The input may fit on other cards, so skip it instead of reporting an error.
            if (error.code() != "memory.limit" || settings.counts) throw;
            return {};
        }
    };
    const int block = input.block_beside(settings.block);
    if (block == settings.block || !leaves_block_to_run(*program, settings.kernel)) return attempt(settings.block);
    try {
        return attempt(block);
    } catch (const Error& error) { // thrown if the launch exceeds a limit of the card or of the source
        // With small blocks, the number of blocks may exceed the maximum grid size.
        if (error.code() != "kernel.launch" || input.is_large) throw;
        Tried tried = attempt(settings.block);
        tried.refused_where = sentence("With {block} threads per block", {{"block", block}});
        tried.refusal = error.what();
        tried.refusal_hint = error.hint();
        return tried;
    }
}

} // namespace warploom::app
