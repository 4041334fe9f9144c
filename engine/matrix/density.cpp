#include "engine/matrix/density.h"

#include "engine/parallel.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace warploom {

namespace {

constexpr std::int64_t most_cells = 4096; // number of cells per dimension of the finest level, which takes 64 MiB
constexpr std::int64_t fewest_cells = 128;
// Estimated costs of counting nonzeros row by row. Only the ratio of the two numbers matters.
constexpr double ns_per_entry = 2, ns_per_row = 12;
constexpr double exact_budget_ns = 6e6;

MatrixWindow clip(const MatrixWindow& window, const CsrMatrix& matrix) {
    const auto into = [](std::int64_t i, std::int64_t n) { return std::clamp<std::int64_t>(i, 0, n); };
    MatrixWindow inside{into(window.row_begin, matrix.rows), into(window.row_end, matrix.rows),
                        into(window.col_begin, matrix.cols), into(window.col_end, matrix.cols)};
    inside.row_end = std::max(inside.row_begin, inside.row_end);
    inside.col_end = std::max(inside.col_begin, inside.col_end);
    return inside;
}

/// Returns the start of cell i after dividing the interval [begin, end) into `cells` cells. Exact for all sizes below
/// 2^47.
std::int64_t boundary(std::int64_t begin, std::int64_t end, std::int64_t cells, std::int64_t i) {
    __extension__ using wide = __int128;
    return begin + static_cast<std::int64_t>(static_cast<wide>(end - begin) * i / cells);
}

std::vector<std::int64_t> boundaries(std::int64_t begin, std::int64_t end, int cells) {
    std::vector<std::int64_t> result(cells + 1);
    for (int i = 0; i <= cells; ++i) result[i] = boundary(begin, end, cells, i);
    return result;
}

int shift_for(std::int64_t n) {
    int shift = 0;
    while (((n - 1) >> shift) >= most_cells) ++shift;
    return shift;
}

constexpr std::uint32_t whole = 65536; // fixed-point representation of the weight 1

/// Divides the nonzeros of a pyramid cell along one dimension of a view. The view cell with index `cell` receives the
/// fraction `weight`, and the next cell receives the rest. The indices -1 and `cells` are outside the view.
struct Share {
    std::int32_t cell;
    std::uint32_t weight;
};

struct Shares {
    std::int64_t first = 0; ///< index of the first pyramid cell that overlaps the view
    std::vector<Share> share;
};

/// Computes how the cells of a pyramid level overlap the cells of the view. View cells are at least as large as level
/// cells, so each level cell overlaps at most two of them.
Shares share_out(const std::vector<std::int64_t>& edge, std::int64_t n, int shift) {
    Shares result;
    const auto cells = static_cast<std::int32_t>(edge.size()) - 1;
    const std::int64_t begin = std::clamp<std::int64_t>(edge.front(), 0, n),
                       end = std::clamp<std::int64_t>(edge.back(), 0, n);
    if (begin >= end) return result;
    result.first = begin >> shift;
    std::int32_t cell = -1;
    for (std::int64_t i = result.first; i <= (end - 1) >> shift; ++i) {
        const std::int64_t from = i << shift, to = std::min(n, (i + 1) << shift);
        while (cell < cells && edge[cell + 1] <= from) ++cell;
        const std::int64_t cut = cell < cells ? std::min(to, edge[cell + 1]) : to;
        result.share.push_back({cell, static_cast<std::uint32_t>((cut - from) * whole / (to - from))});
    }
    return result;
}

/// Returns a fraction of a nonzero count, rounded to an integer.
std::uint32_t part(std::uint32_t count, std::uint32_t weight) {
    return static_cast<std::uint32_t>((static_cast<std::uint64_t>(count) * weight + whole / 2) / whole);
}

/// Divides by a fixed divisor, using a multiplication. Dividends must be less than 2^63.
class Divider {
public:
    explicit Divider(std::uint64_t divisor) : divisor_(divisor), reciprocal_(~std::uint64_t{0} / divisor + 1) {}

    std::uint64_t divide(std::uint64_t x) const {
        if (divisor_ == 1) return x;
        __extension__ using wide = unsigned __int128;
        // The quotient that results from the multiplication is either exact or too large by one.
        const auto quotient = static_cast<std::uint64_t>(static_cast<wide>(x) * reciprocal_ >> 64);
        return quotient - (quotient * divisor_ > x);
    }

private:
    std::uint64_t divisor_, reciprocal_;
};

} // namespace

