#include "engine/network/elimination.h"

#include "engine/error.h"
#include "engine/memory.h"
#include "engine/sentence.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace warploom::network {

namespace {

/// The remaining matrix rows, sorted by degree and then by position in the list.
class Candidates {
public:
    explicit Candidates(std::vector<std::int32_t> degrees)
        : degree_(std::move(degrees)), list_(degree_.size()), place_(degree_.size()) {
        std::iota(list_.begin(), list_.end(), 0);
        std::iota(place_.begin(), place_.end(), 0);
        for (std::size_t row = 0; row < degree_.size(); ++row) ranked_.emplace(degree_[row], place_[row]);
    }

    std::int32_t take(std::int32_t step) {
        const std::int32_t place = ranked_.begin()->second, chosen = list_[place];
        ranked_.erase(ranked_.begin());
        const std::int32_t first = list_[step];
        if (first != chosen) {
            ranked_.erase({degree_[first], step});
            ranked_.emplace(degree_[first], place);
            std::swap(list_[step], list_[place]);
            place_[first] = place;
            place_[chosen] = step;
        }
        return chosen;
    }

    void set_degree(std::int32_t row, std::int32_t degree) {
        if (degree_[row] == degree) return;
        ranked_.erase({degree_[row], place_[row]});
        ranked_.emplace(degree, place_[row]);
        degree_[row] = degree;
    }

    std::vector<std::int32_t> order() && { return std::move(list_); }
    const std::vector<std::int32_t>& places() const { return place_; }

private:
    std::vector<std::int32_t> degree_, list_, place_;
    std::set<std::pair<std::int32_t, std::int32_t>> ranked_;
};

} // namespace

Elimination eliminate_by_minimum_degree(const CsrMatrix& pattern, const std::vector<std::int32_t>& more_degree,
                                        const Progress& progress) {
    const auto n = static_cast<std::int32_t>(pattern.rows);
    // Estimated memory per row in bytes. Each row has a separately allocated neighbor list and a node in the ordered
    // set of candidates.
    constexpr double bytes_a_row = 160;
    require_memory(bytes_a_row * n + 8.0 * static_cast<double>(pattern.nonzeros()),
                   sentence("The elimination of {rows} {rows:row|rows}", {{"rows", n}}));
    std::vector<std::vector<std::int32_t>> neighbours(n); // for each row, its remaining neighbors
    std::vector<std::int32_t> degrees(n, 0);
    const auto more = [&](std::int32_t row) { return more_degree.empty() ? 0 : more_degree[row]; };
    for (std::int32_t row = 0; row < n; ++row) {
        for (std::int64_t k = pattern.row_pointer[row]; k < pattern.row_pointer[row + 1]; ++k)
            if (pattern.column[k] != row) neighbours[row].push_back(pattern.column[k]);
        degrees[row] = static_cast<std::int32_t>(neighbours[row].size()) + more(row);
    }

    Candidates candidates(std::move(degrees));
    Elimination result;
    result.pointer.reserve(n + 1);
    result.pointer.push_back(0);
    std::vector<std::int32_t> seen_by(n, -1);
    std::size_t checked_size = std::size_t{1} << 24;
    for (std::int32_t step = 0; step < n; ++step) {
        if (step % 256 == 0) progress.check(step, n);
        const std::int32_t chosen = candidates.take(step);
        const std::vector<std::int32_t> group = std::move(neighbours[chosen]);
        for (const std::int32_t row : group) {
            auto& own = neighbours[row];
            *std::find(own.begin(), own.end(), chosen) = own.back();
            own.pop_back();
            for (const std::int32_t other : own) seen_by[other] = row;
            for (const std::int32_t other : group)
                if (other != row && seen_by[other] != row) own.push_back(other);
            candidates.set_degree(row, static_cast<std::int32_t>(own.size()) + more(row));
            if (progress.is_cancelled()) progress.check(step, n);
        }
        // Store row indices for now. They are converted to positions when the elimination order is complete.
        result.below.insert(result.below.end(), group.begin(), group.end());
        result.pointer.push_back(result.entries_below());
        // Check the memory, because fill-in can grow quadratically with the size of the network.
        if (result.below.size() > checked_size) {
            require_memory(8.0 * static_cast<double>(checked_size), sentence("The fill-in of the factor"));
            checked_size *= 2;
        }
    }
    result.place = candidates.places();
    result.order = std::move(candidates).order();
    for (std::int32_t& row : result.below) row = result.place[row];
    for (std::int32_t k = 0; k < n; ++k)
        std::sort(result.below.begin() + result.pointer[k], result.below.begin() + result.pointer[k + 1]);
    return result;
}

