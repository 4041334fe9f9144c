#include "app/operations/tridiagonal_steps.h"

#include "kernels/sources/names.h"
#include "kernels/sources/text_gpu.h"
#include "kernels/tridiagonal/levels.h"

#include <map>
#include <vector>

namespace warploom::app {

using simulated::LaunchInfo;

namespace {

constexpr const char* forward = "forward, step ";
constexpr const char* back = "back, step ";

std::string of(std::int64_t step, std::int64_t steps) { return std::to_string(step) + " of " + std::to_string(steps); }

/// Returns "row 3", "rows 3 and 7" or "rows 3, 7, 11 ...": every `stride`-th row below n.
std::string rows_text(std::int64_t first, std::int64_t stride, std::int64_t n) {
    const std::int64_t rows = n <= first ? 0 : (n - first + stride - 1) / stride;
    const auto row = [&](std::int64_t k) { return std::to_string(first + k * stride); };
    if (rows <= 1) return "row " + row(0);
    if (rows == 2) return "rows " + row(0) + " and " + row(1);
    return "rows " + row(0) + ", " + row(1) + ", " + row(2) + (rows > 3 ? " ..." : "");
}

std::string cyclic_forward(std::int64_t step, std::int64_t steps, std::int64_t half, std::int64_t n) {
    return forward + of(step, steps) + ": " + rows_text(2 * half - 1, 2 * half, n) +
           (n < 4 * half ? " from its" : " from their") + " neighbours at distance " + std::to_string(half);
}

std::string cyclic_back(std::int64_t step, std::int64_t steps, std::int64_t distance, std::int64_t n) {
    return back + of(step, steps) + ": x of " + rows_text(distance - 1, 2 * distance, n) + " from x at distance " +
           std::to_string(distance);
}

std::string doubling(std::int64_t step, std::int64_t steps, std::int64_t distance) {
    return "step " + of(step, steps) + ": every row from its neighbours at distance " + std::to_string(distance) +
           (step == steps ? ", then x" : "");
}

/// Describes the sections between barriers in the middle of cyclic reduction in shared memory:
/// kernels/headers/shared_reduction.cuh.
std::vector<std::string> shared_cyclic(std::int64_t count, std::int64_t rest) {
    std::vector<std::string> sections{"rows come to shared memory"};
    std::vector<std::int64_t> strides;
    std::int64_t step = 1;
    for (; count / step > rest; step *= 2) strides.push_back(step);
    const auto steps = static_cast<std::int64_t>(strides.size());
    for (std::int64_t k = 0; k < steps; ++k)
        sections.push_back("in shared memory, " +
                           cyclic_forward(k + 1, steps, strides[static_cast<std::size_t>(k)], count));
    const std::int64_t left = count / step;
    if (rest > 2) {
        const int doublings = kernels::doubling_steps(left);
        for (std::int64_t d = 1, k = 1; d < left; d *= 2, ++k) {
            const std::string which = "parallel, step " + of(k, doublings);
            sections.push_back(which + ": rows are laid down");
            sections.push_back(which + ": from their neighbours at distance " + std::to_string(d));
        }
        sections.emplace_back("middle: x of each row that is left");
    } else {
        sections.push_back(left > 1 ? "middle: one thread solves the last two rows"
                                    : "middle: one thread solves the last row");
    }
    std::int64_t number = 0;
    for (step /= 2; step > 0; step /= 2)
        sections.push_back("in shared memory, " + cyclic_back(++number, steps, step, count));
    sections.emplace_back("x goes to global memory");
    return sections;
}

std::vector<std::string> shared_doubling(std::int64_t count, std::int64_t before) {
    std::vector<std::string> sections;
    std::int64_t steps = 0;
    for (std::int64_t d = 1; d < count; d *= 2) ++steps;
    for (std::int64_t k = 0; k < steps; ++k) {
        const std::string which = "step " + of(before + k + 1, before + steps);
        sections.push_back(which + ": rows are laid down in shared memory");
        sections.push_back(which + ": from their neighbours at distance " +
                           std::to_string(std::int64_t{1} << (before + k)));
    }
    sections.emplace_back("x of each row goes to global memory");
    return sections;
}

/// The launches of a phase: their total number, and the number so far.
struct Phase {
    std::int64_t all = 0, seen = 0;
};

LaunchWords words_for(const std::string& kernel, std::int64_t n, const std::string& phase, const Phase& at,
                      std::int64_t steps_before) {
    if (phase == "forward") return {cyclic_forward(at.seen, at.all, std::int64_t{1} << (at.seen - 1), n), {}};
    if (phase == "back") return {cyclic_back(at.seen, at.all, std::int64_t{1} << (at.all - at.seen), n), {}};
    if (phase == "doubling_step") return {doubling(at.seen, at.all, std::int64_t{1} << (at.seen - 1)), {}};
    if (phase == "middle") return {"middle: one thread solves the last rows", {}};
    if (phase == "shared_doubling") {
        const std::int64_t systems = std::int64_t{1} << steps_before;
        return {"the rest in shared memory, a block for each of " + std::to_string(systems) +
                    (systems == 1 ? " system" : " systems"),
                shared_doubling((n + systems - 1) / systems, steps_before)};
    }
    if (phase == "shared_middle") {
        const std::int64_t count = kernels::rows_of_level(n, static_cast<int>(steps_before));
        return {"the middle in shared memory, " + std::to_string(count) + " rows",
                shared_cyclic(count, kernel == "cr-pcr" ? kernels::parallel_rows : 2)};
    }
    if (phase == "reduce") return {"reduce: two threads eliminate the inside of a partition, from both ends", {}};
    if (phase == "solve_links") return {"links: the rows between partitions are solved", {}};
    if (phase == "substitute") return {"substitute: the middle of each partition, and from there x to both ends", {}};
    return {};
}

} // namespace

Boards tridiagonal_boards(std::int64_t n) {
    Boards boards;
    boards.list = {{"equations", n, 0, true}};
    constexpr std::int64_t record = 8, used = 5; // kernels/headers/tridiagonal_rows.cuh
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
