#include "engine/measure/tridiagonal_residual.h"

#include "engine/measure/rounding.h"
#include "engine/parallel.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warploom::measure {

namespace {

constexpr std::int64_t unknowns_per_task = 1 << 15;

struct Part {
    long double residual = 0, right = 0, magnitude = 0, error = 0, known = 0; ///< sums of squares
    long double worst = -1;
    std::int64_t worst_row = -1, first_not_finite = -1;
};

/// Returns the quotient of two norms. 0 / 0 is defined as 0.
double quotient(long double above, long double below) {
    if (above == 0) return 0;
    return static_cast<double>(above / below);
}

class Rows {
public:
    Rows(const TridiagonalSystem& system, const std::vector<double>& x, bool single)
        : s_(system), x_(x), single_(single), n_(x.size()) {}

    void add(std::size_t i, Part& part) const {
        if (!std::isfinite(x_[i])) {
            if (part.first_not_finite < 0) part.first_not_finite = static_cast<std::int64_t>(i);
            return;
        }
        const long double d = rounded(s_.d[i]);
        long double sum = d, magnitude = std::fabs(d);
        const auto subtract = [&](double coefficient, double x) {
            const long double term = rounded(coefficient) * static_cast<long double>(x);
            sum -= term;
            magnitude += std::fabs(term);
        };
        if (i > 0) subtract(s_.a[i], x_[i - 1]);
        subtract(s_.b[i], x_[i]);
        if (i + 1 < n_) subtract(s_.c[i], x_[i + 1]);
        part.residual += sum * sum;
        part.right += d * d;
        part.magnitude += magnitude * magnitude;
        const long double share = sum == 0 ? 0 : std::fabs(sum) / magnitude;
        if (share > part.worst) {
            part.worst = share;
            part.worst_row = static_cast<std::int64_t>(i);
        }
        if (s_.known_x.empty()) return;
        const long double known = static_cast<long double>(s_.known_x[i]);
        const long double difference = static_cast<long double>(x_[i]) - known;
        part.error += difference * difference;
        part.known += known * known;
    }

private:
    long double rounded(double v) const { return static_cast<long double>(in_precision(v, single_)); }
    const TridiagonalSystem& s_;
    const std::vector<double>& x_;
    bool single_;
    std::size_t n_;
};

TridiagonalCheck failed(const std::string& complaint) {
    TridiagonalCheck check;
    check.relative_residual = check.normwise = check.componentwise = std::numeric_limits<double>::infinity();
    check.complaint = complaint;
    return check;
}

} // namespace

TridiagonalCheck check_tridiagonal(const TridiagonalSystem& system, const std::vector<double>& x, bool single) {
    const std::int64_t n = system.n();
    if (static_cast<std::int64_t>(x.size()) != n)
        return failed(sentence("The solution has {count} {count:entry|entries} instead of {expected}.",
                               {{"count", x.size()}, {"expected", n}}));
    const Rows rows(system, x, single);
    std::vector<Part> parts(static_cast<std::size_t>((n + unknowns_per_task - 1) / unknowns_per_task));
    parallel_for(static_cast<std::int64_t>(parts.size()), 0, [&](std::int64_t task) {
        Part part;
        const std::int64_t last = std::min(n, (task + 1) * unknowns_per_task);
        for (std::int64_t i = task * unknowns_per_task; i < last; ++i) rows.add(static_cast<std::size_t>(i), part);
        parts[task] = part;
    });
    Part all;
    for (const Part& part : parts) { // add the partial sums in a fixed order, independent of the number of threads
        if (part.first_not_finite >= 0) {
            const auto at = static_cast<std::size_t>(part.first_not_finite);
            TridiagonalCheck check =
                failed(sentence("x[{index}] (counted from 0) is {value}, which is not a finite number.",
                                {{"index", at}, {"value", std::to_string(x[at])}}));
            check.worst_row = part.first_not_finite;
            return check;
        }
        all.residual += part.residual;
        all.right += part.right;
        all.magnitude += part.magnitude;
        all.error += part.error;
        all.known += part.known;
        if (part.worst > all.worst) {
            all.worst = part.worst;
            all.worst_row = part.worst_row;
        }
    }
    TridiagonalCheck check;
    check.relative_residual = quotient(std::sqrt(all.residual), std::sqrt(all.right));
    check.normwise = quotient(std::sqrt(all.residual), std::sqrt(all.magnitude));
    check.componentwise = static_cast<double>(std::max(all.worst, 0.0L));
    check.worst_row = all.worst_row;
    if (!system.known_x.empty()) check.forward_error = quotient(std::sqrt(all.error), std::sqrt(all.known));
    return check;
}

} // namespace warploom::measure
