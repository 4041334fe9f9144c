#pragma once

#include "engine/network/elimination.h"

#include <algorithm>
#include <cmath>
#include <vector>

/// Returns whether a_ij = a_ji exactly.
inline bool is_symmetric(const warploom::CsrMatrix& a) {
    for (std::int32_t row = 0; row < a.rows; ++row)
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            const auto other = static_cast<std::size_t>(a.column[k]);
            const auto begin = a.column.begin() + a.row_pointer[other],
                       end = a.column.begin() + a.row_pointer[other + 1];
            const auto found = std::lower_bound(begin, end, row);
            if (found == end || *found != row) return false;
            if (a.value[found - a.column.begin()] != a.value[k]) return false;
        }
    return true;
}

/// Returns whether all pivots in a Cholesky factorization in elimination order are positive. Row-by-row reference
/// implementation.
inline bool has_cholesky_factor(const warploom::CsrMatrix& a, const warploom::network::Elimination& e) {
    const auto n = static_cast<std::size_t>(a.rows);
    std::vector<std::vector<std::pair<std::size_t, double>>> left(n); // rows of L: (column, value)
    std::vector<double> pivot(n), work(n, 0.0);
    std::vector<std::vector<std::size_t>> columns_of_row(n);
    for (std::size_t k = 0; k < n; ++k)
        for (auto i = static_cast<std::size_t>(e.pointer[k]); i < static_cast<std::size_t>(e.pointer[k + 1]); ++i)
            columns_of_row[e.below[i]].push_back(k); // ascending
    for (std::size_t k = 0; k < n; ++k) {
        const auto row = static_cast<std::size_t>(e.order[k]);
        for (auto i = static_cast<std::size_t>(a.row_pointer[row]);
             i < static_cast<std::size_t>(a.row_pointer[row + 1]); ++i)
            work[static_cast<std::size_t>(e.place[static_cast<std::size_t>(a.column[i])])] = a.value[i];
        double diagonal = work[k];
        for (const std::size_t j : columns_of_row[k]) {
            double sum = work[j];
            for (const auto& [column, value] : left[j]) {
                const auto own =
                    std::find_if(left[k].begin(), left[k].end(), [c = column](const auto& p) { return p.first == c; });
                if (own != left[k].end()) sum -= own->second * value;
            }
            left[k].emplace_back(j, sum / pivot[j]);
            diagonal -= left[k].back().second * left[k].back().second;
        }
        for (auto i = static_cast<std::size_t>(a.row_pointer[row]);
             i < static_cast<std::size_t>(a.row_pointer[row + 1]); ++i)
            work[static_cast<std::size_t>(e.place[static_cast<std::size_t>(a.column[i])])] = 0;
        if (!(diagonal > 0)) return false;
        pivot[k] = std::sqrt(diagonal);
    }
    return true;
}
