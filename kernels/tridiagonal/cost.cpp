#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/operations/tridiagonal.h"
#include "kernels/tridiagonal/levels.h"

#include <algorithm>
#include <cmath>
#include <map>

// The expected cost of each tridiagonal solver. The number of steps refers to this implementation; for powers of two,
// it agrees with the paper (cerny2011, "Složitosti algoritmů"). The number of operations comes from the paper's
// formulas. Bytes are counted per launch or sweep. Every 32-byte sector counts once, as if a cache kept it until the
// end of the launch.

namespace warploom::kernels {

namespace {

constexpr double sector = 32;

/// Returns the number of bytes transferred by a launch or sweep for `count` elements that are `stride` apart.
double touched(std::int64_t count, std::int64_t stride, double element_bytes) {
    if (count <= 0) return 0;
    const double all = static_cast<double>((count - 1) * stride + 1) * element_bytes;
    return std::min(static_cast<double>(count) * std::max(sector, element_bytes), all);
}

/// Row layout of a tridiagonal system. Computes the bytes for the four coefficients, or for x, of `count` rows that are
/// `stride` apart.
struct Layout {
    bool is_records;
    double element_bytes;

    double rows(std::int64_t count, std::int64_t stride) const {
        if (is_records)
            return static_cast<double>(count) * sector; // a, b, c and d are in one sector in either precision
        return 4 * touched(count, stride, element_bytes);
    }
    double known_x(std::int64_t count, std::int64_t stride) const {
        if (is_records) return static_cast<double>(count) * sector;
        return touched(count, stride, element_bytes);
    }
    double x(std::int64_t count, std::int64_t stride) const { return touched(count, stride, element_bytes); }
};

/// Returns the number of bytes transferred by cyclic reduction with `levels` forward steps, a step that solves the
/// remaining rows, and `levels` backward steps.
double cyclic_bytes(std::int64_t n, int levels, const Layout& layout) {
    double bytes = 0;
    for (int level = 1; level <= levels; ++level) {
        const std::int64_t stride = std::int64_t{1} << level;
        bytes += layout.rows(rows_of_level(n, level - 1), stride / 2) + layout.rows(rows_of_level(n, level), stride);
    }
    const auto writes_x = [&](std::int64_t count, std::int64_t stride, bool is_needed_again) {
        bytes += layout.x(count, stride);
        if (layout.is_records && is_needed_again) bytes += layout.known_x(count, stride);
    };
    bytes += layout.rows(rows_of_level(n, levels), std::int64_t{1} << levels);
    writes_x(rows_of_level(n, levels), std::int64_t{1} << levels, levels > 0);
    for (int level = levels - 1; level >= 0; --level) {
        const std::int64_t stride = std::int64_t{2} << level, rows = (rows_of_level(n, level) + 1) / 2;
        bytes += layout.rows(rows, stride) + layout.known_x(rows_of_level(n, level + 1), stride);
        writes_x(rows, stride, level > 0);
    }
    return bytes;
}

/// Returns the number of bytes transferred by parallel cyclic reduction. Each of the `steps` steps reads and writes all
/// rows, except that the last step writes x.
double doubling_bytes(std::int64_t n, int steps, const Layout& layout) {
    return (2 * steps - 1) * layout.rows(n, 1) + layout.x(n, 1);
}

double log2_of(std::int64_t n) { return n > 1 ? std::log2(static_cast<double>(n)) : 0; }

using Cost = TridiagonalCost (*)(std::int64_t n, const Layout& layout);

/// Returns the cost of the Thomas algorithm, on the host or on a GPU. The first sweep reads a, b, c and d and writes
/// two values. The second sweep reads these values and x, and writes x.
TridiagonalCost thomas(std::int64_t n, const Layout& layout) {
    const auto rows = static_cast<double>(n);
    return {2 * rows, 8 * rows, 9 * layout.element_bytes * rows, "2n", "8n"};
}

/// Returns the cost of cyclic reduction with `levels` forward steps in global memory, without steps in shared memory.
TridiagonalCost cyclic(std::int64_t n, int levels, const Layout& layout) {
    const double steps = n > 0 ? 2.0 * cyclic_levels(n) + 1 : 0;
    return {steps, 17 * static_cast<double>(n), cyclic_bytes(n, levels, layout), "2 log2 n - 1", "17n"};
}
TridiagonalCost cr(std::int64_t n, const Layout& layout) { return cyclic(n, cyclic_levels(n), layout); }
TridiagonalCost cr_shared(std::int64_t n, const Layout& layout) {
    return cyclic(n, cyclic_levels_until(n, shared_rows), layout);
}
/// Returns the cost of cr-pcr. It is like cyclic(), but the middle part takes half as many steps and more operations:
/// 12 per row and step.
TridiagonalCost cr_pcr(std::int64_t n, const Layout& layout) {
    const int levels = cyclic_levels_until(n, parallel_rows);
    const std::int64_t middle = rows_of_level(n, levels);
    const double steps = n > 0 ? 2.0 * levels + doubling_steps(middle) : 0;
    return {steps, 17 * static_cast<double>(n - middle) + 12 * static_cast<double>(middle) * log2_of(middle),
            cr_shared(n, layout).bytes, sentence_pattern("2 log2 (n / m) + log2 m, where m is at most 64"),
            "17 (n - m) + 12 m log2 m"};
}

/// Returns the cost of parallel cyclic reduction with `steps` steps in global memory.
TridiagonalCost doubling(std::int64_t n, int steps, const Layout& layout) {
    return {n > 0 ? 1.0 * doubling_steps(n) : 0, 12 * static_cast<double>(n) * log2_of(n),
            doubling_bytes(n, steps, layout), "log2 n", "12 n log2 n"};
}
TridiagonalCost pcr(std::int64_t n, const Layout& layout) { return doubling(n, doubling_steps(n), layout); }
/// Returns the cost of pcr-shared for a system in shared memory: each row is read once, and x is written once.
TridiagonalCost pcr_shared(std::int64_t n, const Layout& layout) {
    return doubling(n, doubling_steps_until(n, shared_rows) + 1, layout);
}

/// Returns the cost of `times` passes over an array of n values, without a formula for steps and operations.
template <int times> TridiagonalCost passes(std::int64_t n, const Layout& layout) {
    TridiagonalCost cost;
    cost.bytes = times * layout.element_bytes * static_cast<double>(n);
    return cost;
}
/// Returns the cost of the partition method with pivoting, which reads a, b, c and d twice and writes x once. The
/// coarse systems add about 4 %.
constexpr Cost partition = passes<9>;
/// Returns the minimum cost of a library solver with an unknown algorithm: reading a, b, c and d, and writing x.
constexpr Cost library = passes<5>;
/// Returns the cost of nested-partitions: one sweep if a block holds the system, or two if blocks are reduced first.
TridiagonalCost nested_partitions(std::int64_t n, const Layout& layout) {
    return n <= block_rows ? library(n, layout) : partition(n, layout);
}
/// Returns the cost of LAPACK's dgtsv. Without row exchanges, it takes 5 n operations forward and 5 n backward, because
/// it multiplies with the fill-in of an exchange even if it is 0. It first copies four arrays. The first sweep then
/// reads and writes four arrays, and the second sweep reads four arrays and writes one.
TridiagonalCost lapack(std::int64_t n, const Layout& layout) {
    const auto rows = static_cast<double>(n);
    return {2 * rows, 10 * rows, 21 * layout.element_bytes * rows, "2n",
            sentence_pattern("10n without row interchanges")};
}

} // namespace

TridiagonalCost tridiagonal_cost(const std::string& kernel, std::int64_t n, Precision precision) {
    static const std::map<std::string, Cost> costs{{"thomas", thomas},
                                                   {"thomas-gpu", thomas},
                                                   {"cr", cr},
                                                   {"cr-shared", cr_shared},
                                                   {"cr-pcr", cr_pcr},
                                                   {"pcr", pcr},
                                                   {"pcr-shared", pcr_shared},
                                                   {"partition", partition},
                                                   {"nested-partitions", nested_partitions},
                                                   {"cpu-cr", cr},
                                                   {"cpu-pcr", pcr},
                                                   {"cpu-pcr-interleaved", pcr},
                                                   {"cpu-pcr-blocked", pcr},
                                                   {"lapack-dgtsv", lapack},
                                                   {"cusparse-gtsv2", library},
                                                   {"cusparse-gtsv2-nopivot", library},
                                                   {"cusparse-gtsv2-batch", library},
                                                   {"cusparse-gtsv-interleaved", library}};
    const std::size_t records = kernel.rfind("-records"); // remove the suffix of the record layout
    const auto found = costs.find(kernel.substr(0, records));
    if (found == costs.end())
        throw Error("kernel.unknown",
                    sentence("The cost of the tridiagonal kernel '{kernel}' is not known.", {{"kernel", kernel}}),
                    sentence("`warploom-engine kernels` lists the available kernels."));
    return found->second(n, {records != std::string::npos, precision == Precision::float32 ? 4.0 : 8.0});
}

} // namespace warploom::kernels
