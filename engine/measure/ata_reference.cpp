#include "engine/measure/ata_reference.h"

#include "engine/format_number.h"
#include "engine/matrix/random.h"
#include "engine/measure/rounding.h"
#include "engine/parallel.h"
#include "engine/portable.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <limits>
#include <mutex>

namespace warploom::measure {

namespace {

constexpr double whole_up_to = 2e8; // If m n² is at most this number, all of C = AᵀA is computed.
constexpr std::int64_t whole_columns = 2048;
constexpr std::int64_t random_columns = 32;
constexpr std::int64_t columns_per_task = 256, rows_per_task = 64;
constexpr double beyond = std::numeric_limits<double>::infinity();

std::size_t pair_at(std::int64_t p, std::int64_t q) { return (p * (p + 1) / 2 + q); }

/// Returns the columns in which kernel errors are likely: the first and the last column, both sides of tile edges, and
/// some random columns.
std::vector<std::int64_t> chosen_columns(std::int64_t n, std::uint64_t seed) {
    std::vector<std::int64_t> chosen;
    for (const std::int64_t tile : {16, 48, 64, 128})
        for (const std::int64_t edge : {tile, n / tile * tile, n / 2 / tile * tile}) {
            chosen.push_back(edge - 1);
            chosen.push_back(edge);
        }
    chosen.push_back(0);
    chosen.push_back(n - 1);
    Random random(seed, 1);
    for (std::int64_t i = 0; i < random_columns; ++i)
        chosen.push_back(static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(n))));
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    std::erase_if(chosen, [n](std::int64_t j) { return j < 0 || j >= n; });
    return chosen;
}

class Maker {
public:
    Maker(const DenseMatrix& a, AtaReference& r, const Progress& progress, int threads)
        : a_(a), r_(r), progress_(progress), threads_(threads) {}

    void diagonal() {
        r_.diagonal.assign(a_.cols, 0);
        for_columns([&](std::int64_t first, std::int64_t last) {
            for (std::int64_t k = 0; k < a_.rows; ++k)
                for (std::int64_t j = first; j < last; ++j) {
                    const long double v = value(k, j);
                    r_.diagonal[j] += v * v;
                }
        });
    }

    void pairs() {
        const auto count = static_cast<std::int64_t>(r_.column.size());
        std::vector<double> gathered(count * a_.rows);
        for (std::int64_t k = 0; k < a_.rows; ++k)
            for (std::int64_t p = 0; p < count; ++p) gathered[p * a_.rows + k] = value(k, r_.column[p]);
        r_.value.resize(pair_at(count, 0));
        r_.magnitude.resize(pair_at(count, 0));
        run(count, [&](std::int64_t p) {
            const double* const x = gathered.data() + p * a_.rows;
            for (std::int64_t q = 0; q <= p; ++q) {
                const double* const y = gathered.data() + q * a_.rows;
                long double sum = 0, magnitude = 0;
                for (std::int64_t k = 0; k < a_.rows; ++k) {
                    const long double term = static_cast<long double>(x[k]) * static_cast<long double>(y[k]);
                    sum += term;
                    magnitude += std::fabs(term);
                }
                r_.value[pair_at(p, q)] = sum;
                r_.magnitude[pair_at(p, q)] = magnitude;
            }
        });
    }

    void product(std::uint64_t seed) {
        Random random(seed, 2);
        r_.random_vector.resize(a_.cols);
        for (std::int64_t j = 0; j < a_.cols; ++j) {
            const double v = random.symmetric();
            r_.random_vector[j] = std::isfinite(r_.diagonal[j]) ? std::copysign(0.5 + std::fabs(v) / 2, v) : 0;
        }
        // The vectors A v and |A||v|, from which Aᵀ(A v) and its bound follow.
        std::vector<long double> sums(a_.rows), magnitudes(a_.rows);
        run((a_.rows + rows_per_task - 1) / rows_per_task, [&](std::int64_t task) {
            for (std::int64_t k = task * rows_per_task; k < std::min(a_.rows, (task + 1) * rows_per_task); ++k) {
                long double sum = 0, magnitude = 0;
                for (std::int64_t j = 0; j < a_.cols; ++j) {
                    const double v = r_.random_vector[j];
                    if (v == 0) continue; // v is 0 for columns of A that contain NaN or infinity
                    const long double term = static_cast<long double>(value(k, j)) * static_cast<long double>(v);
                    sum += term;
                    magnitude += std::fabs(term);
                }
                sums[k] = sum;
                magnitudes[k] = magnitude;
            }
        });
        r_.product.assign(a_.cols, 0);
        r_.product_magnitude.assign(a_.cols, 0);
        for_columns([&](std::int64_t first, std::int64_t last) {
            for (std::int64_t k = 0; k < a_.rows; ++k)
                for (std::int64_t j = first; j < last; ++j) {
                    const long double v = value(k, j);
                    r_.product[j] += v * sums[k];
                    r_.product_magnitude[j] += std::fabs(v) * magnitudes[k];
                }
        });
    }

private:
    double value(std::int64_t k, std::int64_t j) const { return in_precision(a_.value[k * a_.cols + j], r_.single); }

