#include "random_matrices.h"

#include "engine/generators/generators.h"
#include "engine/matrix/random.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

namespace warploom::kernels::test {

CsrMatrix matrix_of(const Rows& rows, std::int64_t cols) {
    CsrMatrix a;
    a.rows = static_cast<std::int64_t>(rows.size());
    a.cols = cols;
    for (const auto& row : rows) {
        for (const auto& [column, value] : row) {
            a.column.push_back(column);
            a.value.push_back(value);
        }
        a.row_pointer.push_back(a.nonzeros());
    }
    return a;
}

namespace {

/// Returns a row with random distinct columns, in ascending order, and values in (-1, 1).
std::vector<std::pair<int, double>> random_row(Random& random, std::int64_t length, std::int64_t cols) {
    std::set<int> columns;
    while (static_cast<std::int64_t>(columns.size()) < std::min(length, cols))
        columns.insert(static_cast<int>(random.below(static_cast<std::uint64_t>(cols))));
    std::vector<std::pair<int, double>> row;
    for (const int column : columns) row.emplace_back(column, random.symmetric());
    return row;
}

/// Returns a matrix in which row i has length(i) entries.
CsrMatrix random_rows(std::int64_t rows, std::int64_t cols, const std::function<std::int64_t(std::int64_t)>& length) {
    Random random(7, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(cols));
    Rows list;
    for (std::int64_t i = 0; i < rows; ++i) list.push_back(random_row(random, length(i), cols));
    return matrix_of(list, cols);
}

/// Returns full b x b blocks at random positions, cut off at the edge of the matrix; with `partly`, the blocks have
/// holes.
CsrMatrix blocks(int b, std::int64_t rows, std::int64_t cols, bool partly) {
    Random random(11, static_cast<std::uint64_t>(b));
    Rows list(static_cast<std::size_t>(rows));
    for (std::int64_t first = 0; first < rows; first += b) {
        std::set<int> places;
        for (int n = 0; n < 5; ++n)
            places.insert(static_cast<int>(random.below(static_cast<std::uint64_t>((cols + b - 1) / b))));
        for (std::int64_t i = first; i < std::min<std::int64_t>(first + b, rows); ++i)
            for (const int place : places)
                for (int j = place * b; j < std::min<std::int64_t>((place + 1) * b, cols); ++j)
                    if (!partly || random.below(4) > 0) list[i].emplace_back(j, random.symmetric());
    }
    return matrix_of(list, cols);
}

class Collection {
public:
    Drawn& add(const std::string& name, CsrMatrix a) {
        Drawn drawn;
        drawn.name = name;
        Random random(3, static_cast<std::uint64_t>(list_.size()));
        for (std::int64_t j = 0; j < a.cols; ++j) drawn.x.push_back(random.symmetric());
        drawn.is_small = a.nonzeros() < 4000 && a.rows < 3000;
        drawn.a = std::move(a);
        list_.push_back(std::move(drawn));
        return list_.back();
    }
    std::vector<Drawn> take() { return std::move(list_); }

private:
    std::vector<Drawn> list_;
};

void add_shapes(Collection& list) {
    list.add("0 x n", random_rows(0, 17, [](std::int64_t) { return 0; }));
    list.add("n x 0", random_rows(17, 0, [](std::int64_t) { return 0; }));
    list.add("0 x 0", random_rows(0, 0, [](std::int64_t) { return 0; }));
    list.add("no entries", random_rows(100, 100, [](std::int64_t) { return 0; }));
    list.add("1 x 1", random_rows(1, 1, [](std::int64_t) { return 1; }));
    list.add("wide 1 x n", random_rows(1, 3001, [](std::int64_t) { return 3001; }));
    list.add("tall n x 1", random_rows(2500, 1, [](std::int64_t i) { return i % 3 != 0 ? 1 : 0; }));
    list.add("wide 10 x 50000", random_rows(10, 50000, [](std::int64_t) { return 5000; }));
    for (const int rows : {31, 32, 33, 63, 64, 65, 127, 129})
        list.add(std::to_string(rows) + " rows", random_rows(rows, 40, [](std::int64_t i) { return 1 + i % 7; }));
}

void add_row_lengths(Collection& list) {
    list.add("one dense row", random_rows(2000, 2000, [](std::int64_t i) { return i == 777 ? 1800 : 1; }));
    list.add("dense first and last row",
             random_rows(300, 1500, [](std::int64_t i) { return i == 0 || i == 299 ? 1500 : 2; }));
    list.add("empty first rows", random_rows(200, 90, [](std::int64_t i) { return i < 130 ? 0 : 5; }));
    list.add("empty last rows", random_rows(200, 90, [](std::int64_t i) { return i > 70 ? 0 : 5; }));
    list.add("empty middle rows", random_rows(400, 90, [](std::int64_t i) { return i > 100 && i < 300 ? 0 : 3; }));
    list.add("only the last row", random_rows(300, 300, [](std::int64_t i) { return i == 299 ? 40 : 0; }));
    list.add("rows of 1 to 4", random_rows(900, 900, [](std::int64_t i) { return 1 + i * 7 % 4; }));
    list.add("long beside short", random_rows(256, 600, [](std::int64_t i) { return i / 32 % 2 == 0 ? 1 : 90; }));
    list.add("rows of 32", random_rows(64, 200, [](std::int64_t) { return 32; }));
    list.add("31 entries", random_rows(31, 31, [](std::int64_t) { return 1; }));
    list.add("32 entries", random_rows(4, 50, [](std::int64_t) { return 8; }));
    list.add("33 entries", random_rows(3, 50, [](std::int64_t) { return 11; }));
    list.add("one row across many warps", random_rows(3, 20000, [](std::int64_t i) { return i == 1 ? 20000 : 2; }));
    list.add("power law", generate_matrix("power-law:n=6000,mean=12").csr);
    list.add("random columns", generate_matrix("random-rows:n=800,fraction=0.1").csr);
}

void add_blocks(Collection& list) {
    for (const int b : {1, 2, 3, 4, 5, 6, 7, 8, 16, 32, 33}) {
        Drawn& drawn =
            list.add("blocks of " + std::to_string(b), blocks(b, 20 * b + (b > 1 ? 1 : 0), 13 * b + b / 2, false));
        drawn.options.block_size = b;
    }
    Drawn& partly = list.add("partly filled blocks", blocks(6, 100, 75, true));
    partly.options.block_size = 6;
    list.add("blocks to be detected", blocks(5, 200, 200, false));
    list.add("reservoir", generate_matrix("reservoir:grid=4,block=8").csr);
}

void add_diagonals(Collection& list) {
    Rows anti(150), far(150), scattered(120);
    for (int i = 0; i < 150; ++i) anti[i] = {{149 - i, 1.0 + i}};
    for (int i = 0; i < 150; ++i) far[i] = {{i, 2.0}};
    far[0].emplace_back(149, -1.0);
    Random random(5);
    for (int i = 0; i < 120; ++i) scattered[i] = random_row(random, 1, 3000);
    list.add("anti-diagonal", matrix_of(anti, 150));
    list.add("one far-off diagonal", matrix_of(far, 150));
    list.add("a diagonal for each entry", matrix_of(scattered, 3000));
    list.add("laplace2d", generate_matrix("laplace2d:n=20").csr);
    list.add("laplace3d", generate_matrix("laplace3d:n=24").csr);
    list.add("banded", generate_matrix("banded:n=500,lower=3,upper=9").csr);
    list.add("arrow", generate_matrix("arrow:n=700").csr);
}

void add_slices(Collection& list) {
    const auto lengths = [](std::int64_t i) { return (i * 37 + 11) % 23; };
    const std::pair<int, int> figures[] = {{1, 1}, {4, 6}, {32, 1}, {7, 20}, {64, 100}, {32, 100000}};
    for (const auto& [height, window] : figures) {
        Drawn& drawn = list.add("slices of " + std::to_string(height) + " sorted within " + std::to_string(window),
                                random_rows(133, 60, lengths));
        drawn.options.slice_height = height;
        drawn.options.sort_window = window;
    }
}

void add_values(Collection& list) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Random random(9);

