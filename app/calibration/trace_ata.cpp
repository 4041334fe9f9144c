#include "app/calibration/deferred_counter.h"
#include "app/calibration/trace_systems.h"

#include "engine/error.h"
#include "engine/generators/dense_matrix.h"
#include "engine/sentence.h"
#include "engine/simulated/model.h"
#include "kernels/machine/registry.h"
#include "kernels/sources/text_of_kernel.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace warploom::app {

using namespace simulated;

namespace {

// Kernels for C = AᵀA from the report "A^T A on a Tesla C2075".
constexpr const char* report_naive = "paper:ata_report_naive.cu";
constexpr const char* report_tiled = "paper:ata_report_tiled.cu";

/// Describes how a kernel partitions C into tiles.
struct Tiles {
    std::int64_t side = 32;    ///< number of rows and columns of C in a tile
    bool has_symmetry = false; ///< whether blocks below the diagonal exit immediately
};
Tiles tiles_of(const std::string& kernel) {
    if (kernel == report_tiled) return {48, true};
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
    &BlockCounts::row_mates,
    &BlockCounts::gather_row_mates,
    &BlockCounts::l1_hits,
    &BlockCounts::l2_sectors,
    &BlockCounts::l2_hits,
    &BlockCounts::dram_bytes,
    &BlockCounts::bank_passes,
    &BlockCounts::bank_conflicts,
    &BlockCounts::serialised,
    &BlockCounts::barriers,
    &BlockCounts::longest_warp,
    &BlockCounts::longest_memory_chain,
    &BlockCounts::longest_wait_beyond_l1,
    &BlockCounts::longest_wait_of_gathers,
    &BlockCounts::stream_waits,
    &BlockCounts::gather_waits,
    &BlockCounts::stream_sectors_late,
    &BlockCounts::gather_sectors_late,
    &BlockCounts::longest_chain_of_a_warp,
    &BlockCounts::longest_warp_transactions,
    &BlockCounts::l2_single_requests,
    &BlockCounts::dram_singles,
    &BlockCounts::dram_pairs,
    &BlockCounts::atomic_turns,
};

/// Interpolates linearly between the block counters `a` and `b`, at the fraction `part` of the way from `a` to `b`.
BlockCounts between(const BlockCounts& a, const BlockCounts& b, double part) {
    BlockCounts result = a;
    for (const auto figure : block_figures) result.*figure += (b.*figure - a.*figure) * part;
    return result;
}

/// Virtual memory that reads as zero. The system allocates physical memory only for pages that are written.
class UntouchedZeros {
public:
    explicit UntouchedZeros(std::int64_t numbers) : bytes_(static_cast<std::size_t>(numbers) * sizeof(double)) {
        data_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (data_ == MAP_FAILED)
            throw Error("memory.limit",
                        sentence("Cannot reserve {size} MB of address space.", {{"size", bytes_ >> 20}}),
                        sentence("Raise the limit on virtual memory. The memory is reserved but not used."));
    }
    ~UntouchedZeros() { munmap(data_, bytes_); }
    UntouchedZeros(const UntouchedZeros&) = delete;
    UntouchedZeros& operator=(const UntouchedZeros&) = delete;
    void* data() const { return data_; }

private:
    std::size_t bytes_;
    void* data_ = nullptr;
};

/// Runs the traced blocks. With the sizes used in the report, A and C would not fit in memory, so physical memory is
/// allocated only for the part of C that the traced blocks write.
void run_written(const std::string& kernel, Shape shape, Tracer& tracer) {
    kernels::find_kernel_file(Operation::ata, kernel);
    const std::int64_t of_a = shape.rows * shape.cols, of_c = shape.cols * shape.cols;
    const UntouchedZeros a(of_a), c(of_c);
    simt::Given given;
    given.arrays = {{"A", simt::Element::float64, a.data(), of_a, false, false},
                    {"C", simt::Element::float64, c.data(), of_c, true, false}};
    given.numbers = {{"m", shape.rows}, {"n", shape.cols}, {"block", 256}};
    simt::Call call(kernels::program_of_file(kernel), true, given);
    call.set_recorder(&tracer);
    call.run();
}

void run_built_in(const std::string& kernel, Shape shape, Tracer& tracer) {
    const auto [name, switches] = kernels::parse_ata_kernel(kernel);
    auto zeros = std::make_shared<DenseMatrix>();
    zeros->rows = shape.rows;
    zeros->cols = shape.cols;
    zeros->value.resize(static_cast<std::size_t>(shape.rows * shape.cols));
    kernels::AtaInput input;
    input.a = std::move(zeros);
    input.switches = switches;
    kernels::bind_traced(name, input, 256, tracer)->enqueue();
}

/// Counters of the blocks traced in one wave, for a matrix A of a given shape.
struct Wave {
    LaunchCounts launch;
    BlockCounts mean;
    double traced_share = 1;
};
Wave trace_wave(const CellRun& run, const Card& card, Shape shape) {
    const auto [side, has_symmetry] = tiles_of(run.modelled_kernel);
    const std::int64_t across = (shape.cols + side - 1) / side;
    TraceOptions options;
    options.runs_untraced = false;
    options.blocks_of_launch = [&card, across, symmetric = has_symmetry](std::int64_t blocks, int block_size) {
        const auto wanted = static_cast<std::size_t>(card.multiprocessors) *
                            static_cast<std::size_t>(std::max(1, std::min(3, resident_blocks(card, block_size, 0))));
        std::vector<std::int64_t> chosen;
        for (std::int64_t block = across / 3 * across; block < blocks && chosen.size() < wanted; ++block)
            if (!symmetric || block / across <= block % across) chosen.push_back(block);
        return chosen;
    };
    DeferredCounter counting(card, std::move(options));
    if (kernels::is_kernel_file(run.modelled_kernel)) run_written(run.modelled_kernel, shape, counting.tracer());
    else run_built_in(run.modelled_kernel, shape, counting.tracer());
    auto launches = counting.take(8);
    Wave wave;
    wave.launch = std::move(launches.at(0));
    wave.traced_share = counting.tracer().traced_share();
    const auto& blocks = wave.launch.blocks;
    wave.mean.warps = blocks.at(0).warps;
    for (const BlockCounts& block : blocks)
        for (const auto figure : block_figures) wave.mean.*figure += block.*figure / static_cast<double>(blocks.size());
    return wave;
}

} // namespace