    template <class Body> void run(std::int64_t tasks, const Body& body) {
        parallel_for(
            tasks, threads_,
            [&](std::int64_t task) {
                stop_if_cancelled(progress_);
                body(task);
            },
            [&] { progress_.check(0, 1); });
    }
    template <class Body> void for_columns(const Body& body) {
        run((a_.cols + columns_per_task - 1) / columns_per_task, [&](std::int64_t task) {
            body(task * columns_per_task, std::min(a_.cols, (task + 1) * columns_per_task));
        });
    }

    const DenseMatrix& a_;
    AtaReference& r_;
    const Progress& progress_;
    int threads_;
};

class Checker {
public:
    Checker(const AtaReference& r, const std::vector<double>& c) : r_(r), c_(c) {}

    AtaCheck run() {
        check_.checked_entries = r_.checked_entries();
        const auto count = static_cast<std::int64_t>(r_.column.size());
        for (std::int64_t p = 0; p < count; ++p)
            for (std::int64_t q = 0; q <= p; ++q) {
                const long double expected = r_.value[pair_at(p, q)], magnitude = r_.magnitude[pair_at(p, q)];
                compare(r_.column[p], r_.column[q], expected, magnitude);
                if (p != q) compare(r_.column[q], r_.column[p], expected, magnitude);
            }
        for (std::int64_t j = 0; j < r_.cols; ++j) compare(j, j, r_.diagonal[j], r_.diagonal[j]);
        if (!r_.is_whole) compare_products();
        say_worst();
        walk_all();
        return check_;
    }

private:
    double c(std::int64_t i, std::int64_t j) const { return c_[i * r_.cols + j]; }

    void note(double ratio, std::int64_t i, std::int64_t j, long double expected) {
        if (ratio <= check_.bound_ratio && check_.worst_row >= 0) return;
        check_.bound_ratio = ratio;
        check_.worst_row = i;
        check_.worst_column = j;
        expected_ = expected;
    }
    void compare(std::int64_t i, std::int64_t j, long double expected, long double magnitude) {
        const long double bound = sum_bound(static_cast<double>(r_.rows), magnitude, r_.single);
        note(sum_ratio(c(i, j), expected, magnitude, bound, r_.single), i, j, expected);
    }

    void compare_products() {
        std::vector<double> ratios(r_.cols, 0);
        const auto m = static_cast<long double>(r_.rows), n = static_cast<long double>(r_.cols);
        // Add the error bounds of the entries, and the rounding errors of the three products, which are computed in
        // long double.
        const long double relative =
            2 * m * static_cast<long double>(unit_roundoff(r_.single)) + (n + 2 * m + 4) * 0x1p-63L;
        parallel_for(r_.cols, 0, [&](std::int64_t i) {
            const long double magnitude = r_.product_magnitude[i];
            if (!std::isfinite(magnitude) || magnitude > static_cast<long double>(largest_sum(r_.single))) return;
            long double sum = 0;
            // Stop at an entry that is not finite, because x87 instructions are slow for NaN.
            for (std::int64_t j = 0; j < r_.cols && std::isfinite(sum); ++j)
                if (r_.random_vector[j] != 0)
                    sum += static_cast<long double>(c(i, j)) * static_cast<long double>(r_.random_vector[j]);
            const long double bound = relative * magnitude + m * n * static_cast<long double>(denormal(r_.single));
            const long double error = std::fabs(sum - r_.product[i]);
            ratios[i] = error == 0                          ? 0
                        : std::isfinite(error) && bound > 0 ? static_cast<double>(error / bound)
                                                            : beyond;
        });
        for (std::int64_t i = 0; i < r_.cols; ++i) note(ratios[i], i, -1, r_.product[i]);
    }

    void say_worst() {
        if (check_.bound_ratio <= 1) return;
        std::array<char, 64> expected{};
        std::snprintf(expected.data(), expected.size(), "%.17Lg", expected_);
        check_.complaint =
            check_.worst_column < 0
                ? sentence("Row {row} of C (counted from 0) times a random vector is wrong. The expected value is "
                           "{expected}, as computed from AᵀA.",
                           {{"row", check_.worst_row}, {"expected", expected.data()}})
                : sentence("Entry ({row}, {column}) of C (counted from 0) is {found}, expected {expected}.",
                           {{"row", check_.worst_row},
                            {"column", check_.worst_column},
                            {"found", format_number(c(check_.worst_row, check_.worst_column), "%.17g")},
                            {"expected", expected.data()}});
        if (!std::isinf(check_.bound_ratio))
            check_.complaint += " " + sentence("The error is {ratio} times the rounding error bound.",
                                               {{"ratio", format_number(check_.bound_ratio)}});
    }

