#include "app/check/covering_array.h"

#include <cstddef>

namespace warploom::app {

namespace {

/// Pairs of levels, one from each of two factors, that no row of the covering array contains yet.
class UncoveredPairs {
public:
    explicit UncoveredPairs(const std::vector<int>& levels) : levels_(levels) {
        std::size_t all = 0;
        for (const int count : levels) {
            first_.push_back(all);
            all += static_cast<std::size_t>(count);
        }
        width_ = all;
        is_open_.assign(all * all, false);
        for (std::size_t f = 0; f < levels.size(); ++f)
            for (std::size_t g = f + 1; g < levels.size(); ++g)
                for (int a = 0; a < levels[f]; ++a)
                    for (int b = 0; b < levels[g]; ++b) open(f, a, g, b) = true;
    }

    bool is_open(std::size_t f, int a, std::size_t g, int b) const {
        return is_open_[f < g ? at(f, a, g, b) : at(g, b, f, a)];
    }

    /// Sets two elements of `row` to the first pair that no row contains yet. Returns false if there is no such pair.
    bool find(std::vector<int>& row) const {
        for (std::size_t f = 0; f < levels_.size(); ++f)
            for (std::size_t g = f + 1; g < levels_.size(); ++g)
                for (int a = 0; a < levels_[f]; ++a)
                    for (int b = 0; b < levels_[g]; ++b)
                        if (is_open(f, a, g, b)) {
                            row[f] = a;
                            row[g] = b;
                            return true;
                        }
        return false;
    }

    void cover(const std::vector<int>& row) {
        for (std::size_t f = 0; f < row.size(); ++f)
            for (std::size_t g = f + 1; g < row.size(); ++g) open(f, row[f], g, row[g]) = false;
    }

private:
    std::size_t at(std::size_t f, int a, std::size_t g, int b) const {
        return (first_[f] + static_cast<std::size_t>(a)) * width_ + first_[g] + static_cast<std::size_t>(b);
    }
    std::vector<bool>::reference open(std::size_t f, int a, std::size_t g, int b) { return is_open_[at(f, a, g, b)]; }

    const std::vector<int>& levels_;
    std::vector<std::size_t> first_; ///< index of the first level of each factor
    std::size_t width_ = 0;
    std::vector<bool> is_open_;
};

} // namespace

std::vector<std::vector<int>> covering_array(const std::vector<int>& levels) {
    constexpr int any = -1;
    UncoveredPairs pairs(levels);
    std::vector<std::vector<int>> rows;
    if (levels.size() == 1)
        for (int level = 0; level < levels[0]; ++level) rows.push_back({level});
    for (std::vector<int> row(levels.size(), any); pairs.find(row); row.assign(levels.size(), any)) {
        for (std::size_t f = 0; f < levels.size(); ++f) {
            if (row[f] != any) continue;
            int most = -1, best = 0;
            // Rotate the order of the levels, so that ties do not always favor the same level.
            for (int turn = 0; turn < levels[f]; ++turn) {
                const int level = (turn + static_cast<int>(rows.size())) % levels[f];
                int covered = 0;
                for (std::size_t g = 0; g < levels.size(); ++g)
                    if (g != f && row[g] != any && pairs.is_open(f, level, g, row[g])) ++covered;
                if (covered <= most) continue;
                most = covered;
                best = level;
            }
            row[f] = best;
        }
        pairs.cover(row);
        rows.push_back(row);
    }
    return rows;
}

} // namespace warploom::app