DensityPyramid::DensityPyramid(const CsrMatrix& matrix, const Progress& progress) : matrix_(matrix) {
    if (exact_cost({0, matrix.rows, 0, matrix.cols}) <= exact_budget_ns) return;
    build_finest(progress);
    while (levels_.back().height > fewest_cells || levels_.back().width > fewest_cells) build_coarser();
}

void DensityPyramid::build_finest(const Progress& progress) {
    Level level;
    level.row_shift = shift_for(matrix_.rows);
    level.col_shift = shift_for(matrix_.cols);
    level.height = ((matrix_.rows - 1) >> level.row_shift) + 1;
    level.width = ((matrix_.cols - 1) >> level.col_shift) + 1;
    level.count.resize(level.height * level.width);
    constexpr std::int64_t cell_rows_per_task = 16;
    const std::int64_t tasks = (level.height + cell_rows_per_task - 1) / cell_rows_per_task;
    std::int64_t done = 0;
    parallel_for(
        tasks, 0,
        [&](std::int64_t task) {
            const std::int64_t end = std::min(level.height, (task + 1) * cell_rows_per_task);
            for (std::int64_t i = task * cell_rows_per_task; i < end; ++i) {
                std::uint32_t* cells = level.count.data() + i * level.width;
                const std::int64_t last_row = std::min(matrix_.rows, (i + 1) << level.row_shift);
                const std::int64_t k_end = matrix_.row_pointer[last_row];
                for (std::int64_t k = matrix_.row_pointer[i << level.row_shift]; k < k_end; ++k)
                    ++cells[matrix_.column[k] >> level.col_shift];
            }
        },
        [&] { progress.check(std::min(++done, tasks), tasks); });
    progress.check(tasks, tasks);
    levels_.push_back(std::move(level));
}

void DensityPyramid::build_coarser() {
    const Level& fine = levels_.back();
    const int halve_rows = fine.height > 1, halve_cols = fine.width > 1;
    Level level;
    level.row_shift = fine.row_shift + halve_rows;
    level.col_shift = fine.col_shift + halve_cols;
    level.height = (fine.height + halve_rows) >> halve_rows;
    level.width = (fine.width + halve_cols) >> halve_cols;
    level.count.resize(level.height * level.width);
    for (std::int64_t i = 0; i < fine.height; ++i)
        for (std::int64_t j = 0; j < fine.width; ++j)
            level.count[(i >> halve_rows) * level.width + (j >> halve_cols)] += fine.count[i * fine.width + j];
    levels_.push_back(std::move(level));
}

double DensityPyramid::exact_cost(const MatrixWindow& window) const {
    const std::int64_t entries_of_rows = matrix_.row_pointer[window.row_end] - matrix_.row_pointer[window.row_begin];
    const auto rows = static_cast<double>(window.row_end - window.row_begin);
    const double most = rows * ns_per_row + static_cast<double>(entries_of_rows) * ns_per_entry;
    if (most <= exact_budget_ns || levels_.empty()) return most;
    // Few of the window's entries may be in these rows. The coarsest pyramid level provides an estimate of their
    // number.
    const Level& level = levels_.back();
    double entries = 0;
    for (std::int64_t i = window.row_begin >> level.row_shift; i << level.row_shift < window.row_end; ++i)
        for (std::int64_t j = window.col_begin >> level.col_shift; j << level.col_shift < window.col_end; ++j)
            entries += level.count[i * level.width + j];
    const auto length = static_cast<double>(entries_of_rows) / std::max(1.0, rows);
    return std::min(most, rows * (ns_per_row + 8 * std::log2(length + 1)) + entries * ns_per_entry);
}

/// Returns the coarsest pyramid level whose cells are no larger than the cells of the view.
const DensityPyramid::Level* DensityPyramid::level_for(const MatrixWindow& window, int height, int width) const {
    const Level* found = nullptr;
    for (const Level& level : levels_) {
        const bool fine_enough = ((window.row_end - window.row_begin) >> level.row_shift) >= height &&
                                 ((window.col_end - window.col_begin) >> level.col_shift) >= width;
        if (fine_enough) found = &level;
    }
    return found;
}

bool DensityPyramid::is_exact(const MatrixWindow& window, int height, int width) const {
    return exact_cost(clip(window, matrix_)) <= exact_budget_ns || level_for(window, height, width) == nullptr;
}

DensityGrid DensityPyramid::count(const MatrixWindow& window, int height, int width) const {
    DensityGrid grid{window, height, width, std::vector<std::uint32_t>(height * width, 0)};
    const double cost = exact_cost(clip(window, matrix_));
    const Level* level = cost <= exact_budget_ns ? nullptr : level_for(window, height, width);
    if (level != nullptr) count_from_level(grid, *level);
    else count_from_rows(grid, cost);
    return grid;
}

