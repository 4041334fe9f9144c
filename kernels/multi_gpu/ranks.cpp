#include "kernels/multi_gpu/ranks.h"

#include "engine/parallel.h"

#include <algorithm>
#include <atomic>

namespace warploom::kernels {

namespace {

/// A rank that needs at least this fraction of the columns of other ranks receives all of them.
constexpr double nearly_all = 0.9;
/// Rows without remote elements get their own launch only if they make up at least 1 / worth_a_run of all rows.
constexpr std::int64_t worth_a_run = 8;

/// Calls body(first, last) for ranges that together cover begin .. end - 1, in parallel if there is enough work.
template <class Body> void for_each_share(std::int64_t begin, std::int64_t end, const Body& body) {
    constexpr std::int64_t worth_a_thread = 1 << 14;
    const std::int64_t tasks = std::clamp<std::int64_t>((end - begin) / worth_a_thread, 1, 4 * resolve_threads(0));
    parallel_for(tasks, 0, [&](std::int64_t task) {
        body(begin + (end - begin) * task / tasks, begin + (end - begin) * (task + 1) / tasks);
    });
}

std::int64_t round_to(std::int64_t value, std::int64_t granule, std::int64_t most) {
    return std::min((value + granule / 2) / granule * granule, most);
}

/// Returns the ranks + 1 boundaries of a partition of the rows. Boundary k is the row nearest to the fraction k / ranks
/// of all entries, or of all rows if there are no entries.
std::vector<std::int64_t> cut_rows(const CsrMatrix& a, int ranks, int granule) {
    std::vector<std::int64_t> cuts{0};
    for (int k = 1; k < ranks; ++k) {
        const std::int64_t wanted = a.nonzeros() / ranks * k + a.nonzeros() % ranks * k / ranks;
        std::int64_t row = a.rows * k / ranks;
        if (a.nonzeros() > 0) {
            const auto place = std::lower_bound(a.row_pointer.begin(), a.row_pointer.end(), wanted);
            row = place - a.row_pointer.begin();
            // Use the previous boundary if it is closer.
            if (row > 0 && wanted - a.row_pointer[row - 1] < a.row_pointer[row] - wanted) --row;
        }
        cuts.push_back(std::max(cuts.back(), round_to(row, granule, a.rows)));
    }
    cuts.push_back(a.rows);
    return cuts;
}

std::vector<std::int64_t> cut_evenly(std::int64_t count, int ranks, int granule) {
    std::vector<std::int64_t> cuts{0};
    for (int k = 1; k < ranks; ++k) cuts.push_back(std::max(cuts.back(), round_to(count * k / ranks, granule, count)));
    cuts.push_back(count);
    return cuts;
}

bool is_inner(const CsrMatrix& a, const RankRows& rank, std::int64_t row) {
    const std::int64_t begin = a.row_pointer[row], end = a.row_pointer[row + 1];
    return begin == end || (a.column[begin] >= rank.first_col && a.column[end - 1] < rank.last_col);
}

/// Returns the rank's halo: the columns that its rows use but other ranks own, extended to whole column groups.
std::vector<std::int32_t> halo_of(const CsrMatrix& a, const RankRows& rank, const RowSplitOptions& options) {
    const std::int64_t group = options.col_granule;
    const std::int64_t groups = (a.cols + group - 1) / group;
    std::vector<std::uint8_t> touched(static_cast<std::size_t>(groups), 0);
    std::atomic<bool> has_any = false;
    for_each_share(rank.first_row, rank.last_row, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; ++row) {
            if (is_inner(a, rank, row)) continue;
            has_any.store(true, std::memory_order_relaxed);
            for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
                const std::int64_t column = a.column[k];
                if (column >= rank.first_col && column < rank.last_col) continue;
                std::atomic_ref<std::uint8_t>(touched[column / group]).store(1, std::memory_order_relaxed);
            }
        }
    });
    std::vector<std::int32_t> halo;
    if (!has_any) return halo;
    const auto is_own = [&](std::int64_t g) { return g * group >= rank.first_col && g * group < rank.last_col; };
    std::int64_t count = 0, lowest = groups, highest = -1;
    for (std::int64_t g = 0; g < groups; ++g)
        if (touched[g] != 0) {
            ++count;
            lowest = std::min(lowest, g);
            highest = g;
        }
    const std::int64_t own_groups = (rank.own_cols() + group - 1) / group;
    if (static_cast<double>(count) >= nearly_all * static_cast<double>(groups - own_groups)) {
        lowest = 0;
        highest = groups - 1;
        std::fill(touched.begin(), touched.end(), std::uint8_t{1});
    } else if (options.whole_range) {
        // Extend the halo up to the rank's own columns, so that local columns have no gaps.
        if (rank.own_cols() > 0) {
            lowest = std::min(lowest, rank.first_col / group);
            highest = std::max(highest, (rank.last_col - 1) / group);
        }
        std::fill(touched.begin() + lowest, touched.begin() + highest + 1, std::uint8_t{1});
    }
    for (std::int64_t g = lowest; g <= highest; ++g) {
        if (touched[g] == 0 || is_own(g)) continue;
        for (std::int64_t c = g * group; c < std::min((g + 1) * group, a.cols); ++c)
            halo.push_back(static_cast<std::int32_t>(c));
    }
    return halo;
}

