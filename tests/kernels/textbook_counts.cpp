#include "textbook_counts.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace warploom::kernels::test {

namespace {

void count(Totals& sums, const std::string& what, std::int64_t lanes) {
    if (lanes == 0) return; // without active lanes, there is no instruction
    ++sums[what].instructions;
    sums[what].lanes += lanes;
}

std::vector<std::int64_t> lengths_of(const CsrMatrix& a) {
    std::vector<std::int64_t> lengths;
    for (std::int64_t i = 0; i < a.rows; ++i) lengths.push_back(a.row_length(i));
    return lengths;
}

/// Counts the loop `for k < share` of a warp whose lanes have these numbers of entries.
void count_loop(Totals& sums, const std::vector<std::int64_t>& shares) {
    const std::int64_t longest = shares.empty() ? 0 : *std::max_element(shares.begin(), shares.end());
    for (std::int64_t k = 0; k < longest; ++k) {
        const auto lanes = std::count_if(shares.begin(), shares.end(), [&](auto share) { return share > k; });
        for (const char* what : {"load value", "load column", "load x"}) count(sums, what, lanes);
    }
}

/// Counts rows of these lengths with one thread per row.
void count_rows(Totals& sums, const std::vector<std::int64_t>& lengths, const std::vector<std::string>& once) {
    for (std::size_t first = 0; first < lengths.size(); first += 32) {
        const std::size_t last = std::min(first + 32, lengths.size());
        for (const auto& what : once) count(sums, what, static_cast<std::int64_t>(last - first));
        count_loop(sums, {lengths.begin() + static_cast<std::ptrdiff_t>(first),
                          lengths.begin() + static_cast<std::ptrdiff_t>(last)});
    }
}

void count_shuffles(Totals& sums, int times) {
    for (int i = 0; i < times; ++i) count(sums, "shuffle", 32);
}

/// Returns the lanes that end a segment: the next lane begins one.
std::uint32_t ends_of(std::uint32_t heads) { return heads >> 1; }

/// Counts adding the carries of the warps of coo-segmented to y.
void count_carries(Totals& sums, const std::vector<int>& row, std::int64_t rows) {
    const auto carries = static_cast<std::int64_t>(row.size());
    for (std::int64_t first = 0; first < carries; first += 32) {
        const std::int64_t mine = std::min<std::int64_t>(32, carries - first);
        count(sums, "load carry_row", mine);
        count(sums, "load carry_row", first == 0 ? mine - 1 : mine); // the carry of the previous one
        count(sums, "ballot", 32);
        const auto row_of = [&](std::int64_t lane) { return first + lane < carries ? row[first + lane] : -1; };
        std::uint32_t heads = 0;
        for (std::int64_t lane = 0; lane < 32; ++lane) {
            const std::int64_t i = first + lane;
            if (i == 0 || i >= carries || row[i - 1] != row_of(lane)) heads |= 1u << lane;
        }
        if (heads == 0) continue;
        count(sums, "load carry_sum", mine);
        count_shuffles(sums, 5);
        const auto is_row = [&](std::int64_t lane) { return row_of(lane) >= 0 && row_of(lane) < rows; };
        int whole = 0;
        for (int lane = 0; lane < 31; ++lane)
            whole += lane >= std::countr_zero(heads) && (ends_of(heads) >> lane & 1u) != 0 && is_row(lane);
        count(sums, "load y", whole);
        count(sums, "store y", whole);
        count_shuffles(sums, 1);
        const int open = row_of(31);
        for (std::int64_t next = first + 32; open >= 0; next += 32) {
            const std::int64_t there = std::clamp<std::int64_t>(carries - next, 0, 32);
            std::int64_t in_run = 0;
            for (std::int64_t i = next; i < next + there; ++i) in_run += row[i] == open;
            count(sums, "load carry_row", there);
            count(sums, "load carry_sum", in_run);
            count(sums, "ballot", 32);
            if (in_run < 32) break;
        }
        count_shuffles(sums, 5);
        count(sums, "load y", is_row(31));
        count(sums, "store y", is_row(31));
    }
}

} // namespace

