#include "engine/measure/zero_pivot.h"

#include <cmath>
#include <cstddef>
#include <limits>

namespace warploom::measure {

namespace {

/// A pivot of the elimination, and the sum of the magnitudes of its terms.
template <class T> struct Pivot {
    T value = 1, magnitude = 1;

    /// Returns whether different rounding errors could make the pivot 0.
    bool is_near_zero() const {
        return std::isfinite(magnitude) && std::fabs(value) <= 8 * std::numeric_limits<T>::epsilon() * magnitude;
    }
};

template <class T> struct EliminationRows {
    explicit EliminationRows(const TridiagonalSystem& system)
        : n(system.n()), a(system.a.begin(), system.a.end()), b(system.b.begin(), system.b.end()),
          c(system.c.begin(), system.c.end()) {}
    std::int64_t n;
    std::vector<T> a, b, c;

    /// Returns the product of the two coefficients that couple row i to the eliminated row: i - 1 if `step` is 1, i + 1
    /// if `step` is -1.
    T coefficient_product(std::int64_t i, std::int64_t step) const {
        const auto at = static_cast<std::size_t>(i), before = static_cast<std::size_t>(i - step);
        return step > 0 ? a[at] * c[before] : c[at] * a[before];
    }
    /// Returns the pivots of the elimination, which starts at one end of the system and stops at the first pivot that
    /// is 0.
    std::vector<Pivot<T>> eliminate(std::int64_t step) const {
        std::vector<Pivot<T>> pivots(static_cast<std::size_t>(n),
                                     {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::quiet_NaN()});
        T last = 1;
        for (std::int64_t k = 0; k < n && last != 0; ++k) {
            const std::int64_t i = step > 0 ? k : n - 1 - k;
            const auto at = static_cast<std::size_t>(i);
            const T taken = k > 0 ? coefficient_product(i, step) / last : 0;
            pivots[at] = {b[at] - taken, std::fabs(b[at]) + std::fabs(taken)};
            last = pivots[at].value;
        }
        return pivots;
    }
    /// Performs one step of parallel cyclic reduction. After the step, each row is coupled to the rows at twice the
    /// distance.
    void reduce(std::int64_t distance, std::vector<T>& magnitude) {
        EliminationRows next = *this;
        for (std::int64_t i = 0; i < n; ++i) {
            const auto at = static_cast<std::size_t>(i);
            T before = 0, behind = 0;
            next.a[at] = next.c[at] = 0;
            if (i >= distance) {
                const auto other = static_cast<std::size_t>(i - distance);
                const T factor = a[at] / b[other];
                before = c[other] * factor;
                next.a[at] = -a[other] * factor;
            }
            if (i + distance < n) {
                const auto other = static_cast<std::size_t>(i + distance);
                const T factor = c[at] / b[other];
                behind = a[other] * factor;
                next.c[at] = -c[other] * factor;
            }
            next.b[at] = b[at] - before - behind;
            magnitude[at] = std::fabs(b[at]) + std::fabs(before) + std::fabs(behind);
        }
        *this = std::move(next);
    }
};

template <class T> std::optional<std::int64_t> first_zero(const TridiagonalSystem& system) {
    const auto pivots = EliminationRows<T>(system).eliminate(1);
    for (std::size_t i = 0; i < pivots.size(); ++i)
        if (pivots[i].value == 0) return static_cast<std::int64_t>(i);
    return std::nullopt;
}

template <class T> bool may_be_zero(const TridiagonalSystem& system, std::int64_t row) {
    if (row < 0 || row >= system.n()) return false;
    EliminationRows<T> rows(system);
    const auto at = static_cast<std::size_t>(row);
    const auto down = rows.eliminate(1), up = rows.eliminate(-1);
    if (down[at].is_near_zero() || up[at].is_near_zero()) return true;
    Pivot<T> middle{rows.b[at], std::fabs(rows.b[at])};
    for (const std::int64_t step : {1, -1}) {
        const std::int64_t other = row - step;
        if (other < 0 || other >= rows.n) continue;
        const T taken =
            rows.coefficient_product(row, step) / (step > 0 ? down : up)[static_cast<std::size_t>(other)].value;
        middle.value -= taken;
        middle.magnitude += std::fabs(taken);
    }
    if (middle.is_near_zero()) return true;
    std::vector<T> magnitude(rows.b.size());
    for (std::size_t i = 0; i < magnitude.size(); ++i) magnitude[i] = std::fabs(rows.b[i]);
    for (std::int64_t distance = 1;; distance *= 2) {
        if (Pivot<T>{rows.b[at], magnitude[at]}.is_near_zero()) return true;
        if (distance >= rows.n) return false;
        rows.reduce(distance, magnitude);
    }
}

} // namespace

std::optional<std::int64_t> first_zero_pivot(const TridiagonalSystem& system, bool single) {
    return single ? first_zero<float>(system) : first_zero<double>(system);
}

bool may_be_zero_pivot(const TridiagonalSystem& system, std::int64_t row, bool single) {
    return single ? may_be_zero<float>(system, row) : may_be_zero<double>(system, row);
}

bool is_first_zero_pivot(const CsrMatrix& a, const std::vector<double>& lu, std::int64_t row) {
    for (std::int64_t r = 0; r <= row && r < a.rows; ++r)
        for (std::int64_t k = a.row_pointer[static_cast<std::size_t>(r)];
             k < a.row_pointer[static_cast<std::size_t>(r) + 1]; ++k) {
            if (a.column[static_cast<std::size_t>(k)] != r) continue;
            const double pivot = lu[static_cast<std::size_t>(k)];
            if (pivot == 0 || !std::isfinite(pivot)) return r == row;
        }
    return false;
}

} // namespace warploom::measure
