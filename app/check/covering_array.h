#pragma once

#include <vector>

namespace warploom::app {

/// Returns a covering array of strength two: a list of test cases in which each pair of levels of any two factors
/// occurs at least once. Uses a greedy algorithm based on AETG (Cohen et al. 1997). `levels` contains the number of
/// levels of each factor, which must be at least 1. A test case contains one zero-based level per factor. The result is
/// deterministic.
std::vector<std::vector<int>> covering_array(const std::vector<int>& levels);

} // namespace warploom::app
