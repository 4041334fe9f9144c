// Matrices with random nonzero patterns: random rows, reservoirs and water networks as described in papers, and rows
// with power-law lengths.
#include "engine/generators/generators.h"
#include "engine/matrix/random.h"
#include "engine/matrix/row_builder.h"
#include "engine/memory.h"
#include "engine/network/elimination.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace warploom {

namespace {

enum GeneratorStream : std::uint64_t { lengths, random_columns, entry_values, links, conductances, tanks };

/// Writes `count` distinct numbers from [0, bound) in ascending order. The numbers are the first `count` distinct
/// results of `draw(random)`. If `count` is more than half of `bound`, the numbers to omit are drawn instead.
template <class Draw>
void choose_distinct(Random random, const Draw& draw_by, std::int64_t count, std::int64_t bound, std::int32_t* out) {
    const bool choose_the_others = count > bound / 2;
    const std::int64_t draws = choose_the_others ? bound - count : count;
    const auto draw = [&] { return draw_by(random); };
    if (count * 64 >= bound) {
        std::vector<std::uint64_t> chosen(static_cast<std::size_t>(bound + 63) / 64, choose_the_others ? ~0ull : 0ull);
        for (std::int64_t left = draws; left > 0;) {
            const std::uint64_t number = draw(), bit = 1ull << (number % 64);
            std::uint64_t& word = chosen[number / 64];
            if (((word & bit) != 0) == choose_the_others) {
                word ^= bit;
                --left;
            }
        }
        if (choose_the_others && bound % 64 != 0) chosen.back() &= (1ull << (bound % 64)) - 1;
        for (std::size_t i = 0; i < chosen.size(); ++i)
            for (std::uint64_t word = chosen[i]; word != 0; word &= word - 1)
                *out++ = static_cast<std::int32_t>(i * 64 + static_cast<std::size_t>(std::countr_zero(word)));
        return;
    }
    // If only a few numbers are needed from a large range, replace duplicates after sorting. This gives the same set as
    // the loop above.
    std::int32_t* end = out;
    while (end - out < count) {
        while (end - out < count) *end++ = static_cast<std::int32_t>(draw());
        std::sort(out, end);
        end = std::unique(out, end);
    }
}

/// Draws random column indices. If `popular` is 1, all columns are equally likely. Otherwise, u^popular * cols is the
/// rank of a column in the order of popularity, where u is uniform in (0, 1). A multiplicative hash then scatters the
/// ranks over the matrix.
class ColumnDraw {
public:
    ColumnDraw(std::int64_t cols, double popular) : cols_(static_cast<std::uint64_t>(cols)), popular_(popular) {
        while (std::gcd(factor_, cols_) > 1) factor_ += 2; // a factor coprime to cols_ makes the mapping bijective
    }
    std::uint64_t operator()(Random& random) const {
        if (popular_ == 1) return random.below(cols_);
        const double share = exact_power(random.unit(), popular_);
        const auto rank = std::min(static_cast<std::uint64_t>(share * static_cast<double>(cols_)), cols_ - 1);
        return rank * (factor_ % cols_) % cols_;
    }

private:
    std::uint64_t cols_, factor_ = 2654435761; // multiplier of Knuth's multiplicative hash; cols is less than 2^31
    double popular_;
};

/// Generates a matrix with the given row lengths, distinct random columns, and values uniform in (-1, 1).
CsrMatrix build_random_rows(std::int64_t rows, std::int64_t cols, double popular, std::uint64_t seed,
                            const RowLength& length, const Progress& progress, int threads) {
    const ColumnDraw draw(cols, popular);
    return build_rows(
        rows, cols, length,
        [&](std::int64_t row, std::int32_t* column, double* value) {
            const std::int64_t count = length(row);
            choose_distinct(Random(seed, random_columns, static_cast<std::uint64_t>(row)), draw, count, cols, column);
            Random random(seed, entry_values, static_cast<std::uint64_t>(row));
            for (std::int64_t k = 0; k < count; ++k) value[k] = random.symmetric();
        },
        progress, threads);
}

} // namespace

