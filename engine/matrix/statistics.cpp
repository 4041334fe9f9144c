#include "engine/matrix/statistics.h"

#include "engine/matrix/lower_factor.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace warploom {
namespace {

class Comparison {
public:
    explicit Comparison(const CsrMatrix& matrix) : matrix_(matrix) { report_.pattern = report_.values = true; }

    /// Processes matrix entry k, in row `row`, if the entry has no mirror entry.
    void alone(std::int64_t row, std::int64_t k) {
        report_.pattern = false;
        has_opposites_only_ = false;
        count(row, k);
        const double re = matrix_.value[k], im = imaginary(k);
        differ(row, k, re, im, std::nullopt);
    }

    /// Processes a matrix entry `a` in row `row` together with its mirror entry `b`.
    void pair(std::int64_t row, std::int64_t a, std::int64_t b) {
        ++report_.below;
        ++report_.above;
        const double re = matrix_.value[a] - matrix_.value[b];
        const double im = imaginary(a) - imaginary(b);
        if (matrix_.value[a] != -matrix_.value[b] || im != 0) has_opposites_only_ = false;
        if (re != 0 || im != 0) differ(row, a, re, im, matrix_.value[b]); // the condition is also true for NaN
    }

    SymmetryReport result() const {
        double largest = 0;
        for (std::size_t k = 0; k < matrix_.value.size(); ++k) {
            const double magnitude = matrix_.imaginary.empty() ? std::abs(matrix_.value[k])
                                                               : std::hypot(matrix_.value[k], matrix_.imaginary[k]);
            largest = std::max(largest, magnitude);
        }
        SymmetryReport report = report_;
        report.defect = largest > 0 ? largest_difference_ / largest : 0;
        report.is_opposite = has_opposites_only_ && report.below > 0;
        return report;
    }

private:
    double imaginary(std::int64_t k) const { return matrix_.imaginary.empty() ? 0 : matrix_.imaginary[k]; }

    void count(std::int64_t row, std::int64_t k) { ++(matrix_.column[k] < row ? report_.below : report_.above); }

    void differ(std::int64_t row, std::int64_t k, double re, double im, std::optional<double> mirrored) {
        report_.values = false;
        const double difference = im == 0 ? std::abs(re) : std::hypot(re, im);
        const bool is_first = report_.row < 0;
        if (!is_first && !(difference > largest_difference_)) return;
        largest_difference_ = std::max(largest_difference_, difference);
        report_.row = row;
        report_.column = matrix_.column[k];
        report_.value = matrix_.value[k];
        report_.mirrored = mirrored;
    }

    const CsrMatrix& matrix_;
    SymmetryReport report_;
    double largest_difference_ = 0;
    bool has_opposites_only_ = true;
};

} // namespace

SymmetryReport examine_symmetry(const CsrMatrix& matrix, const std::function<void()>& check) {
    if (matrix.rows != matrix.cols) {
        SymmetryReport none;
        none.defect = std::numeric_limits<double>::quiet_NaN();
        return none;
    }
    const std::int64_t* pointer = matrix.row_pointer.data();
    const std::int32_t* column = matrix.column.data();
    Comparison comparison(matrix);

    // Because rows are visited in ascending order, the mirror images of the entries above the diagonal of a row are
    // also visited in ascending order. One cursor per row is therefore sufficient.
    require_memory(8.0 * static_cast<double>(matrix.rows), sentence("Comparing the matrix with its transpose"));
    std::vector<std::int64_t> cursor(static_cast<std::size_t>(matrix.rows));
    for (std::int64_t row = 0; row < matrix.rows; ++row) {
        if (check && row % 4096 == 0) check();
        std::int64_t k = pointer[row];
        for (; k < pointer[row + 1] && column[k] < row; ++k) {
            const std::int64_t partner_row = column[k], end = pointer[partner_row + 1];
            std::int64_t& at = cursor[partner_row];
            while (at < end && column[at] < row) comparison.alone(partner_row, at++);
            if (at < end && column[at] == row) comparison.pair(row, k, at++);
            else comparison.alone(row, k);
        }
        if (k < pointer[row + 1] && column[k] == row) ++k;
        cursor[row] = k;
    }
    for (std::int64_t row = 0; row < matrix.rows; ++row)
        for (std::int64_t k = cursor[row]; k < pointer[row + 1]; ++k) comparison.alone(row, k);
    return comparison.result();
}

