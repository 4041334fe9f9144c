#include "app/operations/tridiagonal_steps.h"

#include "engine/sentence.h"
#include "kernels/sources/names.h"
#include "kernels/sources/text_gpu.h"
#include "kernels/tridiagonal/levels.h"

#include <algorithm>
#include <map>
#include <vector>

namespace warploom::app {

using simulated::LaunchInfo;

namespace {

/// The row numbers `first`, `first + stride`, `first + 2 * stride` and so on, up to n - 1.
struct RowRange {
    std::int64_t first = 0, stride = 1, n = 0;

    std::int64_t count() const { return n <= first ? 1 : (n - first + stride - 1) / stride; }
    /// Formats the row numbers as text, such as "3", "3, 7" or "3, 7, 11 ...".
    std::string text() const {
        std::string rows = std::to_string(first);
        for (std::int64_t k = 1; k < std::min<std::int64_t>(count(), 3); ++k)
            rows += ", " + std::to_string(first + k * stride);
        return count() > 3 ? rows + " ..." : rows;
    }
};

std::string cyclic_forward(std::int64_t step, std::int64_t steps, std::int64_t half, std::int64_t n, bool is_shared) {
    const RowRange range{2 * half - 1, 2 * half, n};
    const std::string rows = range.text();
    const std::int64_t count = range.count();
    if (is_shared)
        return sentence("shared memory, forward step {step} of {steps}: reduce {n:row|rows} {rows} with neighbors at "
                        "distance {distance}",
                        {{"step", step}, {"steps", steps}, {"n", count}, {"rows", rows}, {"distance", half}});
    return sentence("forward step {step} of {steps}: reduce {n:row|rows} {rows} with neighbors at distance {distance}",
                    {{"step", step}, {"steps", steps}, {"n", count}, {"rows", rows}, {"distance", half}});
}

std::string cyclic_back(std::int64_t step, std::int64_t steps, std::int64_t distance, std::int64_t n, bool is_shared) {
    const RowRange range{distance - 1, 2 * distance, n};
    const std::string rows = range.text();
    const std::int64_t count = range.count();
    if (is_shared)
        return sentence("shared memory, back step {step} of {steps}: compute x of {n:row|rows} {rows} from x at "
                        "distance {distance}",
                        {{"step", step}, {"steps", steps}, {"n", count}, {"rows", rows}, {"distance", distance}});
    return sentence("back step {step} of {steps}: compute x of {n:row|rows} {rows} from x at distance {distance}",
                    {{"step", step}, {"steps", steps}, {"n", count}, {"rows", rows}, {"distance", distance}});
}

std::string doubling(std::int64_t step, std::int64_t steps, std::int64_t distance) {
    if (step == steps)
        return sentence(
            "step {step} of {steps}: reduce every row with neighbors at distance {distance}, then compute x",
            {{"step", step}, {"steps", steps}, {"distance", distance}});
    return sentence("step {step} of {steps}: reduce every row with neighbors at distance {distance}",
                    {{"step", step}, {"steps", steps}, {"distance", distance}});
}

/// Returns descriptions of the sections between barriers in the part of cyclic reduction that uses shared memory
/// (kernels/headers/shared_reduction.cuh).
std::vector<std::string> shared_cyclic(std::int64_t count, std::int64_t rest) {
    std::vector<std::string> sections{sentence("copy the rows to shared memory")};
    std::vector<std::int64_t> strides;
    std::int64_t step = 1;
    for (; count / step > rest; step *= 2) strides.push_back(step);
    const auto steps = static_cast<std::int64_t>(strides.size());
    for (std::int64_t k = 0; k < steps; ++k)
        sections.push_back(cyclic_forward(k + 1, steps, strides[static_cast<std::size_t>(k)], count, true));
    const std::int64_t left = count / step;
    if (rest > 2) {
        const int doublings = kernels::doubling_steps(left);
        for (std::int64_t d = 1, k = 1; d < left; d *= 2, ++k) {
            sections.push_back(
                sentence("parallel step {step} of {steps}: store the rows", {{"step", k}, {"steps", doublings}}));
            sections.push_back(sentence("parallel step {step} of {steps}: reduce with neighbors at distance {distance}",
                                        {{"step", k}, {"steps", doublings}, {"distance", d}}));
        }
        sections.emplace_back(sentence("middle: compute x for the remaining rows"));
    } else {
        sections.push_back(left > 1 ? sentence("middle: one thread solves the last two rows")
                                    : sentence("middle: one thread solves the last row"));
    }
    std::int64_t number = 0;
    for (step /= 2; step > 0; step /= 2) sections.push_back(cyclic_back(++number, steps, step, count, true));
    sections.emplace_back(sentence("write x to global memory"));
    return sections;
}

std::vector<std::string> shared_doubling(std::int64_t count, std::int64_t before) {
    std::vector<std::string> sections;
    std::int64_t steps = 0;
    for (std::int64_t d = 1; d < count; d *= 2) ++steps;
    for (std::int64_t k = 0; k < steps; ++k) {
        sections.push_back(sentence("step {step} of {steps}: store the rows in shared memory",
                                    {{"step", before + k + 1}, {"steps", before + steps}}));
        sections.push_back(sentence(
            "step {step} of {steps}: reduce with neighbors at distance {distance}",
            {{"step", before + k + 1}, {"steps", before + steps}, {"distance", std::int64_t{1} << (before + k)}}));
    }
    sections.emplace_back(sentence("write x of each row to global memory"));
    return sections;
}

/// A phase of a method, with the number of its launches and the number of launches made so far.
struct Phase {
    std::int64_t all = 0, seen = 0;
};

LaunchWords words_for(const std::string& kernel, std::int64_t n, const std::string& phase, const Phase& at,
                      std::int64_t steps_before) {
    if (phase == "forward") return {cyclic_forward(at.seen, at.all, std::int64_t{1} << (at.seen - 1), n, false), {}};
    if (phase == "back") return {cyclic_back(at.seen, at.all, std::int64_t{1} << (at.all - at.seen), n, false), {}};
    if (phase == "doubling_step") return {doubling(at.seen, at.all, std::int64_t{1} << (at.seen - 1)), {}};
    if (phase == "middle") return {sentence("middle: one thread solves the last rows"), {}};
    if (phase == "shared_doubling") {
        const std::int64_t systems = std::int64_t{1} << steps_before;
        return {sentence("remaining steps in shared memory, one block per system ({n} {n:system|systems})",
                         {{"n", systems}}),
                shared_doubling((n + systems - 1) / systems, steps_before)};
    }
    if (phase == "shared_middle") {
        const std::int64_t count = kernels::rows_of_level(n, static_cast<int>(steps_before));
        return {sentence("middle in shared memory, {n} {n:row|rows}", {{"n", count}}),
                shared_cyclic(count, kernel == "cr-pcr" ? kernels::parallel_rows : 2)};
    }
    if (phase == "reduce")
        return {sentence("reduce: two threads eliminate the interior of each partition, from both ends"), {}};
    if (phase == "solve_links") return {sentence("links: solve the rows between partitions"), {}};
    if (phase == "substitute")
        return {sentence("substitute: compute x of each partition, from its middle to both ends"), {}};
    return {};
}

} // namespace

Boards tridiagonal_boards(std::int64_t n) {
    Boards boards;
    boards.list = {{"equations", n, 0, true}};
    // The number of elements per record must match kernels/headers/tridiagonal_rows.cuh.
    constexpr std::int64_t record = 8, used = 5;
    const auto names = [](const std::string& prefix) {
        return std::vector<std::string>{prefix + "a", prefix + "b", prefix + "c", prefix + "d", prefix + "x"};
    };
    boards.arrays = {{"records", 0, simulated::Space::global, record, used, names("")},
                     {"work", 0, simulated::Space::global, record, used, names("work ")}};
    boards.has_others = true;
    return boards;
}

SayLaunches say_tridiagonal_launches(const std::string& kernel, std::int64_t n) {
    if (kernels::is_kernel_file(kernel)) return {};
    return [kernel, n](const std::vector<LaunchInfo>& launches) {
        const auto name_of = [](const LaunchInfo& launch) {
            return launch.kernel == "doubling_chains" ? std::string("doubling_step") : launch.kernel;
        };
        std::map<std::string, Phase> phases;
        for (const LaunchInfo& launch : launches) ++phases[name_of(launch)].all;
        std::vector<LaunchWords> words;
        for (const LaunchInfo& launch : launches) {
            Phase& phase = phases[name_of(launch)];
            ++phase.seen;
            const std::int64_t before = phases["forward"].seen + phases["doubling_step"].seen;
            words.push_back(words_for(kernel, n, name_of(launch), phase, before));
        }
        return words;
    };
}

} // namespace warploom::app