/// Generates the matrices of Prata et al. 2010, section 4. Row lengths are uniform in 1..fraction * cols, columns are
/// random and distinct, and values are uniform in (-1, 1).
CsrMatrix make_random_rows(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t n = values.integer("n"), cols = values.cols();
    const std::uint64_t seed = values.seed();
    const auto longest = std::clamp<std::int64_t>(
        static_cast<std::int64_t>(values.number("fraction") * static_cast<double>(cols)), 1, cols);
    const auto length = [=](std::int64_t row) {
        Random random(seed, lengths, static_cast<std::uint64_t>(row));
        return 1 + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(longest)));
    };
    return build_random_rows(n, cols, 1, seed, length, progress, threads);
}

/// Generates a matrix with Pareto-distributed row lengths, scaled to the requested mean and truncated at `longest`.
/// Columns are random and distinct, and values are uniform in (-1, 1). Half of the entries are in the most popular
/// columns, which are a fraction 2^-popular of all columns.
CsrMatrix make_power_law(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t n = values.integer("n"), cols = values.cols();
    const std::uint64_t seed = values.seed();
    const double mean = values.number("mean"), power = 1 / (values.number("exponent") - 1);
    const std::int64_t wanted = values.integer("longest");
    const std::int64_t longest = std::min(cols, wanted == 0 ? std::max<std::int64_t>(1, n / 20) : wanted);

    // number of bytes per row: the weight, the row pointer and at least one entry
    constexpr double bytes_a_row = sizeof(float) + 8 + 12;
    require_memory(bytes_a_row * static_cast<double>(n),
                   sentence("The matrix with {rows} {rows:row|rows}", {{"rows", n}}));
    // Generate the random lengths on one thread, because their sum must not depend on the number of threads.
    std::vector<float> weight(static_cast<std::size_t>(n));
    for (std::int64_t row = 0; row < n; ++row) {
        if (row % 65536 == 0) progress.check(0, 1);
        Random random(seed, lengths, static_cast<std::uint64_t>(row));
        weight[row] = static_cast<float>(exact_power(1 / random.unit(), power));
    }
    const auto most = static_cast<double>(longest);
    double scale = 1;
    // Truncating the longest rows lowers the mean length. Scale the lengths a few times to restore the mean as far as
    // possible.
    for (int round = 0; round < 6; ++round) {
        double sum = 0;
        for (const float w : weight) sum += std::clamp(scale * static_cast<double>(w), 1.0, most);
        if (n > 0) scale *= mean * static_cast<double>(n) / sum;
    }
    const auto length = [&](std::int64_t row) {
        const double exact = scale * static_cast<double>(weight[row]);
        return static_cast<std::int64_t>(std::clamp(exact + 0.5, 1.0, most));
    };
    return build_random_rows(n, cols, values.number("popular"), seed, length, progress, threads);
}

/// Generates the matrices of Rossignon et al. (2013), section 2: a 7-point stencil on grid^3 cells, in which each entry
/// is replaced by a dense b x b block. Off-diagonal values are uniform in (-1, 0). The diagonal is 1 plus the sum of
/// the magnitudes of the other values in the row, so the matrix is strictly diagonally dominant. With spd=1, the values
/// are also symmetric, so the matrix is positive definite.
CsrMatrix make_reservoir(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t grid = values.integer("grid"), block = values.integer("block");
    const std::int64_t plane = grid * grid, cells = plane * grid, n = cells * block;
    const std::uint64_t seed = values.seed();
    const bool symmetric = values.integer("spd") != 0;
    const auto inside = [grid](std::int64_t i) { return static_cast<std::int64_t>(i > 0) + (i < grid - 1); };
    return build_rows(
        n, n,
        [=](std::int64_t row) {
            const std::int64_t cell = row / block;
            return block * (1 + inside(cell / plane) + inside(cell / grid % grid) + inside(cell % grid));
        },
        [=](std::int64_t row, std::int32_t* column, double* value) {
            const std::int64_t cell = row / block, z = cell / plane, y = cell / grid % grid, x = cell % grid;
            std::array<std::int64_t, 7> neighbour{};
            std::size_t neighbours = 0;
            if (z > 0) neighbour[neighbours++] = cell - plane;
            if (y > 0) neighbour[neighbours++] = cell - grid;
            if (x > 0) neighbour[neighbours++] = cell - 1;
            neighbour[neighbours++] = cell;
            if (x < grid - 1) neighbour[neighbours++] = cell + 1;
            if (y < grid - 1) neighbour[neighbours++] = cell + grid;
            if (z < grid - 1) neighbour[neighbours++] = cell + plane;

            double sum = 0;
            double* diagonal = nullptr;
            for (std::size_t k = 0; k < neighbours; ++k) {
                for (std::int64_t j = 0; j < block; ++j) {
                    const std::int64_t c = neighbour[k] * block + j;
                    *column++ = static_cast<std::int32_t>(c);
                    if (c == row) {
                        diagonal = value++;
                        continue;
                    }
                    const std::int64_t from = symmetric ? std::min(row, c) : row, to = symmetric ? std::max(row, c) : c;
                    const double magnitude =
                        Random(seed, static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(to)).unit();
                    *value++ = -magnitude;
                    sum += magnitude;
                }
            }
            *diagonal = 1 + sum;
        },
        progress, threads);
}

