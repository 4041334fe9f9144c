#include "engine/simulated/card_limits.h"

#include "engine/memory.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::simulated {

namespace {

<<<<<<< ours
std::string title_of(const CardLimits& limits) { return limits.title.empty() ? sentence("GPU") : limits.title; }
||||||| base
constexpr const char* invalid = " is an invalid configuration argument";

std::string on(const CardLimits& limits) { return limits.title.empty() ? "" : " on the " + limits.title; }
=======
/// " The maximum is 1024."
std::string maximum(const CardLimits& limits, std::int64_t most) {
    return " " + (limits.title.empty()
                      ? sentence("The maximum is {most}.", {{"most", most}})
                      : sentence("The maximum on the {card} is {most}.", {{"card", limits.title}, {"most", most}}));
}
>>>>>>> theirs
/// A kernel may have blocks of one size: then only another card helps.
std::string smaller_blocks(const CardLimits& limits) {
    return limits.block_threads < 1024
               ? sentence("Use smaller blocks, or choose a newer card, which supports 1024 threads per block.")
               : sentence("Use smaller blocks.");
}

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
    for (std::size_t d = 0; d < 3; ++d) {
<<<<<<< ours
        const std::string axis(1, "xyz"[d]);
        const auto invalid_grid = [&](const std::string& hint) {
            return Refused{sentence("Invalid configuration argument: kernel {kernel} is launched with a grid of {n} "
                                    "{n:block|blocks} in {axis}.",
                                    {{"kernel", kernel}, {"n", grid[d]}, {"axis", axis}}),
                           hint};
        };
||||||| base
        const std::string blocks = number(grid[d], "block"), threads = number(block[d], "thread") + " a block";
=======
        const std::string axis(1, "xyz"[d]);
        const auto blocks = [&] {
            return sentence(
                "Launching {kernel} with {count} {count:block|blocks} in {axis} is an invalid configuration argument.",
                {{"kernel", kernel}, {"count", grid[d]}, {"axis", axis}});
        };
        const auto threads = [&] {
            return sentence("Launching {kernel} with {count} {count:thread|threads} per block in {axis} is an invalid "
                            "configuration "
                            "argument.",
                            {{"kernel", kernel}, {"count", block[d]}, {"axis", axis}});
        };
>>>>>>> theirs
        if (grid[d] < 1)
<<<<<<< ours
            return invalid_grid(sentence("A grid has at least one block. If there is nothing to do, skip the launch."));
        if (grid[d] > 0x7fffffff) return invalid_grid(sentence("Check whether the grid size is negative."));
||||||| base
            return refused(blocks, d, "",
                           "A grid has at least one block; where nothing is to be done, launch nothing.");
        if (grid[d] > 0x7fffffff) return refused(blocks, d, "", "Look for a negative number.");
=======
            return Refused{blocks(),
                           sentence("A grid has at least one block. If there is nothing to do, skip the launch.")};
        if (grid[d] > 0x7fffffff) return Refused{blocks(), sentence("Check for a negative number.")};
>>>>>>> theirs
        if (grid[d] > limits.grid[d])
<<<<<<< ours
            return Refused{sentence("Invalid configuration argument: kernel {kernel} is launched with a grid of {n} "
                                    "blocks in {axis}, but the maximum of the {card} is {most}.",
                                    {{"kernel", kernel},
                                     {"n", grid[d]},
                                     {"axis", axis},
                                     {"card", title_of(limits)},
                                     {"most", limits.grid[d]}}),
                           sentence("Process several rows per thread in a loop, or use other grid dimensions.")};
        if (block[d] < 1)
            return Refused{sentence("Invalid configuration argument: kernel {kernel} is launched with {n} threads per "
                                    "block in {axis}.",
                                    {{"kernel", kernel}, {"n", block[d]}, {"axis", axis}}),
                           sentence("A block has at least one thread.")};
||||||| base
            return refused(blocks, d, on(limits) + ": it takes " + std::to_string(limits.grid[d]),
                           "Let each thread do several rows, in a loop, or use the other dimensions of the grid.");
        if (block[d] < 1) return refused(threads, d, "", "A block has at least one thread.");
=======
            return Refused{
                blocks() + maximum(limits, limits.grid[d]),
                sentence("Let each thread process several rows in a loop, or use the other grid dimensions.")};
        if (block[d] < 1) return Refused{threads(), sentence("A block has at least one thread.")};
>>>>>>> theirs
        if (block[d] > limits.block[d])
<<<<<<< ours
            return Refused{sentence("Invalid configuration argument: kernel {kernel} is launched with {n} threads per "
                                    "block in {axis}, but the maximum of the {card} is {most}.",
                                    {{"kernel", kernel},
                                     {"n", block[d]},
                                     {"axis", axis},
                                     {"card", title_of(limits)},
                                     {"most", limits.block[d]}}),
                           smaller_blocks(limits)};
||||||| base
            return refused(threads, d, on(limits) + ": it takes " + std::to_string(limits.block[d]),
                           smaller_blocks(limits));
=======
            return Refused{threads() + maximum(limits, limits.block[d]), smaller_blocks(limits)};
>>>>>>> theirs
    }
    const std::int64_t threads = block[0] * block[1] * block[2];
    if (threads <= limits.block_threads) return std::nullopt;
<<<<<<< ours
    return Refused{
        sentence("Invalid configuration argument: kernel {kernel} is launched with {n} threads per block, but the "
                 "maximum of the {card} is {most}.",
                 {{"kernel", kernel}, {"n", threads}, {"card", title_of(limits)}, {"most", limits.block_threads}}),
        smaller_blocks(limits)};
||||||| base
    return Refused{"Launching " + kernel + " with " + std::to_string(threads) + " threads a block" + invalid +
                       on(limits) + ": it takes " + std::to_string(limits.block_threads) + ".",
                   smaller_blocks(limits)};
=======
    return Refused{sentence("Launching {kernel} with {count} threads per block is an invalid configuration argument.",
                            {{"kernel", kernel}, {"count", threads}}) +
                       maximum(limits, limits.block_threads),
                   smaller_blocks(limits)};
>>>>>>> theirs
}