namespace {

constexpr int most_bars = 64;
constexpr int smallest_block = 2, largest_block = 16;

using Check = std::function<void()>;

/// Computes percentiles of the row lengths, which are between `least` and `most`.
template <class Length>
std::vector<std::int64_t> percentiles_of(std::int64_t rows, const Length& length, std::int64_t least,
                                         std::int64_t most) {
    // Count the rows of each length. If there are more possible lengths than rows, sort the lengths instead.
    const bool counts = most - least < rows;
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(counts ? most - least + 1 : rows));
    for (std::int64_t row = 0; row < rows; ++row)
        if (counts) ++numbers[length(row) - least];
        else numbers[row] = length(row);
    if (!counts) std::sort(numbers.begin(), numbers.end());
    std::vector<std::int64_t> found;
    std::int64_t at = -1, so_far = 0;
    for (const int percentage : row_length_percentiles) {
        const std::int64_t rank =
            std::max<std::int64_t>(1, rows / 100 * percentage + (rows % 100 * percentage + 99) / 100);
        if (counts)
            while (so_far < rank) so_far += numbers[++at];
        found.push_back(counts ? least + at : numbers[rank - 1]);
    }
    return found;
}

/// Computes statistics and a histogram of the row lengths. The function `length` returns the length of a row.
template <class Length> void describe_lengths(std::int64_t rows, const Length& length, MatrixStatistics& out) {
    RowLengths& lengths = out.row_length;
    if (rows == 0) return;
    lengths.min = std::numeric_limits<std::int64_t>::max();
    std::int64_t sum = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::int64_t l = length(row);
        lengths.min = std::min(lengths.min, l);
        lengths.max = std::max(lengths.max, l);
        lengths.empty += l == 0;
        sum += l;
    }
    lengths.mean = static_cast<double>(sum) / static_cast<double>(rows);

    const std::int64_t width = (lengths.max - lengths.min) / most_bars + 1;
    const std::int64_t bars = (lengths.max - lengths.min) / width + 1;
    for (std::int64_t bar = 0; bar < bars; ++bar) {
        const std::int64_t first = lengths.min + bar * width;
        out.histogram.push_back({first, std::min(lengths.max, first + width - 1), 0});
    }
    double squares = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::int64_t l = length(row);
        ++out.histogram[(l - lengths.min) / width].rows;
        const double off = static_cast<double>(l) - lengths.mean;
        squares += off * off;
    }
    lengths.standard_deviation = std::sqrt(squares / static_cast<double>(rows));
    lengths.percentiles = percentiles_of(rows, length, lengths.min, lengths.max);
}

void describe_bands(const CsrMatrix& matrix, const Check& check, MatrixStatistics& out) {
    const std::int64_t possible = matrix.rows + matrix.cols;
    // Use one bit per possible diagonal, or a sorted list if there are far more possible diagonals than entries.
    const bool few_entries = possible / 64 > matrix.nonzeros() + 65536;
    std::vector<std::uint64_t> bits(few_entries ? 0 : (possible / 64 + 1), 0);
    std::vector<std::int64_t> list;
    for (std::int64_t row = 0; row < matrix.rows; ++row) {
        if (row % 4096 == 0) check();
        const std::int64_t begin = matrix.row_pointer[row], end = matrix.row_pointer[row + 1];
        if (begin == end) continue;
        out.bandwidth_lower = std::max(out.bandwidth_lower, row - matrix.column[begin]);
        out.bandwidth_upper = std::max(out.bandwidth_upper, matrix.column[end - 1] - row);
        for (std::int64_t k = begin; k < end; ++k) {
            const std::int64_t diagonal = matrix.column[k] - row + matrix.rows;
            if (few_entries) list.push_back(diagonal);
            else bits[diagonal / 64] |= 1ull << (diagonal % 64);
        }
    }
    for (const std::uint64_t word : bits) out.diagonals += __builtin_popcountll(word);
    std::sort(list.begin(), list.end());
    out.diagonals += std::unique(list.begin(), list.end()) - list.begin();
}

