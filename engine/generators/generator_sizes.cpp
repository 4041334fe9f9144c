// Estimates the size of a generated matrix. Uses double, because a requested matrix may have more entries than an
// integer can represent.
#include "engine/generators/generator_sizes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace warploom {

namespace {

/// Returns the number of nonzeros of a stencil matrix for a grid with `edges` dimensions and `cells` cells along each
/// dimension. A cell is connected to itself and its neighbors.
double stencil(double cells, int edges) {
    const double side = std::pow(cells, edges - 1);
    return side * cells + 2 * edges * side * (cells - 1);
}

GeneratedSize random_rows(const GeneratorValues& v) {
    const double n = v.number("n"), cols = static_cast<double>(v.cols());
    const double longest = std::clamp(std::floor(v.number("fraction") * cols), 1.0, cols);
    // The sum of n lengths uniformly distributed in 1..longest is almost never more than four standard deviations below
    // its mean.
    const double spread = longest / std::sqrt(12.0) * std::sqrt(n);
    return {n, std::max(n, n * (1 + longest) / 2 - 4 * spread)};
}

GeneratedSize power_law(const GeneratorValues& v) {
    const double n = v.number("n"), cols = static_cast<double>(v.cols()), wanted = v.number("longest");
    const double longest = std::min(cols, wanted == 0 ? std::max(1.0, std::floor(n / 20)) : wanted);
    // The mean row length equals the parameter `mean` unless long rows are truncated. Even then, it is at least half of
    // `mean`.
    return {n, n * std::max(1.0, std::min(v.number("mean"), longest) / 2)};
}

GeneratedSize reservoir(const GeneratorValues& v) {
    const double grid = v.number("grid"), block = v.number("block");
    return {grid * grid * grid * block, stencil(grid, 3) * block * block};
}

/// Returns the sum of row + shift over all rows. Each term is clamped to the range from 0 to `cols`.
double sum_of_ends(double rows, double shift, double cols) {
    const double first = std::clamp(-shift, 0.0, rows), full = std::clamp(cols - shift, first, rows);
    const double between = full - first;
    return between * shift + between * (first + full - 1) / 2 + (rows - full) * cols;
}

GeneratedSize banded(const GeneratorValues& v) {
    const double n = v.number("n"), cols = static_cast<double>(v.cols());
    return {n, sum_of_ends(n, v.number("upper") + 1, cols) - sum_of_ends(n, -v.number("lower"), cols)};
}

GeneratedSize one_long_row(const GeneratorValues& v) {
    const double n = v.number("n"), wanted = v.number("length");
    return {n, n - 1 + (wanted == 0 ? n : std::min(wanted, n))};
}

GeneratedSize empty_rows(const GeneratorValues& v) {
    const double n = v.number("n"), every = v.number("every");
    const double filled = std::max(0.0, n - std::ceil(n / every) - 1);
    return {n, filled * std::min(v.number("length"), static_cast<double>(v.cols()))};
}

GeneratedSize finite_elements(const GeneratorValues& v) {
    const double n = v.number("n"), dimensions = v.number("dimensions"), unknowns = v.number("unknowns");
    // A row of n nodes has 3 n - 2 pairs of neighbors, counting each node as its own neighbor.
    return {std::pow(n, dimensions) * unknowns, std::pow(3 * n - 2, dimensions) * unknowns * unknowns};
}

/// Returns the minimum size of a Kronecker graph. An edge that is drawn several times is stored only once. If there are
/// few edges relative to the number of columns, at least a quarter of them are distinct.
GeneratedSize kronecker(const GeneratorValues& v) {
    const double rows = std::exp2(v.number("scale"));
    return {rows, rows * std::min(v.number("edges"), rows / 64) / 4};
}

GeneratedSize bordered(const GeneratorValues& v) {
    const double n = v.number("n"), border = std::min(v.number("long"), n), wanted = v.number("length");
    const double length = wanted == 0 ? std::max(1.0, std::floor(n / 10)) : std::min(wanted, n);
    const double band = v.number("band"), inner = n - border, width = std::min(n, 2 * band + 1);
    return {n, std::max(0.0, inner * width - band * (band + 1)) + border * std::max(1.0, length / 2)};
}

GeneratedSize tridiagonal(const GeneratorValues& v) {
    const double n = v.number("n");
    // In matrices of other kinds, many off-diagonal entries can be zero, so count only the diagonal.
    return {n, v.number("kind") == 0 ? 3 * n - 2 * v.number("systems") : n};
}

const std::map<std::string, std::function<GeneratedSize(const GeneratorValues&)>>& sizes() {
    using V = GeneratorValues;
    static const std::map<std::string, std::function<GeneratedSize(const V&)>> all{
        {"random-rows", random_rows},
        {"power-law", power_law},
        {"reservoir", reservoir},
        {"banded", banded},
        {"one-long-row", one_long_row},
        {"empty-rows", empty_rows},
        {"tridiagonal", tridiagonal},
        {"finite-elements", finite_elements},
        {"kronecker", kronecker},
        {"bordered", bordered},
        {"laplace2d",
         [](const V& v) {
             return GeneratedSize{std::pow(v.number("n"), 2), stencil(v.number("n"), 2)};
         }},
        {"laplace3d",
         [](const V& v) {
             return GeneratedSize{std::pow(v.number("n"), 3), stencil(v.number("n"), 3)};
         }},
        {"diagonal",
         [](const V& v) {
             return GeneratedSize{v.number("n"), static_cast<double>(std::min(v.integer("n"), v.cols()))};
         }},
        {"arrow",
         [](const V& v) {
             return GeneratedSize{v.number("n"), 3 * v.number("n") - 2};
         }},
        {"dense",
         [](const V& v) {
             return GeneratedSize{v.number("rows"), v.number("rows") * v.number("cols")};
         }},
        // The matrix size is known in advance only if all rows have the same length.
        {"test-rows",
         [](const V& v) {
             const double length = std::min(v.number("length"), static_cast<double>(v.cols()));
             const bool is_equal = v.number("lengths") < 2;
             return GeneratedSize{v.number("n"), v.number("n") * (is_equal ? std::max(0.0, length - 1) : 0)};
         }},
        // Count only the spanning tree and the diagonal, because the number of other pipes is random.
        {"water-network", [](const V& v) {
             return GeneratedSize{v.number("n"), 3 * v.number("n") - 2};
         }}};
    return all;
}

} // namespace

GeneratedSize generated_size(const std::string& name, const GeneratorValues& values) {
    return sizes().at(name)(values);
}

} // namespace warploom