Totals textbook_csr_scalar(const CsrMatrix& a) {
    Totals sums;
    count_rows(sums, lengths_of(a), {"load row_pointer", "load row_pointer", "store y"});
    return sums;
}

Totals textbook_ell(const CsrMatrix& a, bool sorted) {
    Totals sums;
    auto lengths = lengths_of(a);
    std::vector<std::string> once{"load length", "store y"};
    if (sorted) {
        std::sort(lengths.begin(), lengths.end());
        once.emplace_back("load row");
    }
    count_rows(sums, lengths, once);
    return sums;
}

Totals textbook_csr_vector(const CsrMatrix& a, int block) {
    Totals sums;
    const double mean = a.rows > 0 ? static_cast<double>(a.nonzeros()) / static_cast<double>(a.rows) : 0;
    const bool two_batches = mean > 96 && mean <= 128;
    const int lanes = mean <= 8 ? 2 : mean <= 16 ? 4 : mean <= 32 ? 8 : mean <= 64 || two_batches ? 16 : 32;
    const std::int64_t blocks = (a.rows * lanes + block - 1) / block;
    for (std::int64_t warp = 0; warp < blocks * block / 32; ++warp) {
        std::vector<std::int64_t> shares;
        std::int64_t rows = 0;
        for (std::int64_t thread = warp * 32; thread < warp * 32 + 32; ++thread) {
            const std::int64_t row = thread / lanes, lane = thread % lanes;
            if (row >= a.rows) continue;
            rows += lane == 0;
            std::int64_t share = 0;
            for (std::int64_t k = lane; k < a.row_length(row); k += lanes) ++share;
            shares.push_back(share);
        }
        for (int i = 0; i < 2; ++i) count(sums, "load row_pointer", static_cast<std::int64_t>(shares.size()));
        count_loop(sums, shares);
        count_shuffles(sums, std::countr_zero(static_cast<unsigned>(lanes)));
        count(sums, "store y", rows);
    }
    return sums;
}

Totals textbook_coo_segmented(const CsrMatrix& a) {
    Totals sums;
    std::vector<int> row;
    for (std::int64_t i = 0; i < a.rows; ++i)
        row.insert(row.end(), static_cast<std::size_t>(a.row_length(i)), static_cast<int>(i));
    const auto nonzeros = static_cast<std::int64_t>(row.size());
    const std::int64_t parallel = nonzeros / 32 * 32, interval = 128; // for fewer than a million entries
    std::vector<int> carry;
    for (std::int64_t begin = 0; begin < parallel; begin += interval) {
        count(sums, "load row", 32); // the first row, by all lanes
        int open = row[begin];
        for (std::int64_t base = begin; base < std::min(begin + interval, parallel); base += 32) {
            for (const char* what : {"load row", "load value", "load column", "load x"}) count(sums, what, 32);
            count_shuffles(sums, 1);
            count(sums, "ballot", 32);
            std::uint32_t heads = 0;
            for (int lane = 0; lane < 32; ++lane) {
                const auto k = static_cast<std::size_t>(base + lane);
                if (row[k] != (lane == 0 ? open : row[k - 1])) heads |= 1u << lane;
            }
            open = row[static_cast<std::size_t>(base) + 31];
            if (heads == 0) continue;
            count_shuffles(sums, 5 + 5 + 2);
            count(sums, "store y", heads & 1u);
            count(sums, "store y", std::popcount(ends_of(heads)));
        }
        count_shuffles(sums, 5);
        count(sums, "store carry_row", 1);
        count(sums, "store carry_sum", 1);
        carry.push_back(open);
    }
    for (std::int64_t k = parallel; k < nonzeros; ++k) // a single thread
        for (const char* what : {"load row", "load value", "load column", "load x", "load y", "store y"})
            count(sums, what, 1);
    count_carries(sums, carry, a.rows);
    return sums;
}

} // namespace warploom::kernels::test