/// Counts the b x b blocks that contain a nonzero. `b` is a template parameter so that the compiler can replace
/// divisions by `b` with multiplications.
template <int b> std::int64_t count_blocks(const CsrMatrix& matrix, const Check& check) {
    const std::int64_t* pointer = matrix.row_pointer.data();
    const std::int32_t* column = matrix.column.data();
    const std::int64_t block_columns = matrix.cols / b + 1;
    std::int64_t blocks = 0;

    if (block_columns > 4 * matrix.nonzeros() + 65536) { // most block columns would be empty in this case
        std::vector<std::int32_t> touched;
        for (std::int64_t row = 0; row < matrix.rows;) {
            const std::int64_t end_row = std::min<std::int64_t>(matrix.rows, row + b);
            touched.clear();
            for (std::int64_t k = pointer[row]; k < pointer[end_row]; ++k) touched.push_back(column[k] / b);
            std::sort(touched.begin(), touched.end());
            blocks += std::unique(touched.begin(), touched.end()) - touched.begin();
            if (row % (4096 * b) == 0) check();
            row = end_row;
        }
        return blocks;
    }

    require_memory(4.0 * static_cast<double>(block_columns), sentence("Counting the blocks of the matrix"));
    std::vector<std::int32_t> seen_in(block_columns, -1); // last block row that has an entry in the block column
    for (std::int64_t row = 0, block_row = 0; row < matrix.rows; ++block_row) {
        const std::int64_t end_row = std::min<std::int64_t>(matrix.rows, row + b);
        const auto mark = static_cast<std::int32_t>(block_row);
        // Do not branch on whether the block was seen before. The branch would be unpredictable for irregular matrices.
        for (std::int64_t k = pointer[row]; k < pointer[end_row]; ++k) {
            const std::uint32_t block = static_cast<std::uint32_t>(column[k]) / b;
            blocks += seen_in[block] != mark;
            seen_in[block] = mark;
        }
        if (block_row % 4096 == 0) check();
        row = end_row;
    }
    return blocks;
}

using BlockCounter = std::int64_t (*)(const CsrMatrix&, const Check&);

template <int... b> constexpr std::array<BlockCounter, sizeof...(b)> block_counters(std::integer_sequence<int, b...>) {
    return {&count_blocks<smallest_block + b>...};
}

constexpr auto counters = block_counters(std::make_integer_sequence<int, largest_block - smallest_block + 1>());

void describe_csr(const CsrMatrix& matrix, const Progress& progress, MatrixStatistics& out) {
    describe_lengths(
        matrix.rows, [&](std::int64_t row) { return matrix.row_length(row); }, out);
    const Check check = [&] { stop_if_cancelled(progress); };
    constexpr std::int64_t tasks = 2 + counters.size();
    out.block_fill.resize(counters.size());
    std::int64_t done = 0;
    parallel_for(
        tasks, 0,
        [&](std::int64_t task) {
            if (task == 0) {
                const SymmetryReport report = examine_symmetry(matrix, check);
                out.pattern_symmetric = report.pattern;
                out.values_symmetric = report.values;
                out.symmetry_defect = report.defect;
                if (matrix.imaginary.empty()) out.definiteness = examine_definiteness(matrix, report);
            } else if (task == 1) {
                describe_bands(matrix, check, out);
                if (matrix.rows == matrix.cols) out.lower_factor_note = lower_factor_note(matrix);
            } else {
                const int b = smallest_block + static_cast<int>(task - 2);
                BlockFill& fill = out.block_fill[task - 2];
                fill.block_size = b;
                fill.blocks = counters[task - 2](matrix, check);
                if (fill.blocks > 0)
                    fill.fill = static_cast<double>(matrix.nonzeros()) / (static_cast<double>(fill.blocks) * b * b);
            }
        },
        [&] { progress.check(std::min(++done, tasks), tasks); });
    progress.check(tasks, tasks);
}