std::optional<Refused> why_not_shared(const CardLimits& limits, const std::string& kernel, std::int64_t declared,
                                      std::int64_t bytes) {
<<<<<<< ours
    if (bytes < 0 || bytes > limits.shared_bytes)
        return Refused{
            sentence("Kernel `{kernel}` requests {n} bytes of shared memory per block, but the maximum of the "
                     "{card} is {most}.",
                     {{"kernel", kernel}, {"n", bytes}, {"card", title_of(limits)}, {"most", limits.shared_bytes}}),
            sentence("Use smaller tiles."), std::max<std::int64_t>(bytes, 0)};
    if (declared <= limits.declared_shared) return std::nullopt;
    return Refused{
        sentence("Kernel `{kernel}` declares {n} bytes of static shared memory, but the maximum of the {card} "
                 "is {most}.",
                 {{"kernel", kernel}, {"n", declared}, {"card", title_of(limits)}, {"most", limits.declared_shared}}),
        sentence("Declare the array as `extern __shared__`, and specify its size in the launch.")};
||||||| base
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
=======
    if (bytes < 0 || bytes > limits.shared_bytes) {
        Refused all{sentence("Kernel `{kernel}` requests {bytes} bytes of shared memory per block.",
                             {{"kernel", kernel}, {"bytes", bytes}}) +
                        maximum(limits, limits.shared_bytes),
                    sentence("Use smaller tiles.")};
        all.shared_bytes = std::max<std::int64_t>(bytes, 0);
        return all;
    }
    if (declared > limits.declared_shared)
        return Refused{sentence("Kernel `{kernel}` declares {bytes} bytes of shared memory per block.",
                                {{"kernel", kernel}, {"bytes", declared}}) +
                           maximum(limits, limits.declared_shared),
                       sentence("Declare it `extern __shared__`, and specify its size at the launch.")};
    return std::nullopt;
>>>>>>> theirs
}

void require_fits(const CardLimits& limits, std::int64_t bytes) {
    if (limits.memory_bytes == 0 || bytes <= limits.memory_bytes) return;
    throw Error("memory.limit",
<<<<<<< ours
                sentence("The arrays need {needed}, but the {card} has only {memory} of memory.",
                         {{"needed", bytes_text(static_cast<double>(bytes))},
                          {"card", limits.title},
                          {"memory", bytes_text(static_cast<double>(limits.memory_bytes))}}),
                sentence("Choose a smaller input, a format with less padding, or another card."));
||||||| base
                "The arrays take " + bytes_text(static_cast<double>(bytes)) + ", and the " + limits.title + " has " +
                    bytes_text(static_cast<double>(limits.memory_bytes)) + " of memory.",
                "Choose a smaller input, a format with less padding, or another card.");
=======
                sentence("The arrays need {bytes}, but the {card} has only {memory} of memory.",
                         {{"bytes", bytes_text(static_cast<double>(bytes))},
                          {"card", limits.title},
                          {"memory", bytes_text(static_cast<double>(limits.memory_bytes))}}),
                sentence("Choose a smaller input, a format with less padding, or another card."));
>>>>>>> theirs
}

} // namespace warploom::simulated
