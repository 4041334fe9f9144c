#pragma once

#include <vector>

namespace warploom::app {

/// Computes test rows in which every pair of levels of every two factors occurs at least once (a covering array of
/// strength two; greedy, after Cohen et al. 1997, AETG). `levels` is the number of levels of each factor, at least 1.
/// Each row contains one level per factor, counted from 0. The same levels give the same rows.
std::vector<std::vector<int>> covering_array(const std::vector<int>& levels);

} // namespace warploom::app