/// Computes the statistics of a matrix from a list of entries, because its CSR arrays do not fit in memory.
void describe_entries(const Matrix& matrix, MatrixStatistics& out) {
    const std::vector<Entry>& entries = matrix.oversize_entries;
    std::vector<std::int64_t> lengths, diagonals;
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const Entry& entry = entries[k];
        if (k == 0 || entries[k - 1].row != entry.row) lengths.push_back(0);
        ++lengths.back();
        diagonals.push_back(entry.col - entry.row);
        out.bandwidth_lower = std::max(out.bandwidth_lower, entry.row - entry.col);
        out.bandwidth_upper = std::max(out.bandwidth_upper, entry.col - entry.row);
    }
    const auto filled = static_cast<std::int64_t>(lengths.size());
    describe_lengths(
        filled, [&](std::int64_t row) { return lengths[row]; }, out);
    if (out.rows > filled) { // add the empty rows, because the list of entries does not contain them
        RowLengths& l = out.row_length;
        const double n = static_cast<double>(out.rows), total = static_cast<double>(entries.size());
        double squares = 0;
        for (const std::int64_t length : lengths) squares += static_cast<double>(length) * static_cast<double>(length);
        l.min = 0;
        l.empty = out.rows - filled;
        l.mean = total / n;
        l.standard_deviation = std::sqrt(std::max(0.0, squares / n - l.mean * l.mean));
        out.histogram.insert(out.histogram.begin(), {0, 0, l.empty});
        if (out.histogram.size() > most_bars) { // if the histogram has too many bars, merge the last two
            out.histogram[most_bars - 1].last = out.histogram.back().last;
            out.histogram[most_bars - 1].rows += out.histogram.back().rows;
            out.histogram.pop_back();
        }
    }
    std::sort(diagonals.begin(), diagonals.end());
    out.diagonals = std::unique(diagonals.begin(), diagonals.end()) - diagonals.begin();

    for (int b = smallest_block; b <= largest_block; ++b) {
        std::vector<std::pair<std::int64_t, std::int64_t>> blocks;
        for (const Entry& entry : entries) blocks.emplace_back(entry.row / b, entry.col / b);
        std::sort(blocks.begin(), blocks.end());
        const std::int64_t count = std::unique(blocks.begin(), blocks.end()) - blocks.begin();
        const double places = static_cast<double>(count) * b * b;
        out.block_fill.push_back({b, count, count > 0 ? static_cast<double>(entries.size()) / places : 0});
    }

    if (out.rows != out.cols) {
        out.symmetry_defect = std::numeric_limits<double>::quiet_NaN();
        return;
    }
    out.pattern_symmetric = out.values_symmetric = true;
    double largest = 0, difference = 0;
    for (const Entry& entry : entries) {
        const auto less = [](const Entry& a, const Entry& b) { return a.row != b.row ? a.row < b.row : a.col < b.col; };
        const Entry mirrored{entry.col, entry.row, 0};
        const auto found = std::lower_bound(entries.begin(), entries.end(), mirrored, less);
        const bool there = found != entries.end() && found->row == entry.col && found->col == entry.row;
        const double other = there ? found->value : 0;
        if (!there) out.pattern_symmetric = false;
        if (!there || !(other == entry.value)) out.values_symmetric = false;
        largest = std::max(largest, std::abs(entry.value));
        difference = std::max(difference, std::abs(entry.value - other));
    }
    out.symmetry_defect = largest > 0 ? difference / largest : 0;
}

} // namespace

MatrixStatistics matrix_statistics(const Matrix& matrix, const Progress& progress) {
    MatrixStatistics out;
    out.rows = matrix.rows();
    out.cols = matrix.cols();
    out.stored = matrix.stored;
    out.explicit_zeros = matrix.explicit_zeros;
    out.repeats = matrix.repeats;
    if (matrix.is_oversize()) {
        out.nonzeros = static_cast<std::int64_t>(matrix.oversize_entries.size());
        describe_entries(matrix, out);
    } else {
        out.nonzeros = matrix.csr.nonzeros();
        describe_csr(matrix.csr, progress, out);
    }
    return out;
}

} // namespace warploom
