#pragma once

#include "engine/protocol/serialization/fields.h"

#include <vector>

namespace warploom::app {

/// Predicts a number at each of several points from points where it is known, with a Gaussian process (Rasmussen &
/// Williams 2006, chapter 2) with a mean and two parts whose covariance is Matern's with nu = 3/2. The smooth part
/// varies over a longer length scale; the local part is shared only by nearby points. The caller scales the points so
/// that one length scale fits all coordinates.
struct ProcessShape {
    double smooth = 0.3;       ///< standard deviation of the smooth part
    double length = 2;         ///< over which the smooth part changes
    double local = 0.1;        ///< standard deviation of the local part
    double local_length = 0.3; ///< over which the local part changes
    double noise = 0.03;       ///< standard deviation of the noise of an observation
    double mean = 1;           ///< standard deviation of the mean
    static const protocol::Fields<ProcessShape>& fields();
};

/// Returns the covariance of the values at two points; `squares`: the square of their distance.
double covariance(const ProcessShape& shape, double squares);
double squares_between(const std::vector<double>& a, const std::vector<double>& b);

/// The known points in short: the guess at z is the sum of weights[i] times the covariance with points[i].
struct ProcessFit {
    std::vector<double> weights;
    /// Of each point: its number as it is guessed where all points of its group are left out (chapter 5.4.2).
    std::vector<double> guessed_without_group;
};

/// `groups[i]` names the group of point i. Time grows with the third power of the number of points.
ProcessFit fit_process(const ProcessShape& shape, const std::vector<std::vector<double>>& points,
                       const std::vector<double>& numbers, const std::vector<int>& groups);

} // namespace warploom::app
