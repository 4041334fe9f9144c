#include "app/advice/matrix_features.h"

#include "kernels/formats/bcsr.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

namespace {

constexpr std::int64_t lanes = 32, sector_bytes = 32;

double log2_of(double value) { return std::log2(std::max(value, 1e-3)); }

/// Counts the distinct 32-byte sectors of x that are accessed in each window of consecutive entries.
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

/// Returns the mean number of distinct 32-byte sectors of x per matrix entry, over windows of `length` consecutive
/// entries.
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

/// Returns the fraction of entries in rows that are much longer than the mean.
double share_in_long_rows(const CsrMatrix& a, double mean) {
    const double much = 4 * mean + 32;
    std::int64_t held = 0;
    for (std::int64_t row = 0; row < a.rows; ++row)
        if (static_cast<double>(a.row_length(row)) > much) held += a.row_length(row);
    return static_cast<double>(held) / static_cast<double>(std::max<std::int64_t>(1, a.nonzeros()));
}

} // namespace

const std::vector<std::string>& MatrixFeatures::names() {
    static const std::vector<std::string> all{"size",   "rows",   "longest", "by_threads",   "by_warps", "thread_waits",
                                              "near_x", "gather", "x_in_l2", "in_long_rows", "block"};
    return all;
}

double MatrixFeatures::value(const std::string& name) const {
    const auto at = std::find(names().begin(), names().end(), name);
    return at == names().end() ? 0 : values[static_cast<std::size_t>(at - names().begin())];
}

std::vector<int> features_of(const std::string& kernel, const std::string& format) {
    static const std::vector<std::string> of_blocks{"thread_waits", "block"},
        of_entries{"size", "longest", "near_x", "gather", "x_in_l2", "in_long_rows"},
        of_rows{"size", "rows", "longest", "by_threads", "by_warps", "thread_waits", "near_x", "x_in_l2"};
    const Sharing sharing = sharing_of(kernel);
    const bool shares_out_entries = format != "sell" && (sharing == Sharing::unknown || sharing == Sharing::entries ||
                                                         sharing == Sharing::one_thread);
    std::vector<int> numbers;
    for (const std::string& name : format.rfind("bcsr", 0) == 0 ? of_blocks
                                   : shares_out_entries         ? of_entries
                                                                : of_rows) {
        const auto& all = MatrixFeatures::names();
        numbers.push_back(static_cast<int>(std::find(all.begin(), all.end(), name) - all.begin()));
    }
    return numbers;
}

namespace {

constexpr double start_ns = 3500, bytes_a_ns = 3000;

} // namespace

double learned_bytes(const std::string& format, double format_bytes, const RowFigures& rows, Precision precision) {
    const auto value = static_cast<double>(kernels::bytes_of(precision));
    const auto count = static_cast<double>(rows.rows);
    const double csr = static_cast<double>(rows.nonzeros) * (value + 4) + count * 4;
    const bool is_read_whole = format == "dia" || format == "coo" || format.rfind("bcsr", 0) == 0;
    double bytes = csr;
    if (format != "csr" && format_bytes > 0) bytes = is_read_whole ? format_bytes : std::min(csr, format_bytes);
    return bytes + (count + static_cast<double>(rows.cols)) * value;
}

double plain_ns(double bytes) { return start_ns + bytes / bytes_a_ns; }

MatrixFeatures matrix_features(const CsrMatrix& a, const RowFigures& rows, Precision precision) {
    MatrixFeatures made;
    const std::int64_t number = kernels::bytes_of(precision);
    const auto entries = static_cast<double>(std::max<std::int64_t>(1, a.nonzeros()));
    const auto longest = static_cast<double>(rows.longest);
    Sectors sectors(a.cols, number);
    made.scatter = sectors_an_entry(a, sectors, lanes, 1024);
    const double near = sectors_an_entry(a, sectors, 4096, 48);
    // Typical time of a loop iteration in nanoseconds and typical L2 size in bytes on recent GPUs. Differences between
    // GPUs are learned from measurements.
    constexpr double turn_ns = 20, bytes_of_l2 = 25e6;
    const double bytes = learned_bytes("csr", 0, rows, precision);
    const auto of_bytes = [&](double sectors_read) {
        return std::log2(1 + sectors_read * static_cast<double>(sector_bytes) / bytes);
    };
    made.values = {std::log2(plain_ns(bytes) / start_ns),
                   log2_of(static_cast<double>(a.rows)),
                   log2_of(longest),
                   std::min(8.0, log2_of(lanes * static_cast<double>(rows.steps_by_threads) / entries)),
                   log2_of(lanes * static_cast<double>(rows.steps_by_warps) / entries),
                   std::log2(1 + longest * turn_ns / plain_ns(bytes)),
                   of_bytes(entries * near),
                   of_bytes(entries * made.scatter),
                   std::log2(1 + static_cast<double>(a.cols * number) / bytes_of_l2),
                   share_in_long_rows(a, rows.mean()),
                   log2_of(kernels::detect_block_size(a))};
    return made;
}

} // namespace warploom::app
