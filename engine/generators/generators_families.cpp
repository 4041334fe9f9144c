// Generates matrices similar to those that occur in engineering: finite elements with several unknowns per node,
// Kronecker graphs, and bands with noise and long rows.
#include "engine/generators/generators.h"
#include "engine/matrix/random.h"
#include "engine/matrix/row_builder.h"
#include "engine/memory.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace warploom {

namespace {

enum FamilyStream : std::uint64_t { order_of_nodes, pattern_of_family, values_of_family, border_of_row };

/// Generates a matrix row by row. A callback returns the distinct columns of a row in ascending order and is called
/// twice per row. Values are uniform in (-1, 1).
template <class Columns>
CsrMatrix build_from_columns(std::int64_t rows, std::int64_t cols, const Columns& columns_of, std::uint64_t seed,
                             const Progress& progress, int threads) {
    return build_rows(
        rows, cols, [&](std::int64_t row) { return static_cast<std::int64_t>(columns_of(row).size()); },
        [&](std::int64_t row, std::int32_t* column, double* value) {
            Random random(seed, values_of_family, static_cast<std::uint64_t>(row));
            for (const std::int32_t c : columns_of(row)) {
                *column++ = c;
                *value++ = random.symmetric();
            }
        },
        progress, threads);
}

void sort_distinct(std::vector<std::int32_t>& columns) {
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
}

/// Nodes of a regular mesh with linear elements. A node is coupled to itself and to all nodes that belong to a common
/// element: up to 9 nodes in two dimensions and 27 in three.
class Mesh {
public:
    Mesh(std::int64_t nodes_along_an_edge, std::int64_t dimensions)
        : edge_(nodes_along_an_edge), layers_(dimensions == 3 ? nodes_along_an_edge : 1) {}
    std::int64_t nodes() const { return edge_ * edge_ * layers_; }
    /// Calls `use` with every neighbor of a node, including the node itself, in ascending order.
    template <class Use> void for_neighbors(std::int64_t node, const Use& use) const {
        const std::int64_t x = node % edge_, y = node / edge_ % edge_, z = node / (edge_ * edge_);
        for (std::int64_t k = std::max<std::int64_t>(0, z - 1); k <= std::min(layers_ - 1, z + 1); ++k)
            for (std::int64_t j = std::max<std::int64_t>(0, y - 1); j <= std::min(edge_ - 1, y + 1); ++j)
                for (std::int64_t i = std::max<std::int64_t>(0, x - 1); i <= std::min(edge_ - 1, x + 1); ++i)
                    use((k * edge_ + j) * edge_ + i);
    }

private:
    std::int64_t edge_, layers_;
};

/// Returns the inverse of an odd number modulo 2^64. Each step of Newton's iteration doubles the number of correct
/// bits.
std::uint64_t inverse_of_odd(std::uint64_t odd) {
    std::uint64_t inverse = odd; // an odd number is its own inverse modulo 8, so 3 bits are correct
    for (int step = 0; step < 5; ++step) inverse *= 2 - odd * inverse;
    return inverse;
}

} // namespace

/// Generates the pattern of linear finite elements on a regular mesh with `unknowns` unknowns per node. Each pair of
/// coupled nodes corresponds to a dense block. Off-diagonal values are symmetric and uniform in (-1, 0). The diagonal
/// is 1 plus the sum of the magnitudes in the row, so the matrix is positive definite. With shuffle=1, nodes are in
/// random order.
CsrMatrix make_finite_elements(const GeneratorValues& values, const Progress& progress, int threads) {
    const Mesh mesh(values.integer("n"), values.integer("dimensions"));
    const std::int64_t unknowns = values.integer("unknowns"), nodes = mesh.nodes();
    const std::uint64_t seed = values.seed();
    // Mesh node of each row block, and row block of each mesh node. Both lists are empty for the natural order.
    std::vector<std::int32_t> mesh_node, number;
    if (values.integer("shuffle") != 0) {
        require_memory(8.0 * static_cast<double>(nodes),
                       sentence("The order of {nodes} {nodes:node|nodes}", {{"nodes", nodes}}));
        mesh_node.resize(static_cast<std::size_t>(nodes));
        number.resize(mesh_node.size());
        std::iota(mesh_node.begin(), mesh_node.end(), 0);
        Random random(seed, order_of_nodes);
        for (std::size_t i = mesh_node.size(); i > 1; --i) std::swap(mesh_node[i - 1], mesh_node[random.below(i)]);
        for (std::size_t i = 0; i < mesh_node.size(); ++i)
            number[static_cast<std::size_t>(mesh_node[i])] = static_cast<std::int32_t>(i);
    }
    const auto at = [&](std::int64_t row) {
        const std::int64_t node = row / unknowns;
        return mesh_node.empty() ? node : mesh_node[static_cast<std::size_t>(node)];
    };
    return build_rows(
        nodes * unknowns, nodes * unknowns,
        [&](std::int64_t row) {
            std::int64_t neighbors = 0;
            mesh.for_neighbors(at(row), [&](std::int64_t) { ++neighbors; });
            return neighbors * unknowns;
        },
        [&](std::int64_t row, std::int32_t* column, double* value) {
            std::vector<std::int64_t> neighbors;
            mesh.for_neighbors(at(row), [&](std::int64_t node) {
                neighbors.push_back(number.empty() ? node : number[static_cast<std::size_t>(node)]);
            });
            std::sort(neighbors.begin(), neighbors.end());
            double sum = 0;
            double* diagonal = nullptr;
            for (const std::int64_t neighbor : neighbors)
                for (std::int64_t c = neighbor * unknowns; c < (neighbor + 1) * unknowns; ++c) {
                    *column++ = static_cast<std::int32_t>(c);
                    if (c == row) {
                        diagonal = value++;
                        continue;
                    }
                    const auto from = static_cast<std::uint64_t>(std::min(row, c)),
                               to = static_cast<std::uint64_t>(std::max(row, c));
                    const double magnitude = Random(seed + values_of_family, from, to).unit();
                    *value++ = -magnitude;
                    sum += magnitude;
                }
            *diagonal = 1 + sum;
        },
        progress, threads);
}