std::optional<Shape> shape_of(const std::string& name) {
    long long rows = 0, cols = 0;
    int used = 0;
    if (std::sscanf(name.c_str(), "dense:rows=%lld,cols=%lld%n", &rows, &cols, &used) != 2 || rows < 1 || cols < 1 ||
        static_cast<std::size_t>(used) != name.size())
        return std::nullopt;
    return Shape{rows, cols};
}

bool knows_tiles_of(const std::string& kernel) {
    return !kernels::is_kernel_file(kernel) || kernel == report_naive || kernel == report_tiled;
}

TracedCase trace_ata_case(const CellRun& run, const Card& card) {
    const auto found = shape_of(run.inputs.front());
    if (!found)
        throw Error("fit.shape", sentence("'{input}' is not of the form "
                                          "dense:rows=M,cols=N.",
                                          {{"input", run.inputs.front()}}));
    const Shape shape = *found;
    constexpr std::int64_t short_rows = 128, long_rows = 256;
    TracedCase result;
    Wave wave = trace_wave(run, card, {std::min(shape.rows, long_rows), shape.cols});
    if (shape.rows > long_rows) {
        const Wave shorter = trace_wave(run, card, {short_rows, shape.cols});
        wave.mean = between(shorter.mean, wave.mean,
                            static_cast<double>(shape.rows - short_rows) / static_cast<double>(long_rows - short_rows));
    }
    // The performance model assigns each block of the grid the cost of the nearest block in `launch.blocks`.
    LaunchCounts& launch = wave.launch;
    launch.blocks.clear();
    const auto add = [&](std::int64_t block, const BlockCounts& counts) {
        launch.blocks.push_back(counts);
        launch.blocks.back().block = block;
    };
    if (const auto [side, has_symmetry] = tiles_of(run.modelled_kernel); has_symmetry) {
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
