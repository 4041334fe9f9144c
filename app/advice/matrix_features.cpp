#include "app/advice/matrix_features.h"

#include "kernels/formats/bcsr.h"
#include "kernels/plans/row_lengths.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

namespace {

constexpr std::int64_t lanes = 32, sector_bytes = 32;

double log2_of(double value) { return std::log2(std::max(value, 1e-3)); }

/// Which sectors of x were met, window after window.
class Sectors {
public:
    Sectors(std::int64_t cols, std::int64_t bytes_of_number)
        : numbers_(sector_bytes / bytes_of_number), met_(static_cast<std::size_t>(cols / numbers_ + 1)) {}
    void begin() { ++window_; }
    bool is_new(std::int32_t column) {
        std::uint32_t& mark = met_[static_cast<std::size_t>(column / numbers_)];
        if (mark == window_) return false;
        mark = window_;
        return true;
    }
    std::int32_t of(std::int32_t column) const { return static_cast<std::int32_t>(column / numbers_); }

private:
    std::int64_t numbers_;
    std::uint32_t window_ = 0;
    std::vector<std::uint32_t> met_;
};

/// Distinct sectors an entry, over windows of `length` neighbouring entries.
double sectors_an_entry(const CsrMatrix& a, Sectors& sectors, std::int64_t length, std::int64_t windows) {
    const std::int64_t all = a.nonzeros();
    length = std::min(length, all);
    windows = std::clamp<std::int64_t>(all / std::max<std::int64_t>(1, length), 1, windows);
    std::int64_t met = 0, entries = 0;
    for (std::int64_t w = 0; w < windows; ++w) {
        const std::int64_t first = windows > 1 ? (all - length) / (windows - 1) * w : 0;
        sectors.begin();
        for (std::int64_t k = first; k < first + length; ++k) met += sectors.is_new(a.column[k]) ? 1 : 0;
        entries += length;
    }
    return entries > 0 ? static_cast<double>(met) / static_cast<double>(entries) : 0;
}

/// Distinct sectors a lane, where 32 neighbouring rows each look at their k-th entry.
double sectors_a_lane(const CsrMatrix& a, Sectors& sectors) {
    constexpr std::int64_t groups = 256, places = 4;
    const std::int64_t all = (a.rows + lanes - 1) / lanes, step = std::max<std::int64_t>(1, all / groups);
    std::int64_t met = 0, active = 0;
    for (std::int64_t group = 0; group < all; group += step)
        for (std::int64_t place = 0; place < places; ++place) {
            sectors.begin();
            for (std::int64_t row = group * lanes; row < std::min(a.rows, (group + 1) * lanes); ++row) {
                const std::int64_t length = a.row_length(row), k = length * place / places;
                if (length <= place) continue;
                met += sectors.is_new(a.column[a.row_pointer[row] + k]) ? 1 : 0;
                ++active;
            }
        }
    return active > 0 ? static_cast<double>(met) / static_cast<double>(active) : 0;
}

/// So many columns, met equally often, would be met twice as often as those of the matrix are.
double effective_columns(const CsrMatrix& a) {
    constexpr std::int64_t samples = 16384;
    const std::int64_t all = a.nonzeros(), taken = std::min(all, samples);
    if (taken < 2) return 1;
    std::vector<std::int32_t> drawn;
    std::uint64_t state = 35;
    for (std::int64_t i = 0; i < taken; ++i) { // a place at random in each of equal parts
        state = state * 6364136223846793005u + 1442695040888963407u;
        const double part = static_cast<double>(all) / static_cast<double>(taken);
        const double at = (static_cast<double>(i) + static_cast<double>(state >> 40) / 16777216.0) * part;
        drawn.push_back(a.column[std::min(all - 1, static_cast<std::int64_t>(at))]);
    }
    std::sort(drawn.begin(), drawn.end());
    double pairs = 0;
    for (std::size_t i = 0, end = 0; i < drawn.size(); i = end) {
        while (end < drawn.size() && drawn[end] == drawn[i]) ++end;
        const auto same = static_cast<double>(end - i);
        pairs += same * (same - 1) / 2;
    }
    const double possible = static_cast<double>(taken) * static_cast<double>(taken - 1) / 2;
    return std::min(static_cast<double>(a.cols), possible / std::max(pairs, 0.5));
}

/// Slots of slices of 32 rows, sorted by length within 1024, an entry: over a sample.
double sorted_slots(const CsrMatrix& a) {
    constexpr std::int64_t window = 1024, most = 256;
    const std::int64_t windows = (a.rows + window - 1) / window, step = std::max<std::int64_t>(1, windows / most);
    double slots = 0, entries = 0;
    std::vector<std::int64_t> lengths;
    for (std::int64_t w = 0; w < windows; w += step) {
        lengths.clear();
        for (std::int64_t row = w * window; row < std::min(a.rows, (w + 1) * window); ++row)
            lengths.push_back(a.row_length(row));
        std::sort(lengths.rbegin(), lengths.rend());
        for (std::size_t first = 0; first < lengths.size(); first += lanes)
            slots += static_cast<double>(lengths[first] * lanes);
        for (const std::int64_t length : lengths) entries += static_cast<double>(length);
    }
    return entries > 0 ? slots / entries : 1;
}

/// Diagonals that a sample of the rows meets, times the rows, an entry.
double diagonal_slots(const CsrMatrix& a) {
    constexpr std::int64_t samples = 2048;
    constexpr std::size_t enough = 4096;
    std::vector<std::int64_t> diagonals;
    const std::int64_t step = std::max<std::int64_t>(1, a.rows / samples);
    for (std::int64_t row = 0; row < a.rows && diagonals.size() < 64 * enough; row += step)
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1] && diagonals.size() < 64 * enough; ++k)
            diagonals.push_back(a.column[k] - row);
    std::sort(diagonals.begin(), diagonals.end());
    diagonals.erase(std::unique(diagonals.begin(), diagonals.end()), diagonals.end());
    const double slots = static_cast<double>(diagonals.size()) * static_cast<double>(a.rows);
    return a.nonzeros() > 0 ? slots / static_cast<double>(a.nonzeros()) : 1;
}