/// Generates the adjacency matrix of a Kronecker graph (R-MAT; Chakrabarti, Zhan, Faloutsos 2004) with the initiator of
/// Graph 500: 0.57, 0.19, 0.19, 0.05. The number of edges in a row is its expected value, rounded up or down at random.
/// An edge that is drawn twice is stored only once. With shuffle=1, vertices are renumbered by a multiplicative hash.
CsrMatrix make_kronecker(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t scale = values.integer("scale"), vertices = std::int64_t{1} << scale;
    const std::uint64_t seed = values.seed(), mask = static_cast<std::uint64_t>(vertices) - 1;
    const double edges = values.number("edges") * static_cast<double>(vertices);
    const bool is_shuffled = values.integer("shuffle") != 0;
    constexpr std::uint64_t factor = 2654435761; // multiplier of Knuth's multiplicative hash, which must be odd
    const std::uint64_t back = inverse_of_odd(factor);
    const auto columns_of = [=](std::int64_t row) {
        const std::uint64_t vertex =
            is_shuffled ? static_cast<std::uint64_t>(row) * back & mask : static_cast<std::uint64_t>(row);
        Random random(seed, pattern_of_family, vertex);
        double expected = edges;
        for (std::int64_t bit = 0; bit < scale; ++bit) expected *= (vertex >> bit & 1) != 0 ? 0.24 : 0.76;
        const auto draws = static_cast<std::int64_t>(expected + random.unit());
        std::vector<std::int32_t> columns;
        columns.reserve(static_cast<std::size_t>(draws));
        for (std::int64_t draw = 0; draw < draws; ++draw) {
            std::uint64_t column = 0;
            for (std::int64_t bit = 0; bit < scale; ++bit) {
                const bool is_one = (vertex >> bit & 1) != 0 ? random.below(24) < 5 : random.below(4) < 1;
                column |= static_cast<std::uint64_t>(is_one) << bit;
            }
            columns.push_back(static_cast<std::int32_t>(is_shuffled ? column * factor & mask : column));
        }
        sort_distinct(columns);
        return columns;
    };
    return build_from_columns(vertices, vertices, columns_of, seed, progress, threads);
}

/// Generates a bordered band matrix. It consists of a full band, `noise` random entries per row, and a border. The
/// border consists of the last `long` rows, with `length` evenly scattered entries in each row, and of the last `long`
/// columns, with `length` entries per column on average.
CsrMatrix make_bordered(const GeneratorValues& values, const Progress& progress, int threads) {
    const std::int64_t n = values.integer("n"), band = values.integer("band");
    const std::int64_t in_border = std::min(values.integer("long"), n);
    const std::int64_t wanted = values.integer("length"),
                       length = wanted == 0 ? std::max<std::int64_t>(1, n / 10) : std::min(wanted, n);
    const double noise = values.number("noise");
    const std::uint64_t seed = values.seed();
    const auto columns_of = [=](std::int64_t row) {
        std::vector<std::int32_t> columns;
        const auto put = [&](std::int64_t c) { columns.push_back(static_cast<std::int32_t>(c)); };
        Random random(seed, pattern_of_family, static_cast<std::uint64_t>(row));
        if (row >= n - in_border) {
            columns.reserve(static_cast<std::size_t>(length) + 1);
            const double step = static_cast<double>(n) / static_cast<double>(length);
            for (std::int64_t k = 0; k < length; ++k)
                put(std::min(n - 1, static_cast<std::int64_t>((static_cast<double>(k) + random.unit()) * step)));
            put(row);
        } else {
            for (std::int64_t c = std::max<std::int64_t>(0, row - band); c <= std::min(n - 1, row + band); ++c) put(c);
            const auto others = static_cast<std::int64_t>(noise + random.unit());
            for (std::int64_t k = 0; k < others; ++k)
                put(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(n))));
            Random bordering(seed, border_of_row, static_cast<std::uint64_t>(row));
            for (std::int64_t k = n - in_border; k < n; ++k)
                if (bordering.unit() * static_cast<double>(n) < static_cast<double>(length)) put(k);
        }
        sort_distinct(columns);
        return columns;
    };
    return build_from_columns(n, n, columns_of, seed, progress, threads);
}

} // namespace warploom