    /// Checks that C is bitwise symmetric, and finite unless NaN or infinity is expected.
    void walk_all() {
        constexpr std::int64_t tile = 64;
        const std::int64_t across = (r_.cols + tile - 1) / tile;
        std::mutex mutex;
        std::atomic<std::int64_t> asymmetric{-1}, unwritten{-1}; // index i * n + j of a wrong entry
        parallel_for(across, 0, [&](std::int64_t block_row) {
            for (std::int64_t block_column = 0; block_column <= block_row; ++block_column)
                for (std::int64_t i = block_row * tile; i < std::min(r_.cols, (block_row + 1) * tile); ++i)
                    for (std::int64_t j = block_column * tile; j < std::min(i + 1, (block_column + 1) * tile); ++j) {
                        const double lower = c(i, j), upper = c(j, i);
                        const std::int64_t here = i * r_.cols + j;
                        if (portable::bit_cast<std::uint64_t>(lower) != portable::bit_cast<std::uint64_t>(upper))
                            keep_first(asymmetric, here, mutex);
                        if ((!std::isfinite(lower) || !std::isfinite(upper)) && !may_be_not_finite(i, j))
                            keep_first(unwritten, here, mutex);
                    }
        });
        if (asymmetric >= 0)
            check_.asymmetry =
                sentence("Entry ({row}, {column}) of C (counted from 0) and its mirror entry are not bitwise equal.",
                         {{"row", asymmetric / r_.cols}, {"column", asymmetric % r_.cols}});
        if (unwritten < 0) return;
        check_.bound_ratio = beyond;
        if (!check_.complaint.empty()) return;
        check_.worst_row = unwritten / r_.cols;
        check_.worst_column = unwritten % r_.cols;
        check_.complaint =
            sentence("Entry ({row}, {column}) of C (counted from 0) or its mirror entry is not finite, although the "
                     "corresponding columns of A are finite. Either no thread wrote the entry, or an uninitialized "
                     "value was used.",
                     {{"row", check_.worst_row}, {"column", check_.worst_column}});
    }
    bool may_be_not_finite(std::int64_t i, std::int64_t j) const {
        const long double x = r_.diagonal[i], y = r_.diagonal[j];
        // The Cauchy-Schwarz inequality gives an upper bound for |A|ᵀ|A|.
        return !std::isfinite(x) || !std::isfinite(y) ||
               std::sqrt(x) * std::sqrt(y) > static_cast<long double>(largest_sum(r_.single));
    }
    static void keep_first(std::atomic<std::int64_t>& first, std::int64_t here, std::mutex& mutex) {
        const std::lock_guard lock(mutex);
        if (first < 0 || here < first) first = here;
    }

    const AtaReference& r_;
    const std::vector<double>& c_;
    long double expected_ = 0;
    AtaCheck check_;
};

} // namespace

std::int64_t AtaReference::checked_entries() const {
    // The diagonal entries of the selected columns are already among the pairs.
    return static_cast<std::int64_t>(value.size()) + cols - static_cast<std::int64_t>(column.size());
}

AtaReference ata_reference(const DenseMatrix& a, bool single, std::uint64_t seed, const Progress& progress,
                           int threads) {
    AtaReference r;
    r.rows = a.rows;
    r.cols = a.cols;
    r.single = single;
    if (a.cols == 0) {
        r.is_whole = true;
        return r;
    }
    const double m = static_cast<double>(a.rows), n = static_cast<double>(a.cols);
    if (m * n * n <= whole_up_to && a.cols <= whole_columns) {
        r.column.resize(a.cols);
        for (std::int64_t j = 0; j < a.cols; ++j) r.column[j] = j;
    } else {
        r.column = chosen_columns(a.cols, seed);
    }
    r.is_whole = static_cast<std::int64_t>(r.column.size()) == a.cols;
    Maker maker(a, r, progress, threads);
    maker.diagonal();
    maker.pairs();
    if (!r.is_whole) maker.product(seed);
    return r;
}

AtaCheck check_ata(const AtaReference& reference, const std::vector<double>& c) {
    if (static_cast<std::int64_t>(c.size()) == reference.cols * reference.cols) return Checker(reference, c).run();
    AtaCheck check;
    check.bound_ratio = beyond;
    check.complaint = sentence("C has {count} {count:entry|entries} instead of {n} x {n}.",
                               {{"count", c.size()}, {"n", reference.cols}});
    return check;
}

} // namespace warploom::measure
