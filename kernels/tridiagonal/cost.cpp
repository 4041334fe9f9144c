#include "engine/error.h"
#include "kernels/operations/tridiagonal.h"
#include "kernels/tridiagonal/levels.h"

#include <algorithm>
#include <cmath>
#include <map>

// What each method should cost. Steps are those that this implementation makes, which for powers of two are the
// source's formulas (cerny2011, "Složitosti algoritmů"); operations are the formulas themselves; bytes are counted
// here, from what each launch or sweep touches: every sector of 32 bytes once, as if a cache kept it until the launch
// ends.

namespace warploom::kernels {

namespace {

constexpr double sector = 32;

/// The bytes of one launch or sweep over `count` elements that lie `stride` apart.
double touched(std::int64_t count, std::int64_t stride, double element_bytes) {
    if (count <= 0) return 0;
    const double all = static_cast<double>((count - 1) * stride + 1) * element_bytes;
    return std::min(static_cast<double>(count) * std::max(sector, element_bytes), all);
}

/// How the numbers of a row lie: bytes of the four coefficients, or of the x, of `count` rows `stride` apart.
struct Layout {
    bool is_records;
    double element_bytes;

    double rows(std::int64_t count, std::int64_t stride) const {
        if (is_records) return static_cast<double>(count) * sector; // a, b, c, d: one sector in either precision
        return 4 * touched(count, stride, element_bytes);
    }
    double known_x(std::int64_t count, std::int64_t stride) const {
        if (is_records) return static_cast<double>(count) * sector;
        return touched(count, stride, element_bytes);
    }
    double x(std::int64_t count, std::int64_t stride) const { return touched(count, stride, element_bytes); }
};

/// Cyclic reduction: `levels` steps forward, the rows that are left read once and solved, `levels` steps back.
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

/// Parallel cyclic reduction: `steps` that read and write all rows, the last of which writes x instead.
double doubling_bytes(std::int64_t n, int steps, const Layout& layout) {
    return (2 * steps - 1) * layout.rows(n, 1) + layout.x(n, 1);
}

double log2_of(std::int64_t n) { return n > 1 ? std::log2(static_cast<double>(n)) : 0; }

using Cost = TridiagonalCost (*)(std::int64_t n, double element_bytes);

/// Two sweeps: a, b, c, d in and two numbers out; these and x in, x out. A host that goes up and down does the same.
TridiagonalCost thomas(std::int64_t n, double element_bytes) {
    const auto rows = static_cast<double>(n);
    return {2 * rows, 8 * rows, 9 * element_bytes * rows, "2n", "8n"};
}

TridiagonalCost cyclic(std::int64_t n, int levels, const Layout& layout) {
    TridiagonalCost cost;
    cost.steps = n > 0 ? 2 * cyclic_levels(n) + 1 : 0;
    cost.operations = 17 * static_cast<double>(n);
    cost.bytes = n > 0 ? cyclic_bytes(n, levels, layout) : 0;
    cost.steps_formula = "2 log2 n - 1";
    cost.operations_formula = "17n";
    return cost;
}
TridiagonalCost cr(std::int64_t n, double element_bytes) { return cyclic(n, cyclic_levels(n), {false, element_bytes}); }
TridiagonalCost cr_records(std::int64_t n, double element_bytes) {
    return cyclic(n, cyclic_levels(n), {true, element_bytes});
}
/// What a block does in shared memory costs no global memory.
TridiagonalCost cr_shared(std::int64_t n, double element_bytes) {
    return cyclic(n, cyclic_levels_until(n, shared_rows), {false, element_bytes});
}
/// The middle has half the steps of cr, for more operations: 12 of them a row and step.
TridiagonalCost cr_pcr(std::int64_t n, double element_bytes) {
    TridiagonalCost cost = cr_shared(n, element_bytes);
    const int levels = cyclic_levels_until(n, parallel_rows);
    const std::int64_t middle = rows_of_level(n, levels);
    cost.steps = n > 0 ? 2 * levels + doubling_steps(middle) : 0;
    cost.operations = 17 * static_cast<double>(n - middle) + 12 * static_cast<double>(middle) * log2_of(middle);
    cost.steps_formula = "2 log2 (n / m) + log2 m, m = 64 rows or fewer";
    cost.operations_formula = "17 (n - m) + 12 m log2 m";
    return cost;
}

TridiagonalCost doubling(std::int64_t n, const Layout& layout) {
    TridiagonalCost cost;
    cost.steps = n > 0 ? doubling_steps(n) : 0;
    cost.operations = 12 * static_cast<double>(n) * log2_of(n);
    cost.bytes = n > 0 ? doubling_bytes(n, doubling_steps(n), layout) : 0;
    cost.steps_formula = "log2 n";
    cost.operations_formula = "12 n log2 n";
    return cost;
}
TridiagonalCost pcr(std::int64_t n, double element_bytes) { return doubling(n, {false, element_bytes}); }
TridiagonalCost pcr_records(std::int64_t n, double element_bytes) { return doubling(n, {true, element_bytes}); }
/// All steps in shared memory count as one: read once, x written once.
TridiagonalCost pcr_shared(std::int64_t n, double element_bytes) {
    TridiagonalCost cost = pcr(n, element_bytes);
    if (n > 0) cost.bytes = doubling_bytes(n, doubling_steps_until(n, shared_rows) + 1, {false, element_bytes});
    return cost;
}

/// The two-sweep method with pivoting: a, b, c, d twice and x once; the coarse systems add about 4 %.
TridiagonalCost partition(std::int64_t n, double element_bytes) {
    TridiagonalCost cost;
    cost.bytes = 9 * element_bytes * static_cast<double>(n);
    return cost;
}
/// Once where a block holds the whole system, twice where blocks are reduced first.
TridiagonalCost nested_partitions(std::int64_t n, double element_bytes) {
    TridiagonalCost cost;
    cost.bytes = (n <= block_rows ? 5 : 9) * element_bytes * static_cast<double>(n);
    return cost;
}
/// A library does not say how. a, b, c, d have to be read and x to be written.
TridiagonalCost library(std::int64_t n, double element_bytes) {
    TridiagonalCost cost;
    cost.bytes = 5 * element_bytes * static_cast<double>(n);
    return cost;
}
/// dgtsv without row exchanges: 5 n forward and 5 n back, because what an exchange would leave is multiplied by 0 all
/// the same. Copying four arrays, a sweep that reads four and writes four, one that reads four and writes one.
TridiagonalCost lapack(std::int64_t n, double element_bytes) {
    const auto rows = static_cast<double>(n);
    return {2 * rows, 10 * rows, 21 * element_bytes * rows, "2n", "10n without row exchanges"};
}

} // namespace

TridiagonalCost tridiagonal_cost(const std::string& kernel, std::int64_t n, Precision precision) {
    static const std::map<std::string, Cost> costs{{"thomas", thomas},
                                                   {"thomas-gpu", thomas},
                                                   {"cr", cr},
                                                   {"cr-records", cr_records},
                                                   {"cr-shared", cr_shared},
                                                   {"cr-pcr", cr_pcr},
                                                   {"pcr", pcr},
                                                   {"pcr-records", pcr_records},
                                                   {"pcr-shared", pcr_shared},
                                                   {"partition", partition},
                                                   {"nested-partitions", nested_partitions},
                                                   {"cpu-cr", cr},
                                                   {"cpu-pcr", pcr},
                                                   {"cpu-pcr-interleaved", pcr},
                                                   {"cpu-pcr-blocked", pcr},
                                                   {"cpu-cr-records", cr_records},
                                                   {"cpu-pcr-records", pcr_records},
                                                   {"cpu-pcr-interleaved-records", pcr_records},
                                                   {"cpu-pcr-blocked-records", pcr_records},
                                                   {"lapack-dgtsv", lapack},
                                                   {"cusparse-gtsv2", library},
                                                   {"cusparse-gtsv2-nopivot", library},
                                                   {"cusparse-gtsv2-batch", library},
                                                   {"cusparse-gtsv-interleaved", library}};
    const auto found = costs.find(kernel);
    if (found == costs.end())
        throw Error("kernel.unknown", "There is no kernel '" + kernel + "' of tridiagonal whose cost is known.",
                    "`warploom-engine kernels` lists them.");
    return found->second(n, precision == Precision::float32 ? 4.0 : 8.0);
}

} // namespace warploom::kernels