/// Permutes the rows and columns of a symmetric system by row length, in the order defined by `before`. Rows of equal
/// length keep their relative order.
CsrMatrix numbered_anew(const CsrMatrix& a, const std::function<bool(std::int64_t, std::int64_t)>& before,
                        const Progress& progress, int threads) {
    std::vector<std::int32_t> old_of(static_cast<std::size_t>(a.rows)), new_of(old_of.size());
    std::iota(old_of.begin(), old_of.end(), 0);
    std::stable_sort(old_of.begin(), old_of.end(),
                     [&](std::int32_t i, std::int32_t j) { return before(a.row_length(i), a.row_length(j)); });
    for (std::size_t row = 0; row < old_of.size(); ++row) new_of[old_of[row]] = static_cast<std::int32_t>(row);
    return build_rows(
        a.rows, a.cols, [&](std::int64_t row) { return a.row_length(old_of[row]); },
        [&](std::int64_t row, std::int32_t* column, double* value) {
            std::vector<std::pair<std::int32_t, double>> entries;
            for (std::int64_t k = a.row_pointer[old_of[row]]; k < a.row_pointer[old_of[row] + 1]; ++k)
                entries.emplace_back(new_of[a.column[k]], a.value[k]);
            std::sort(entries.begin(), entries.end());
            for (const auto& [at, number] : entries) {
                *column++ = at;
                *value++ = number;
            }
        },
        progress, threads);
}