void DensityPyramid::count_from_rows(DensityGrid& grid, double cost) const {
    const MatrixWindow inside = clip(grid.window, matrix_);
    if (inside.col_begin >= inside.col_end || inside.row_begin >= inside.row_end) return;
    const auto row_edge = boundaries(grid.window.row_begin, grid.window.row_end, grid.height);
    const bool all_columns = inside.col_begin == 0 && inside.col_end == matrix_.cols;
    // Cell j starts at floor(j span / width). Column x is therefore in cell floor(((x + 1) width - 1) / span).
    const Divider span(static_cast<std::uint64_t>(grid.window.col_end - grid.window.col_begin));
    const auto width = static_cast<std::uint64_t>(grid.width);

    const auto count_cell_row = [&](std::int64_t i) {
        std::uint32_t* cells = grid.count.data() + i * grid.width;
        const std::int64_t first = std::clamp(row_edge[i], inside.row_begin, inside.row_end);
        const std::int64_t last = std::clamp(row_edge[i + 1], inside.row_begin, inside.row_end);
        for (std::int64_t row = first; row < last; ++row) {
            const std::int32_t* begin = matrix_.column.data() + matrix_.row_pointer[row];
            const std::int32_t* end = matrix_.column.data() + matrix_.row_pointer[row + 1];
            if (!all_columns) begin = std::lower_bound(begin, end, inside.col_begin);
            if (!all_columns) end = std::lower_bound(begin, end, inside.col_end);
            for (; begin < end; ++begin) {
                const auto x = static_cast<std::uint64_t>(*begin - grid.window.col_begin);
                ++cells[span.divide((x + 1) * width - 1)];
            }
        }
    };
    constexpr std::int64_t cell_rows_per_task = 16;
    const std::int64_t tasks = (grid.height + cell_rows_per_task - 1) / cell_rows_per_task;
    // Starting a thread takes tens of microseconds, so small views are computed on the current thread.
    parallel_for(tasks, cost < 1e6 ? 1 : 0, [&](std::int64_t task) {
        const std::int64_t end = std::min<std::int64_t>(grid.height, (task + 1) * cell_rows_per_task);
        for (std::int64_t i = task * cell_rows_per_task; i < end; ++i) count_cell_row(i);
    });
}

void DensityPyramid::count_from_level(DensityGrid& grid, const Level& level) const {
    const Shares rows =
        share_out(boundaries(grid.window.row_begin, grid.window.row_end, grid.height), matrix_.rows, level.row_shift);
    const Shares cols =
        share_out(boundaries(grid.window.col_begin, grid.window.col_end, grid.width), matrix_.cols, level.col_shift);
    // Counts of one row of the view. An additional cell at each end counts entries outside the view.
    std::vector<std::uint32_t> padded(grid.width + 3);
    std::uint32_t* const cells = padded.data() + 1;
    std::int32_t current = -1;
    const auto flush = [&] {
        if (current >= 0 && current < grid.height)
            std::transform(cells, cells + grid.width, grid.count.begin() + std::int64_t{current} * grid.width,
                           grid.count.begin() + std::int64_t{current} * grid.width, std::plus<>());
        std::fill(padded.begin(), padded.end(), 0);
    };
    const auto spread = [&](const std::uint32_t* from, const auto& taken) {
        for (std::size_t j = 0; j < cols.share.size(); ++j) {
            if (from[j] == 0) continue;
            const std::uint32_t count = taken(from[j]);
            const std::uint32_t here = part(count, cols.share[j].weight);
            cells[cols.share[j].cell] += here;
            cells[cols.share[j].cell + 1] += count - here;
        }
    };
    for (std::size_t i = 0; i < rows.share.size(); ++i) {
        const Share& row = rows.share[i];
        const std::uint32_t* from =
            level.count.data() + (rows.first + static_cast<std::int64_t>(i)) * level.width + cols.first;
        if (row.cell != current) {
            flush();
            current = row.cell;
        }
        const auto here = [&](std::uint32_t count) { return part(count, row.weight); };
        if (row.weight == whole && row.cell >= 0) spread(from, [](std::uint32_t count) { return count; });
        else if (row.cell >= 0) spread(from, here);
        if (row.weight != whole && row.cell + 1 < grid.height) {
            flush();
            current = row.cell + 1;
            spread(from, [&](std::uint32_t count) { return count - here(count); });
        }
    }
    flush();
}

} // namespace warploom