/// Finds the longest range of rows without remote elements, and shrinks it to whole row groups.
void find_inner(const CsrMatrix& a, RankRows& rank, int granule) {
    std::int64_t best_first = rank.first_row, best_last = rank.first_row, first = rank.first_row;
    const auto consider = [&](std::int64_t last) {
        const std::int64_t from = rank.first_row + (first - rank.first_row + granule - 1) / granule * granule;
        const std::int64_t to =
            last == rank.last_row ? last : rank.first_row + (last - rank.first_row) / granule * granule;
        if (to - from > best_last - best_first) {
            best_first = from;
            best_last = to;
        }
    };
    for (std::int64_t row = rank.first_row; row < rank.last_row; ++row)
        if (!is_inner(a, rank, row)) {
            consider(row);
            first = row + 1;
        }
    consider(rank.last_row);
    const bool is_worth_it = (best_last - best_first) * worth_a_run >= rank.rows();
    rank.inner_first = is_worth_it ? best_first : rank.first_row;
    rank.inner_last = is_worth_it ? best_last : rank.first_row;
}

/// Adds the messages that fill the halo of rank `to`, one per owner of a halo column.
void add_messages(RowSplit& split, int to) {
    const RankRows& rank = split.ranks[to];
    std::size_t i = 0;
    for (int from = 0; from < static_cast<int>(split.ranks.size()); ++from) {
        const RankRows& owner = split.ranks[from];
        const std::size_t begin = i;
        while (i < rank.halo.size() && rank.halo[i] < owner.last_col) ++i;
        if (i == begin) continue;
        HaloMessage message;
        message.from = from;
        message.to = to;
        message.place = rank.local_col(rank.halo[begin]);
        message.first = rank.halo[begin] - owner.first_col;
        message.count = static_cast<std::int64_t>(i - begin);
        const bool is_run = rank.halo[i - 1] - rank.halo[begin] + 1 == message.count;
        if (!is_run)
            for (std::size_t k = begin; k < i; ++k)
                message.index.push_back(static_cast<std::int32_t>(rank.halo[k] - owner.first_col));
        split.messages.push_back(std::move(message));
    }
}

} // namespace

std::int64_t RankRows::local_col(std::int64_t column) const {
    if (column >= first_col && column < last_col) return column - first_col + halo_below;
    const std::int64_t place =
        std::lower_bound(halo.begin(), halo.end(), static_cast<std::int32_t>(column)) - halo.begin();
    return place < halo_below ? place : place + own_cols();
}