/// Generates the matrix of a pipe network. Each node i > 0 is connected to one of the 32 nodes before it, so that the
/// pipes form a spanning tree. A fraction `loops` of the nodes has a second pipe to one of these 32 nodes. Conductances
/// range over six decades, from 1e-3 to 1e3. Every `tank_every`-th node is connected to a tank of fixed grade.
/// Conductances are multiples of 2^-30, so that each diagonal entry is the exact sum of its row. The matrix is
/// therefore positive definite regardless of rounding.
///
/// With fill=1, the matrix has the nonzero structure whose entries are counted in Prata et al. 2010, section 4.3. This
/// is the structure of the Cholesky factor plus its transpose. The additional entries are 0. With front=N, the rows
/// with more than N entries come first, and the order within both groups is preserved. This is how section 4.3
/// describes figure 3: "some rows with many nonzeros, and then many with 3, 4 or fewer". With sorted=1, all rows are
/// sorted by length.
CsrMatrix make_water_network(const GeneratorValues& values, const Progress& progress, int threads) {
    static constexpr std::array<double, 6> decades{1e-3, 1e-2, 1e-1, 1, 10, 100};
    struct Half {
        std::int32_t row, column;
        double conductance;
    };
    const std::int64_t n = values.integer("n"), tank_every = values.integer("tank_every");
    const std::uint64_t seed = values.seed();
    const double loops = values.number("loops");
    const auto random_conductance = [](Random& random) {
        const double exact = decades[random.below(6)] * (1 + 9 * random.unit());
        return std::floor(exact * 0x1p30) * 0x1p-30;
    };

    // Upper bound on the number of entries. Each pipe has an entry in the rows of both end nodes, and each node has a
    // diagonal entry. The number of nodes with a second pipe is random, but almost never exceeds its mean, n * loops,
    // by more than 4 sqrt(n).
    const auto nodes = static_cast<double>(n);
    const double listed = nodes + 2 * (nodes * (1 + loops) + 4 * std::sqrt(nodes));
    require_memory(listed * (sizeof(Half) + 12) + nodes * (8 + 8 + 8),
                   sentence("The water network with {nodes} {nodes:node|nodes}", {{"nodes", n}}));
    std::vector<Half> halves;
    halves.reserve(static_cast<std::size_t>(listed));
    std::vector<double> diagonal(static_cast<std::size_t>(n), 0.0);
    for (std::int64_t node = 0; node < n; ++node) {
        if (node % 65536 == 0) progress.check(0, 1);
        Random random(seed, links, static_cast<std::uint64_t>(node));
        const auto reach = static_cast<std::uint64_t>(std::min<std::int64_t>(node, 32));
        const int pipes = node == 0 ? 0 : 1 + (random.unit() < loops);
        for (int pipe = 0; pipe < pipes; ++pipe) {
            const auto other = static_cast<std::int32_t>(node - 1 - static_cast<std::int64_t>(random.below(reach)));
            const double conductance = random_conductance(random);
            halves.push_back({static_cast<std::int32_t>(node), other, conductance});
            halves.push_back({other, static_cast<std::int32_t>(node), conductance});
            diagonal[node] += conductance;
            diagonal[other] += conductance;
        }
        if (node % tank_every == 0) {
            Random tank(seed, tanks, static_cast<std::uint64_t>(node));
            diagonal[node] += random_conductance(tank);
        }
    }
    for (std::int64_t node = 0; node < n; ++node) {
        const auto at = static_cast<std::int32_t>(node);
        halves.push_back({at, at, -diagonal[node]});
    }
    std::sort(halves.begin(), halves.end(),
              [](const Half& a, const Half& b) { return a.row != b.row ? a.row < b.row : a.column < b.column; });
    // Add the conductances of parallel pipes. The sums are exact, so the order of the additions does not matter.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < halves.size(); ++i) {
        if (kept > 0 && halves[kept - 1].row == halves[i].row && halves[kept - 1].column == halves[i].column)
            halves[kept - 1].conductance += halves[i].conductance;
        else halves[kept++] = halves[i];
    }
    halves.resize(kept);
    std::vector<std::int64_t> first(static_cast<std::size_t>(n) + 1, 0);
    for (const Half& half : halves) ++first[half.row + 1];
    for (std::size_t row = 0; row < static_cast<std::size_t>(n); ++row) first[row + 1] += first[row];

    CsrMatrix matrix = build_rows(
        n, n, [&](std::int64_t row) { return first[row + 1] - first[row]; },
        [&](std::int64_t row, std::int32_t* column, double* value) {
            for (std::int64_t k = first[row]; k < first[row + 1]; ++k) {
                *column++ = halves[k].column;
                *value++ = -halves[k].conductance;
            }
        },
        progress, threads);
    if (values.integer("fill") != 0) {
        std::vector<std::int32_t> tanks_at(static_cast<std::size_t>(n), 0);
        for (std::int64_t node = 0; node < n; node += tank_every) tanks_at[node] = 1;
        matrix = network::with_fill(matrix, network::eliminate_by_minimum_degree(matrix, tanks_at, progress));
    }
    if (values.integer("sorted") != 0)
        return numbered_anew(
            matrix, [](std::int64_t one, std::int64_t other) { return one > other; }, progress, threads);
    if (const std::int64_t longest = values.integer("front"); longest > 0)
        return numbered_anew(
            matrix, [=](std::int64_t one, std::int64_t other) { return one > longest && other <= longest; }, progress,
            threads);
    return matrix;
}

std::vector<double> symmetric_numbers(std::uint64_t seed, std::int64_t count) {
    Random random(seed);
    std::vector<double> numbers(static_cast<std::size_t>(count));
    for (double& number : numbers) number = random.symmetric();
    return numbers;
}

} // namespace warploom
