#pragma once

#include "engine/measure/sample.h"

#include <cstddef>
#include <vector>

namespace warploom::measure {

/// What is reported of a list of samples. Times in ns a launch; only samples that were not discarded count.
/// With no sample that counts, every figure is NaN and `count` is 0.
struct Summary {
    std::size_t count = 0;     ///< samples that count
    std::size_t discarded = 0; ///< samples that do not
    double median = 0, q1 = 0, q3 = 0, min = 0, max = 0;
    double mean = 0;
    double standard_deviation = 0; ///< of the sample (divided by n - 1); 0 for one sample
    double noise = 0;              ///< standard_deviation / mean
};

/// The p-quantile (0 <= p <= 1) of an ascending, non-empty list, interpolated between neighbours
/// (Hyndman and Fan 1996, definition 7: what R and NumPy do by default).
double quantile(const std::vector<double>& ascending, double p);
/// The middle of values in any order; not a number where there is none.
double median(std::vector<double> values);

Summary summarize(const std::vector<Sample>& samples);

/// Mean and deviation of a growing list in constant memory (Welford 1962).
class RunningNoise {
public:
    void add(double value);
    std::size_t count() const { return count_; }
    double mean() const { return mean_; }
    double standard_deviation() const; ///< 0 before the second value
    double noise() const;              ///< standard deviation / mean; 0 where the mean is 0

private:
    std::size_t count_ = 0;
    double mean_ = 0;
    double sum_of_squares_ = 0;
};

} // namespace warploom::measure
