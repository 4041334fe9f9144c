#include "engine/simulated/card_limits.h"

#include "engine/memory.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::simulated {

namespace {

std::string title_of(const CardLimits& limits) { return limits.title.empty() ? sentence("GPU") : limits.title; }
/// Returns a hint on how to reduce the block size. A kernel that supports only one block size needs a different GPU.
std::string smaller_blocks(const CardLimits& limits) {
    return limits.block_threads < 1024
               ? sentence("Use smaller blocks, or choose a newer card that supports 1024 threads per block.")
               : sentence("Use smaller blocks.");
}

} // namespace

CardLimits limits_of(const Card& card) {
    CardLimits limits;
    limits.title = card.title;
    limits.compute_capability = card.compute_capability;
    const double capability = card.compute_capability.empty() ? 9.0 : std::atof(card.compute_capability.c_str());
    if (capability < 2.0) {
        limits.grid = {65535, 65535, 1};
        limits.block_threads = 512;
        limits.shared_bytes = 16384;
    } else if (capability < 3.0) {
        limits.grid = {65535, 65535, 65535};
        limits.shared_bytes = 49152;
    } else if (card.shared_bytes > 0) { // since compute capability 8.0, CUDA reserves 1 KB per block
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
    for (std::size_t d = 0; d < 3; ++d) {
        const std::string axis(1, "xyz"[d]);
        const auto invalid_grid = [&](const std::string& hint) {
            return Refused{sentence("Invalid configuration argument: kernel {kernel} is launched with a grid of {n} "
                                    "{n:block|blocks} in {axis}.",
                                    {{"kernel", kernel}, {"n", grid[d]}, {"axis", axis}}),
                           hint};
        };
        if (grid[d] < 1)
            return invalid_grid(sentence("A grid must have at least one block. If there is nothing to do, skip the "
                                         "launch."));
        if (grid[d] > 0x7fffffff) return invalid_grid(sentence("Check whether the grid size is negative."));
        if (grid[d] > limits.grid[d])
            return Refused{sentence("Invalid configuration argument: kernel {kernel} is launched with a grid of {n} "
                                    "blocks in {axis}, but the maximum of the {card} is {most}.",
                                    {{"kernel", kernel},
                                     {"n", grid[d]},
                                     {"axis", axis},
                                     {"card", title_of(limits)},
                                     {"most", limits.grid[d]}}),
                           sentence("Let each thread process several rows in a loop, or use other grid dimensions.")};
        if (block[d] < 1)
            return Refused{sentence("Invalid configuration argument: kernel {kernel} is launched with {n} threads per "
                                    "block in {axis}.",
                                    {{"kernel", kernel}, {"n", block[d]}, {"axis", axis}}),
                           sentence("A block must have at least one thread.")};
        if (block[d] > limits.block[d])
            return Refused{sentence("Invalid configuration argument: kernel {kernel} is launched with {n} threads per "
                                    "block in {axis}, but the maximum of the {card} is {most}.",
                                    {{"kernel", kernel},
                                     {"n", block[d]},
                                     {"axis", axis},
                                     {"card", title_of(limits)},
                                     {"most", limits.block[d]}}),
                           smaller_blocks(limits)};
    }
    const std::int64_t threads = block[0] * block[1] * block[2];
    if (threads <= limits.block_threads) return std::nullopt;
    return Refused{
        sentence("Invalid configuration argument: kernel {kernel} is launched with {n} threads per block, but the "
                 "maximum of the {card} is {most}.",
                 {{"kernel", kernel}, {"n", threads}, {"card", title_of(limits)}, {"most", limits.block_threads}}),
        smaller_blocks(limits)};
}

std::optional<Refused> why_not_shared(const CardLimits& limits, const std::string& kernel, std::int64_t declared,
                                      std::int64_t bytes, bool is_raised) {
    if (bytes < 0 || bytes > limits.shared_bytes)
        return Refused{
            sentence("Kernel `{kernel}` requests {n} bytes of shared memory per block, but the maximum of the "
                     "{card} is {most}.",
                     {{"kernel", kernel}, {"n", bytes}, {"card", title_of(limits)}, {"most", limits.shared_bytes}}),
            sentence("Use smaller tiles."), std::max<std::int64_t>(bytes, 0)};
    if (declared <= limits.declared_shared && bytes > limits.declared_shared && !is_raised)
        return Refused{
            sentence("Kernel `{kernel}` requests {n} bytes of shared memory per block. Above {most} bytes, the launch "
                     "fails unless cudaFuncSetAttribute raises the limit of the kernel.",
                     {{"kernel", kernel}, {"n", bytes}, {"most", limits.declared_shared}}),
            sentence("Call cudaFuncSetAttribute({kernel}, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) before "
                     "the launch. The {card} allows up to {most} bytes.",
                     {{"kernel", kernel}, {"card", title_of(limits)}, {"most", limits.shared_bytes}})};
    if (declared <= limits.declared_shared) return std::nullopt;
    return Refused{
        sentence("Kernel `{kernel}` declares {n} bytes of static shared memory, but the maximum of the {card} "
                 "is {most}.",
                 {{"kernel", kernel}, {"n", declared}, {"card", title_of(limits)}, {"most", limits.declared_shared}}),
        sentence("Declare the array as `extern __shared__`, and specify its size in the launch.")};
}

void require_fits(const CardLimits& limits, std::int64_t bytes) {
    if (limits.memory_bytes == 0 || bytes <= limits.memory_bytes) return;
    throw Error("memory.limit",
                sentence("The arrays require {needed} of memory, but the {card} has only {memory}.",
                         {{"needed", bytes_text(static_cast<double>(bytes))},
                          {"card", limits.title},
                          {"memory", bytes_text(static_cast<double>(limits.memory_bytes))}}),
                sentence("Choose a smaller input, a format with less padding, or another card."));
}

} // namespace warploom::simulated
