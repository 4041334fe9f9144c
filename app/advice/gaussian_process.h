#pragma once

#include "engine/fields/fields.h"

#include <vector>

namespace warploom::app {

/// A number for each of some points, guessed from points where it is known: a Gaussian process (Rasmussen & Williams 2006,
/// chapter 2) with a mean, a linear part and a smooth part, whose covariance is Matern's with nu = 3/2. Points are scaled by the
/// caller, so that one length fits all of their coordinates.
struct ProcessShape {
    double smooth = 0.3; ///< standard deviation of the smooth part
    double length = 2;   ///< over which the smooth part changes
    double linear = 0.1; ///< standard deviation of a slope
    double noise = 0.03; ///< of a known number
    double mean = 1;     ///< standard deviation of the mean
    static const wire::Fields<ProcessShape>& fields();
};

double covariance(const ProcessShape& shape, const std::vector<double>& a, const std::vector<double>& b);

/// The known points in short: the guess at z is the sum of weights[i] * covariance(shape, z, points[i]).
struct ProcessFit {
    std::vector<double> weights;
    /// Of each point: its number as it is guessed where all points of its group are left out (chapter 5.4.2).
    std::vector<double> guessed_without_group;
};

/// `groups[i]` names the group of point i. Time grows with the third power of the number of points.
ProcessFit fit_process(const ProcessShape& shape, const std::vector<std::vector<double>>& points,
                       const std::vector<double>& numbers, const std::vector<int>& groups);

double guess(const ProcessShape& shape, const std::vector<std::vector<double>>& points,
             const std::vector<double>& weights, const std::vector<double>& at);

} // namespace warploom::app