kernels::RowLengths lengths_of(const CsrMatrix& a) {
    kernels::RowLengths all;
    for (std::int64_t row = 0; row < a.rows; ++row) {
        const std::int64_t length = a.row_length(row);
        std::size_t of = 0;
        while ((length >> of) != 0) ++of;
        of = std::min<std::size_t>(of, kernels::row_length_classes - 1);
        ++all.rows[of];
        all.entries[of] += length;
    }
    return all;
}

} // namespace

const std::vector<std::string>& MatrixFeatures::names() {
    static const std::vector<std::string> all{
        "rows",        "cols",      "nonzeros",     "mean",         "longest",         "variation",
        "by_threads",  "by_warps",  "sorted",       "scatter",      "scatter_of_rows", "near_sectors",
        "far_sectors", "popular",   "empty",        "in_long_rows", "in_giants",       "ell_slots",
        "sell_slots",  "dia_slots", "block",        "way_scalar",   "way_vector",      "way_block",
        "way_merge",   "way_apart", "thread_waits", "warp_waits",   "few_threads",     "few_warps"};
    return all;
}

double MatrixFeatures::value(const std::string& name) const {
    const auto at = std::find(names().begin(), names().end(), name);
    return at == names().end() ? 0 : values[static_cast<std::size_t>(at - names().begin())];
}

double plain_ns(double bytes) {
    constexpr double start_ns = 3500, bytes_a_ns = 3000;
    return start_ns + bytes / bytes_a_ns;
}

