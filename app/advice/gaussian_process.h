#pragma once

#include "engine/protocol/serialization/fields.h"

#include <vector>

namespace warploom::app {

/// Hyperparameters of a Gaussian process that interpolates between known points (Rasmussen & Williams 2006, chapter 2).
/// The process has a mean and two components with a Matérn covariance (nu = 3/2). The smooth component has a large
/// length scale, and the local component correlates only nearby points. The caller must scale the points so that the
/// same length scale is suitable for all coordinates.
struct ProcessShape {
    double smooth = 0.3;       ///< standard deviation of the smooth component
    double length = 2;         ///< length scale of the smooth component
    double local = 0.1;        ///< standard deviation of the local component
    double local_length = 0.3; ///< length scale of the local component
    double noise = 0.03;       ///< standard deviation of the observation noise
    double mean = 1;           ///< standard deviation of the prior on the mean
    static const protocol::Fields<ProcessShape>& fields();
};

/// Returns the covariance of the values at two points; `squares` is their squared distance.
double covariance(const ProcessShape& shape, double squares);
double squares_between(const std::vector<double>& a, const std::vector<double>& b);

/// A fitted Gaussian process. The prediction at z is the sum of weights[i] times the covariance between z and
/// points[i].
struct ProcessFit {
    std::vector<double> weights;
    /// Leave-one-group-out prediction for each point (Rasmussen & Williams 2006, section 5.4.2).
    std::vector<double> guessed_without_group;
};

/// Fits a Gaussian process to the points. `groups[i]` is the group of point i. Takes O(n³) time, where n is the number
/// of points.
ProcessFit fit_process(const ProcessShape& shape, const std::vector<std::vector<double>>& points,
                       const std::vector<double>& numbers, const std::vector<int>& groups);

} // namespace warploom::app