CsrMatrix with_fill(const CsrMatrix& a, const Elimination& elimination) {
    const std::int64_t n = a.rows;
    require_memory(24.0 * static_cast<double>(2 * elimination.entries_below() + n),
                   sentence("The matrix with its fill-in"));
    // Create the structure of the factor (both triangles and the diagonal) with values of 0, and then insert the values
    // of A.
    CsrMatrix filled;
    filled.rows = n;
    filled.cols = n;
    filled.row_pointer.assign(n + 1, 0);
    const auto each_position = [&](auto&& visit) {
        for (std::int64_t k = 0; k < n; ++k) {
            const std::int32_t row = elimination.order[k];
            visit(row, row);
            for (std::int64_t e = elimination.pointer[k]; e < elimination.pointer[k + 1]; ++e) {
                const std::int32_t other = elimination.order[elimination.below[e]];
                visit(row, other);
                visit(other, row);
            }
        }
    };
    each_position([&](std::int32_t row, std::int32_t) { ++filled.row_pointer[row + 1]; });
    std::partial_sum(filled.row_pointer.begin(), filled.row_pointer.end(), filled.row_pointer.begin());
    filled.column.resize(filled.row_pointer.back());
    filled.value.assign(filled.column.size(), 0.0);
    std::vector<std::int64_t> next(filled.row_pointer.begin(), filled.row_pointer.end() - 1);
    each_position([&](std::int32_t row, std::int32_t column) { filled.column[next[row]++] = column; });
    for (std::int64_t row = 0; row < n; ++row) {
        const auto begin = filled.column.begin() + filled.row_pointer[row];
        const auto end = filled.column.begin() + filled.row_pointer[row + 1];
        std::sort(begin, end);
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            const auto found = std::lower_bound(begin, end, a.column[k]);
            filled.value[found - filled.column.begin()] = a.value[k];
        }
    }
    return filled;
}

Factors::Factors(const CsrMatrix& a, const std::vector<double>& excess, const Elimination& elimination,
                 const Progress& progress)
    : elimination_(elimination), lower_(elimination.below.size(), 0.0), pivot_(a.rows, 0.0) {
    const std::int64_t n = a.rows;
    const auto& pointer = elimination.pointer;
    const auto& below = elimination.below;
    std::vector<std::int64_t> position(n, 0); // index of each row's entry in the factor's current column
    const auto set_positions = [&](std::int64_t column) {
        for (std::int64_t e = pointer[column]; e < pointer[column + 1]; ++e) position[below[e]] = e;
    };
    std::vector<double> to_outside(n, 0.0); // current excess of each row, indexed by position in the elimination order
    for (std::int64_t k = 0; k < n; ++k) {
        const std::int64_t row = elimination.order[k];
        to_outside[k] = excess[row];
        set_positions(k);
        for (std::int64_t e = a.row_pointer[row]; e < a.row_pointer[row + 1]; ++e) {
            const std::int32_t other = elimination.place[a.column[e]];
            if (other > k) lower_[position[other]] = -a.value[e];
        }
    }
    // Until a column of lower_ is complete, it contains conductances. After that, it contains entries of -L.
    for (std::int64_t k = 0; k < n; ++k) {
        if (k % 256 == 0) progress.check(k, n);
        const std::int64_t begin = pointer[k], end = pointer[k + 1];
        pivot_[k] = std::accumulate(lower_.begin() + begin, lower_.begin() + end, to_outside[k]);
        if (!(pivot_[k] > 0))
            throw Error("network.singular",
                        sentence("Row {row} has no path to a fixed head.", {{"row", elimination.order[k] + 1}}));
        for (std::int64_t i = begin; i < end; ++i) { // the elimination of node k connects its neighbors to each other
            const std::int64_t column = below[i];
            const double share = lower_[i] / pivot_[k];
            to_outside[column] += share * to_outside[k];
            if (i + 1 < end) set_positions(column);
            for (std::int64_t j = i + 1; j < end; ++j) lower_[position[below[j]]] += share * lower_[j];
        }
        for (std::int64_t i = begin; i < end; ++i) lower_[i] /= pivot_[k];
    }
}

std::vector<double> Factors::solve(const std::vector<double>& b) const {
    const auto& [order, place, pointer, below] = elimination_;
    const auto n = static_cast<std::int64_t>(order.size());
    std::vector<double> y(n);
    for (std::int64_t k = 0; k < n; ++k) y[k] = b[order[k]];
    for (std::int64_t k = 0; k < n; ++k)
        for (std::int64_t e = pointer[k]; e < pointer[k + 1]; ++e) y[below[e]] += lower_[e] * y[k];
    for (std::int64_t k = n - 1; k >= 0; --k) {
        y[k] /= pivot_[k];
        for (std::int64_t e = pointer[k]; e < pointer[k + 1]; ++e) y[k] += lower_[e] * y[below[e]];
    }
    std::vector<double> x(n);
    for (std::int64_t k = 0; k < n; ++k) x[order[k]] = y[k];
    return x;
}

} // namespace warploom::network
