#pragma once

#include "engine/protocol/serialization/fields.h"

#include <vector>

namespace warploom::app {

/// A Gaussian process that predicts the value at a point from the values at known points (Rasmussen & Williams 2006,
/// chapter 2). It has a mean and two components with a Matérn covariance (nu = 3/2). The smooth component has a large
/// length scale; the local component correlates only nearby points. The caller scales the points so that a single
/// length scale suits all coordinates.
struct ProcessShape {
    double smooth = 0.3;       ///< standard deviation of the smooth component
    double length = 2;         ///< length scale of the smooth component
    double local = 0.1;        ///< standard deviation of the local component
    double local_length = 0.3; ///< length scale of the local component
    double noise = 0.03;       ///< standard deviation of the observation noise
    double mean = 1;           ///< standard deviation of the prior on the mean
    static const protocol::Fields<ProcessShape>& fields();
};

/// Returns the covariance of the values at two points; `squares` is the square of their distance.
double covariance(const ProcessShape& shape, double squares);
double squares_between(const std::vector<double>& a, const std::vector<double>& b);

/// A fitted process. The prediction at z is the sum of weights[i] times the covariance of z and points[i].
struct ProcessFit {
    std::vector<double> weights;
    /// Leave-one-group-out predictions at each point (chapter 5.4.2).
    std::vector<double> guessed_without_group;
};

/// Fits the process. `groups[i]` is the group of point i. The running time is cubic in the number of points.
ProcessFit fit_process(const ProcessShape& shape, const std::vector<std::vector<double>>& points,
                       const std::vector<double>& numbers, const std::vector<int>& groups);

} // namespace warploom::app
