#pragma once

#include <vector>

namespace warploom::app {

/// Returns a covering array of strength two: a list of test rows in which each pair of levels of any two factors occurs
/// at least once. Built with a greedy algorithm based on AETG (Cohen et al. 1997). `levels` holds the number of levels
/// of each factor, at least 1. Each row contains one zero-based level per factor. The result is deterministic.
std::vector<std::vector<int>> covering_array(const std::vector<int>& levels);

} // namespace warploom::app
