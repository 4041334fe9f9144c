#include "app/fit/late_counting.h"
#include "app/fit/paper_kernels.h"
#include "app/fit/trace_systems.h"

#include "engine/error.h"
#include "engine/simulated/model.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace warploom::app {

using namespace simulated;

namespace {

struct Shape {
    std::int64_t rows = 0, cols = 0;
};

Shape shape_of(const std::string& name) {
    long long rows = 0, cols = 0;
    if (std::sscanf(name.c_str(), "dense:rows=%lld,cols=%lld", &rows, &cols) != 2 || rows < 1 || cols < 1)
        throw Error("fit.shape", "'" + name + "' is not dense:rows=M,cols=N.");
    return {rows, cols};
}

/// How the kernel covers C.
struct Tiles {
    std::int64_t side = 32;    ///< entries of C
    bool has_symmetry = false; ///< blocks below the diagonal leave at once
};
Tiles tiles_of(const std::string& kernel) {
    const auto [name, switches] = kernels::parse_ata_kernel(kernel);
    if (name != "tiled") return {};
    return {switches.registers ? 48 : 16, switches.symmetric};
}

constexpr std::array block_figures{
    &BlockCounts::warp_instructions,
    &BlockCounts::flops,
    &BlockCounts::flop_instructions,
    &BlockCounts::transactions,
    &BlockCounts::gather_transactions,
    &BlockCounts::l1_hits,
    &BlockCounts::l2_sectors,
    &BlockCounts::l2_hits,
    &BlockCounts::dram_bytes,
    &BlockCounts::bank_passes,
    &BlockCounts::serialised,
    &BlockCounts::barriers,
    &BlockCounts::longest_warp,
    &BlockCounts::longest_memory_chain,
    &BlockCounts::longest_wait_beyond_l1,
    &BlockCounts::load_sectors,
    &BlockCounts::load_sectors_ready,
};

/// a + (b - a) x `part` in every figure.
BlockCounts between(const BlockCounts& a, const BlockCounts& b, double part) {
    BlockCounts result = a;
    for (const auto figure : block_figures) result.*figure += (b.*figure - a.*figure) * part;
    return result;
}

/// What the blocks of a wave cost on the mean, when A has `rows` rows.
struct Wave {
    LaunchCounts launch;
    BlockCounts mean;
    double traced_share = 1;
};
Wave trace_wave(const FitCase& fit_case, const Card& card, Shape shape) {
    const auto [side, has_symmetry] = tiles_of(fit_case.kernel);
    const std::int64_t across = (shape.cols + side - 1) / side;
    TraceOptions options;
    options.multiprocessors = static_cast<int>(card.multiprocessors);
    options.resident_blocks = [card](int block_size) { return std::max(1, resident_blocks(card, block_size, 0)); };
    options.runs_untraced = false;
    options.blocks_of_launch = [&card, across, symmetric = has_symmetry](std::int64_t blocks, int block_size) {
        const auto wanted = static_cast<std::size_t>(card.multiprocessors) *
                            static_cast<std::size_t>(std::max(1, std::min(3, resident_blocks(card, block_size, 0))));
        std::vector<std::int64_t> chosen;
        for (std::int64_t block = across / 3 * across; block < blocks && chosen.size() < wanted; ++block)
            if (!symmetric || block / across <= block % across) chosen.push_back(block);
        return chosen;
    };
    LateCounting sink(card, 1);
    Tracer tracer(options, sink);
    sink.follow(tracer);
    launch_paper_ata(fit_case.kernel, shape.rows, shape.cols, &tracer);
    auto launches = sink.take(8);
    Wave wave;
    wave.launch = std::move(launches.at(0));
    wave.traced_share = tracer.traced_share();
    const auto& blocks = wave.launch.blocks;
    wave.mean.warps = blocks.at(0).warps;
    for (const BlockCounts& block : blocks)
        for (const auto figure : block_figures) wave.mean.*figure += block.*figure / static_cast<double>(blocks.size());
    return wave;
}

} // namespace

TracedCase trace_ata_case(const FitCase& fit_case, const Card& card) {
    const Shape shape = shape_of(fit_case.matrix);
    constexpr std::int64_t short_rows = 128, long_rows = 256;
    TracedCase result;
    Wave wave = trace_wave(fit_case, card, {std::min(shape.rows, long_rows), shape.cols});
    if (shape.rows > long_rows) {
        const Wave shorter = trace_wave(fit_case, card, {short_rows, shape.cols});
        wave.mean = between(shorter.mean, wave.mean,
                            static_cast<double>(shape.rows - short_rows) / static_cast<double>(long_rows - short_rows));
    }
    // The model gives a block the costs of the nearest one that it knows.
    LaunchCounts& launch = wave.launch;
    launch.blocks.clear();
    const auto add = [&](std::int64_t block, const BlockCounts& counts) {
        launch.blocks.push_back(counts);
        launch.blocks.back().block = block;
    };
    if (const auto [side, has_symmetry] = tiles_of(fit_case.kernel); has_symmetry) {
        const std::int64_t across = (shape.cols + side - 1) / side;
        BlockCounts leaves;
        leaves.warps = wave.mean.warps;
        for (std::int64_t row = 0; row < across; ++row) {
            const std::int64_t first = row * across, diagonal = first + row, last = first + across - 1;
            if (row > 0) add(first, leaves);
            if (row > 1) add(diagonal - 1, leaves);
            add(diagonal, wave.mean);
            if (last > diagonal) add(last, wave.mean);
        }
    } else {
        add(0, wave.mean);
    }
    result.launches.push_back(std::move(launch));
    result.traced_share = wave.traced_share;
    return result;
}

} // namespace warploom::app