MatrixFeatures matrix_features(const CsrMatrix& a, const RowFigures& rows, Precision precision) {
    MatrixFeatures made;
    const std::int64_t bytes = kernels::bytes_of(precision);
    const auto entries = static_cast<double>(std::max<std::int64_t>(1, a.nonzeros()));
    Sectors sectors(a.cols, bytes);
    kernels::RowLengths lengths = lengths_of(a);
    lengths.longest = static_cast<int>(std::min<std::int64_t>(rows.longest, 1 << 30));
    const double mean = std::max(rows.mean(), 1e-3);
    double squares = 0, in_long = 0, in_giants = 0;
    for (std::size_t i = 0; i < lengths.rows.size(); ++i) {
        const auto of = static_cast<double>(lengths.rows[i]), held = static_cast<double>(lengths.entries[i]);
        if (of == 0) continue;
        const double typical = held / of;
        squares += of * (typical - mean) * (typical - mean);
        if (typical > 4 * mean + 32) in_long += held;
        if (typical > 2048) in_giants += held;
    }
    const double variation = std::sqrt(squares / std::max(1.0, static_cast<double>(a.rows))) / mean;
    made.scatter = sectors_an_entry(a, sectors, lanes, 1024);
    made.scatter_of_rows = sectors_a_lane(a, sectors);
    const double near = sectors_an_entry(a, sectors, 4096, 48);
    made.far_sectors = sectors_an_entry(a, sectors, 131072, 6);
    const double for_plan = a.cols * bytes < (std::int64_t{1} << 20) ? 0 : made.scatter;
    const kernels::Way way =
        kernels::way_for(lengths, {precision == Precision::float32, for_plan, a.cols}); // of a card not known
    const auto is = [&](kernels::Way one, kernels::Way other) { return way == one || way == other ? 1.0 : 0.0; };
    using kernels::Way;
    // Of any GPU of today, about: what differs from card to card is learned.
    constexpr double turn_ns = 20, threads_at_once = 270'000;
    const double plain = plain_ns(entries * static_cast<double>(bytes + 4) + static_cast<double>(a.rows) * 4);
    const auto longest = static_cast<double>(rows.longest),
               row_count = static_cast<double>(std::max<std::int64_t>(1, a.rows));
    made.values = {log2_of(static_cast<double>(a.rows)),
                   log2_of(static_cast<double>(a.cols)),
                   log2_of(entries),
                   log2_of(mean),
                   log2_of(static_cast<double>(rows.longest)),
                   std::log1p(variation),
                   std::min(8.0, log2_of(lanes * static_cast<double>(rows.steps_by_threads) / entries)),
                   std::min(8.0, log2_of(lanes * static_cast<double>(rows.steps_by_warps) / entries)),
                   std::min(8.0, log2_of(lanes * static_cast<double>(rows.steps_sorted) / entries)),
                   log2_of(made.scatter),
                   log2_of(made.scatter_of_rows),
                   log2_of(near),
                   log2_of(made.far_sectors),
                   log2_of(effective_columns(a)),
                   a.rows > 0 ? static_cast<double>(lengths.rows[0]) / static_cast<double>(a.rows) : 0,
                   in_long / entries,
                   in_giants / entries,
                   std::min(6.0, log2_of(static_cast<double>(rows.longest) * static_cast<double>(a.rows) / entries)),
                   std::min(6.0, log2_of(sorted_slots(a))),
                   std::min(6.0, log2_of(diagonal_slots(a))),
                   log2_of(kernels::detect_block_size(a)),
                   is(Way::scalar, Way::scalar),
                   is(Way::vector, Way::vector),
                   is(Way::block, Way::block),
                   is(Way::merge, Way::merge),
                   is(Way::apart_by_thread, Way::apart_by_lanes),
                   std::log2(1 + longest * turn_ns / plain),
                   std::log2(1 + longest / lanes * turn_ns / plain),
                   std::log2(1 + threads_at_once / row_count),
                   std::log2(1 + threads_at_once / lanes / row_count)};
    return made;
}

} // namespace warploom::app
