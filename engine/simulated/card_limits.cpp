#include "engine/simulated/card_limits.h"

#include "engine/memory.h"

#include <algorithm>

namespace warploom::simulated {

namespace {

constexpr const char* invalid = " is an invalid configuration argument";

std::string on(const CardLimits& limits) { return limits.title.empty() ? "" : " on the " + limits.title; }
/// Returns a hint. A kernel may support only one block size, so that only another card helps.
std::string smaller_blocks(const CardLimits& limits) {
    return limits.block_threads < 1024 ? "Use smaller blocks, or choose a newer card, which takes 1024."
                                       : "Use smaller blocks.";
}
std::string number(std::int64_t n, const char* one) { return std::to_string(n) + " " + one + (n == 1 ? "" : "s"); }

} // namespace

CardLimits limits_of(const Card& card) {
    CardLimits limits;
    limits.title = card.title;
    const double capability = card.compute_capability.empty() ? 9.0 : std::atof(card.compute_capability.c_str());
    if (capability < 2.0) {
        limits.grid = {65535, 65535, 1};
        limits.block_threads = 512;
        limits.shared_bytes = 16384;
    } else if (capability < 3.0) {
        limits.grid = {65535, 65535, 65535};
        limits.shared_bytes = 49152;
    } else if (card.shared_bytes > 0) { // from 8.0, the system reserves one kilobyte
        const std::int64_t of_system = capability < 8.0 ? 0 : 1024;
        limits.shared_bytes = std::min<std::int64_t>(
            limits.shared_bytes, std::max<std::int64_t>(0, static_cast<std::int64_t>(card.shared_bytes) - of_system));
    }
    const auto take = [](std::int64_t& limit, double figure) {
        if (figure > 0) limit = static_cast<std::int64_t>(figure);
    };
    take(limits.grid[0], card.grid_x);
    take(limits.grid[1], card.grid_y);
    take(limits.grid[2], card.grid_z);
    take(limits.block_threads, card.block_threads);
    take(limits.shared_bytes, card.block_shared_bytes);
    take(limits.memory_bytes, card.memory_bytes);
    limits.block = {limits.block_threads, limits.block_threads, 64};
    limits.declared_shared = std::min<std::int64_t>(limits.declared_shared, limits.shared_bytes);
    return limits;
}

std::optional<Refused> why_not_launched(const CardLimits& limits, const std::string& kernel,
                                        const std::array<std::int64_t, 3>& grid,
                                        const std::array<std::int64_t, 3>& block) {
    const auto refused = [&](const std::string& what, std::size_t d, const std::string& why, const std::string& hint) {
        return Refused{"Launching " + kernel + " with " + what + " in " + "xyz"[d] + invalid + why + ".", hint};
    };
    for (std::size_t d = 0; d < 3; ++d) {
        const std::string blocks = number(grid[d], "block"), threads = number(block[d], "thread") + " a block";
        if (grid[d] < 1)
            return refused(blocks, d, "",
                           "A grid has at least one block; where nothing is to be done, launch nothing.");
        if (grid[d] > 0x7fffffff) return refused(blocks, d, "", "Look for a negative number.");
        if (grid[d] > limits.grid[d])
            return refused(blocks, d, on(limits) + ": it takes " + std::to_string(limits.grid[d]),
                           "Let each thread do several rows, in a loop, or use the other dimensions of the grid.");
        if (block[d] < 1) return refused(threads, d, "", "A block has at least one thread.");
        if (block[d] > limits.block[d])
            return refused(threads, d, on(limits) + ": it takes " + std::to_string(limits.block[d]),
                           smaller_blocks(limits));
    }
    const std::int64_t threads = block[0] * block[1] * block[2];
    if (threads <= limits.block_threads) return std::nullopt;
    return Refused{"Launching " + kernel + " with " + std::to_string(threads) + " threads a block" + invalid +
                       on(limits) + ": it takes " + std::to_string(limits.block_threads) + ".",
                   smaller_blocks(limits)};
}

std::optional<Refused> why_not_shared(const CardLimits& limits, const std::string& kernel, std::int64_t declared,
                                      std::int64_t bytes) {
    const auto refused = [&](const char* how, std::int64_t asked, std::int64_t most, const char* hint) {
        return Refused{"Kernel `" + kernel + "` " + how + " " + std::to_string(asked) +
                           " bytes of shared memory; a block can have " + std::to_string(most) + on(limits) + ".",
                       hint};
    };
    if (bytes < 0 || bytes > limits.shared_bytes) {
        Refused all = refused("asks for", bytes, limits.shared_bytes, "Use smaller tiles.");
        all.shared_bytes = std::max<std::int64_t>(bytes, 0);
        return all;
    }
    if (declared > limits.declared_shared)
        return refused("declares", declared, limits.declared_shared,
                       "Declare it `extern __shared__`, and give its bytes with the launch.");
    return std::nullopt;
}

void require_fits(const CardLimits& limits, std::int64_t bytes) {
    if (limits.memory_bytes == 0 || bytes <= limits.memory_bytes) return;
    throw Error("memory.limit",
                "The arrays take " + bytes_text(static_cast<double>(bytes)) + ", and the " + limits.title + " has " +
                    bytes_text(static_cast<double>(limits.memory_bytes)) + " of memory.",
                "Choose a smaller input, a format with less padding, or another card.");
}

} // namespace warploom::simulated
