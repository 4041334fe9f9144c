#include "app/advice/atomic_passes.h"

#include "engine/format_number.h"
#include "engine/protocol/messages/cause.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace warploom::app {

namespace {

constexpr std::int64_t lanes_of_warp = 32, bytes_of_sector = 32, groups_looked_at = 256;

/// Returns the number of passes through the L2 cache for one atomic instruction of a warp whose lanes update the
/// elements `rows` of y. Sorts `rows`.
std::int64_t passes_of(std::vector<std::int64_t>& rows, std::int64_t numbers_of_sector) {
    std::sort(rows.begin(), rows.end());
    std::int64_t passes = 0, most = 0, same = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool is_new_sector = i == 0 || rows[i] / numbers_of_sector != rows[i - 1] / numbers_of_sector;
        same = i > 0 && rows[i] == rows[i - 1] ? same + 1 : 1;
        if (is_new_sector) {
            passes += most;
            most = 0;
        }
        most = std::max(most, same);
    }
    return passes + most;
}

double passes_over(std::int64_t passes, std::int64_t entries) {
    return entries > 0 ? static_cast<double>(passes) / static_cast<double>(entries) : 1;
}

} // namespace

double passes_by_entries(const CsrMatrix& a, int bytes_of_number) {
    const std::int64_t warps = a.nonzeros() / lanes_of_warp, taken = std::min(warps, 16 * groups_looked_at);
    std::int64_t passes = 0;
    std::vector<std::int64_t> rows;
    for (std::int64_t i = 0; i < taken; ++i) {
        const std::int64_t first = warps * i / taken * lanes_of_warp;
        auto end = std::upper_bound(a.row_pointer.begin(), a.row_pointer.end(), first);
        rows.clear();
        for (std::int64_t k = first; k < first + lanes_of_warp; ++k) {
            while (*end <= k) ++end;
            rows.push_back(end - a.row_pointer.begin() - 1);
        }
        passes += passes_of(rows, bytes_of_sector / bytes_of_number);
    }
    return passes_over(passes, taken * lanes_of_warp);
}

double passes_by_columns(const CsrMatrix& a, int bytes_of_number) {
    const std::int64_t groups = (a.cols + lanes_of_warp - 1) / lanes_of_warp,
                       step = std::max<std::int64_t>(1, groups / groups_looked_at);
    // position of each group of 32 columns within the sample; -1 if the group is not in the sample
    std::vector<std::int32_t> place(static_cast<std::size_t>(groups), -1);
    std::int32_t taken = 0;
    for (std::int64_t group = step / 2; group < groups; group += step) place[static_cast<std::size_t>(group)] = taken++;
    std::vector<std::vector<std::int64_t>> rows_of(static_cast<std::size_t>(taken * lanes_of_warp));
    for (std::int64_t row = 0; row < a.rows; ++row)
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            const std::int64_t column = a.column[static_cast<std::size_t>(k)];
            const std::int32_t of = place[static_cast<std::size_t>(column / lanes_of_warp)];
            if (of >= 0) rows_of[static_cast<std::size_t>(of * lanes_of_warp + column % lanes_of_warp)].push_back(row);
        }
    std::int64_t passes = 0, entries = 0;
    std::vector<std::int64_t> rows;
    for (std::int32_t group = 0; group < taken; ++group)
        for (std::size_t turn = 0;; ++turn) {
            rows.clear();
            for (std::int64_t lane = 0; lane < lanes_of_warp; ++lane) {
                const auto& column = rows_of[static_cast<std::size_t>(group * lanes_of_warp + lane)];
                if (turn < column.size()) rows.push_back(column[turn]);
            }
            if (rows.empty()) break;
            passes += passes_of(rows, bytes_of_sector / bytes_of_number);
            entries += static_cast<std::int64_t>(rows.size());
        }
    return passes_over(passes, entries);
}

void raise_by_atomics(TimeBound& bound, const std::string& kernel, const CsrMatrix& matrix, Precision precision,
                      const simulated::Card& card) {
    if (card.coalescing != simulated::Coalescing::sectors_32 || card.atomic_ns <= 0 || card.l2_slices <= 0) return;
    const auto bytes = static_cast<int>(kernels::bytes_of(precision));
    const double an_entry = kernel == "csc" ? passes_by_columns(matrix, bytes) : passes_by_entries(matrix, bytes);
    constexpr double surely = 0.9; // safety margin, because the passes are estimated from a sample
    const double ns = surely * an_entry * static_cast<double>(matrix.nonzeros()) * card.atomic_ns / card.l2_slices;
    if (ns <= bound.ns) return;
    using protocol::grouped;
    bound = {ns, "atomics",
             sentence("The kernel performs {n} atomic {n:addition|additions} to y, each with about {passes} L2 passes.",
                      {{"n", grouped(matrix.nonzeros())}, {"passes", format_number(an_entry)}})};
}

} // namespace warploom::app
