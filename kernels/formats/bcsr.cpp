#include "kernels/formats/bcsr.h"

namespace warploom::kernels {

namespace {

/// Counts the nonempty blocks in a block row. `seen` contains the last block row with a block in each block column.
std::int64_t count_blocks(const CsrMatrix& a, int b, std::int64_t block_row, std::vector<std::int64_t>& seen,
                          bool& has_last) {
    const std::int64_t end_row = std::min<std::int64_t>((block_row + 1) * b, a.rows);
    const auto last_block = static_cast<std::int64_t>(seen.size()) - 1;
    std::int64_t blocks = 0;
    has_last = false;
    for (std::int64_t k = a.row_pointer[block_row * b]; k < a.row_pointer[end_row]; ++k) {
        const std::int64_t block = a.column[k] / b;
        if (seen[block] == block_row) continue;
        seen[block] = block_row;
        ++blocks;
        has_last = has_last || block == last_block;
    }
    return blocks;
}

/// Estimates the fill ratio of b x b blocks.
class Filling {
public:
    explicit Filling(const CsrMatrix& a) : a_(a), met_(static_cast<std::size_t>(a.cols / 2 + 1)) {}

    /// Returns the ratio of entries to positions in nonempty blocks, from a sample of `looked_at` block rows. Returns
    /// NaN if the sampled rows have no entries.
    double share(int b, std::int64_t looked_at) {
        const std::int64_t block_rows = (a_.rows + b - 1) / b;
        double blocks = 0, entries = 0;
        for (std::int64_t i = 0; i < looked_at; ++i) {
            const std::int64_t block_row = block_rows * i / looked_at;
            const std::int64_t first = a_.row_pointer[block_row * b];
            const std::int64_t last = a_.row_pointer[std::min<std::int64_t>((block_row + 1) * b, a_.rows)];
            ++mark_;
            for (std::int64_t k = first; k < last; ++k) {
                std::uint32_t& mark = met_[static_cast<std::size_t>(a_.column[k] / b)];
                blocks += mark == mark_ ? 0 : 1;
                mark = mark_;
            }
            entries += static_cast<double>(last - first);
        }
        return entries / (blocks * b * b);
    }

private:
    const CsrMatrix& a_;
    std::vector<std::uint32_t> met_; ///< last block row with a block in each block column
    std::uint32_t mark_ = 0;
};

} // namespace

std::vector<std::int64_t> count_stored_columns(const CsrMatrix& a, int b) {
    const std::int64_t block_rows = (a.rows + b - 1) / b;
    const std::int64_t block_cols = (a.cols + b - 1) / b;
    // number of columns of the last block that are outside the matrix
    const std::int64_t beyond = block_cols * b - a.cols;
    std::vector<std::int64_t> columns(block_rows);
    for_each_range(block_rows, a.rows + a.nonzeros(), [&](std::int64_t first, std::int64_t last) {
        std::vector<std::int64_t> seen(block_cols, -1);
        bool has_last = false;
        for (std::int64_t i = first; i < last; ++i) {
            const std::int64_t blocks = count_blocks(a, b, i, seen, has_last);
            columns[i] = blocks * b - (has_last ? beyond : 0);
        }
    });
    return columns;
}

int detect_block_size(const CsrMatrix& a) {
    constexpr double hopeless = 0.5, well_filled = 0.8;
    // maximum number of entries for a full count; number of entries in a sample
    constexpr std::int64_t counted_whole = 1 << 21, enough = 1 << 18;
    if (a.nonzeros() == 0) return 1;
    const std::int64_t step = a.nonzeros() <= counted_whole ? 1 : a.nonzeros() / enough;
    Filling filling(a);
    for (int b = 16; b >= 2; --b) {
        const std::int64_t block_rows = (a.rows + b - 1) / b, mean = a.nonzeros() / block_rows + 1;
        // Number of entries to sample, and limits on the number of block rows. Eight block rows cost almost nothing.
        constexpr std::int64_t entries_wanted = 1 << 16, most = 256, least = 8;
        const std::int64_t looked_at = std::min(block_rows, std::clamp(entries_wanted / mean, least, most));
        if (filling.share(b, looked_at) < hopeless) continue;
        if (filling.share(b, std::max(looked_at, block_rows / step)) >= well_filled) return b;
    }
    return 1;
}

} // namespace warploom::kernels