    Rows zeros(90);
    for (int i = 0; i < 90; ++i) zeros[i] = {{i % 40, 0.0}, {40 + i % 10, i % 2 == 0 ? -0.0 : 1.5}};
    list.add("explicit zeros", matrix_of(zeros, 50));

    Rows wide(200);
    for (auto& row : wide) {
        row = random_row(random, 9, 80);
        for (auto& [column, value] : row) value *= std::pow(10.0, static_cast<double>(random.below(601)) - 300.0);
    }
    list.add("values from 1e-300 to 1e300", matrix_of(wide, 80)).in_float = false;

    Rows cancelling(200);
    for (auto& row : cancelling) {
        row = random_row(random, 40, 100);
        for (std::size_t k = 0; k + 1 < row.size(); k += 2) row[k + 1].second = -row[k].second * (1 + 1e-15);
    }
    Drawn& cancel = list.add("rows that cancel", matrix_of(cancelling, 100));
    std::fill(cancel.x.begin(), cancel.x.end(), 1.0);

    // Padding refers to column 0, and columns 3 and 5 occur in blocks and diagonals. No row has an entry in these
    // columns, so these elements of x must not affect y.
    for (const double bad : {infinity, std::numeric_limits<double>::quiet_NaN()}) {
        Rows holes(70);
        for (int i = 0; i < 70; ++i)
            for (int j = 1; j < 30; j += 1 + i % 3)
                if (j != 3 && j != 5) holes[i].emplace_back(j, random.symmetric());
        Drawn& drawn =
            list.add(std::isnan(bad) ? "NaN under the padding" : "infinity under the padding", matrix_of(holes, 30));
        drawn.x[0] = drawn.x[3] = drawn.x[5] = bad;
        drawn.options.block_size = 4;
    }

    Drawn& met = list.add("infinity and NaN that are met", random_rows(120, 50, [](std::int64_t i) { return i % 9; }));
    met.x[10] = infinity;
    met.x[20] = std::numeric_limits<double>::quiet_NaN();
}

void add_unit_vectors(Collection& list) {
    const CsrMatrix a = random_rows(45, 12, [](std::int64_t i) { return i % 6; });
    for (int j = 0; j < 12; ++j) {
        Drawn& drawn = list.add("unit vector " + std::to_string(j), a);
        std::fill(drawn.x.begin(), drawn.x.end(), 0.0);
        drawn.x[j] = 1;
    }
}

} // namespace

const std::vector<Drawn>& random_matrices() {
    static const std::vector<Drawn> matrices = [] {
        Collection list;
        add_shapes(list);
        add_row_lengths(list);
        add_blocks(list);
        add_diagonals(list);
        add_slices(list);
        add_values(list);
        add_unit_vectors(list);
        return list.take();
    }();
    return matrices;
}

bool is_little_in(const std::string& format, const Drawn& drawn, Precision p) {
    FormatOptions options = drawn.options;
    options.limit_factor = 1e6;
    return format_bytes_needed(format, drawn.a, p, options) <= std::int64_t{8} << 20;
}

} // namespace warploom::kernels::test
