#pragma once

#include <vector>

namespace warploom::app {

/// Computes test rows in which every pair of levels of any two factors occurs at least once: a covering array of
/// strength two, built greedily after Cohen et al. 1997 (AETG). `levels` holds the number of levels of each factor, at
/// least 1. Each row holds one level per factor, starting at 0. The result is deterministic.
std::vector<std::vector<int>> covering_array(const std::vector<int>& levels);

} // namespace warploom::app