RowSplit split_rows(const CsrMatrix& a, int ranks, const RowSplitOptions& options) {
    const auto row_cuts = cut_rows(a, ranks, options.row_granule);
    const auto col_cuts =
        a.rows == a.cols ? row_cuts : cut_evenly(a.cols, ranks, options.col_granule > 1 ? options.col_granule : 32);
    RowSplit split;
    split.rows = a.rows;
    split.cols = a.cols;
    for (int r = 0; r < ranks; ++r) {
        RankRows rank;
        rank.first_row = row_cuts[r];
        rank.last_row = row_cuts[r + 1];
        rank.first_col = col_cuts[r];
        rank.last_col = col_cuts[r + 1];
        rank.nonzeros = a.row_pointer[rank.last_row] - a.row_pointer[rank.first_row];
        rank.halo = halo_of(a, rank, options);
        rank.halo_below = std::lower_bound(rank.halo.begin(), rank.halo.end(), rank.first_col) - rank.halo.begin();
        find_inner(a, rank, options.col_granule);
        split.ranks.push_back(std::move(rank));
    }
    for (int r = 0; r < ranks; ++r) add_messages(split, r);
    return split;
}

namespace {

/// Returns rows first .. last - 1 of the matrix with only the rank's own columns, or only the other columns.
CsrMatrix columns_of_rows(const CsrMatrix& a, const RankRows& rank, std::int64_t first, std::int64_t last, bool own) {
    CsrMatrix local;
    local.rows = last - first;
    local.cols = rank.local_cols();
    std::vector<std::int64_t> own_begin(static_cast<std::size_t>(local.rows)), own_end(own_begin.size());
    for_each_share(first, last, [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t row = from; row < to; ++row) {
            const auto begin = a.column.begin() + a.row_pointer[row], end = a.column.begin() + a.row_pointer[row + 1];
            own_begin[row - first] = std::lower_bound(begin, end, rank.first_col) - a.column.begin();
            own_end[row - first] = std::lower_bound(begin, end, rank.last_col) - a.column.begin();
        }
    });
    local.row_pointer.assign(1, 0);
    local.row_pointer.reserve(static_cast<std::size_t>(local.rows) + 1);
    for (std::int64_t i = 0; i < local.rows; ++i) {
        const std::int64_t of_own = own_end[i] - own_begin[i];
        local.row_pointer.push_back(local.row_pointer.back() + (own ? of_own : a.row_length(first + i) - of_own));
    }
    local.column.resize(static_cast<std::size_t>(local.row_pointer.back()));
    local.value.resize(local.column.size());
    for_each_share(first, last, [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t row = from; row < to; ++row) {
            const std::int64_t i = row - first;
            std::int64_t place = local.row_pointer[i];
            const auto take = [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t k = begin; k < end; ++k, ++place) {
                    local.column[place] = static_cast<std::int32_t>(rank.local_col(a.column[k]));
                    local.value[place] = a.value[k];
                }
            };
            if (own) take(own_begin[i], own_end[i]);
            else {
                take(a.row_pointer[row], own_begin[i]);
                take(own_end[i], a.row_pointer[row + 1]);
            }
        }
    });
    return local;
}

} // namespace

CsrMatrix local_rows(const CsrMatrix& a, const RankRows& rank, std::int64_t first, std::int64_t last,
                     LocalColumns columns) {
    if (columns != LocalColumns::all) return columns_of_rows(a, rank, first, last, columns == LocalColumns::own);
    CsrMatrix local;
    local.rows = last - first;
    local.cols = rank.local_cols();
    const std::int64_t begin = a.row_pointer[first];
    local.row_pointer.resize(static_cast<std::size_t>(local.rows) + 1);
    for (std::int64_t i = 0; i <= local.rows; ++i) local.row_pointer[i] = a.row_pointer[first + i] - begin;
    const auto nonzeros = static_cast<std::size_t>(a.row_pointer[last] - begin);
    local.column.resize(nonzeros);
    local.value.resize(nonzeros);
    for_each_share(begin, a.row_pointer[last], [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t k = from; k < to; ++k) {
            local.column[k - begin] = static_cast<std::int32_t>(rank.local_col(a.column[k]));
            local.value[k - begin] = a.value[k];
        }
    });
    return local;
}

} // namespace warploom::kernels
