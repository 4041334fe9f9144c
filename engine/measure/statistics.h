#pragma once

#include "engine/enum_words.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warploom::measure {

/// One timing sample of a kernel. Invalid samples are marked as discarded, but never removed.
struct Sample {
    double time_ns = 0;     ///< time per launch
    double clock_mhz = 0;   ///< clock rate of the multiprocessors in MHz while the sample was taken; 0 if unknown
    int batch = 1;          ///< number of launches that were averaged for this sample
    bool discarded = false; ///< whether the sample is ignored because the clock rate was below 75 % of the default rate
};

/// Statistics of a list of timing samples, excluding discarded ones. Times are in ns per launch. If all samples are
/// discarded, `count` is 0 and the other members are NaN.
struct Summary {
    std::size_t count = 0;
    std::size_t discarded = 0;
    double median = 0, q1 = 0, q3 = 0, min = 0, max = 0;
    double mean = 0;
    double standard_deviation = 0; ///< sample standard deviation (divided by n - 1); 0 for a single sample
    double noise = 0;              ///< standard_deviation / mean
};

/// Returns the p-quantile (0 <= p <= 1) of a nonempty list sorted in ascending order. Uses linear interpolation
/// (Hyndman and Fan 1996, definition 7, the default of R and NumPy).
double quantile(const std::vector<double>& ascending, double p);
/// Returns the median of values in any order, or NaN for an empty list.
double median(std::vector<double> values);

Summary summarize(const std::vector<Sample>& samples);

/// Computes the mean and the standard deviation of a growing list of values in constant memory (Welford 1962).
class RunningNoise {
public:
    void add(double value);
    std::size_t count() const { return count_; }
    double mean() const { return mean_; }
    double standard_deviation() const; ///< sample standard deviation; 0 for fewer than two values
    double noise() const;              ///< standard deviation / mean; 0 if the mean is 0

private:
    std::size_t count_ = 0;
    double mean_ = 0;
    double sum_of_squares_ = 0;
};

/// Whether a time was measured on a real machine, or modeled from operation counts for a simulated GPU.
enum class TimeKind { measured, modelled };
constexpr auto words_of(TimeKind) { return std::array{"measured", "modelled"}; }
using warploom::to_string;

/// The result of comparing the times of a kernel and the baseline. A `ratio` greater than 1 means that the kernel is
/// faster.
struct Comparison {
    enum class Verdict { same, faster, slower, cannot_tell };
    double ratio = 0; ///< median time of the baseline / median time of the kernel
    double low = 0;   ///< minimum time of the baseline / third quartile of the kernel
    double high = 0;  ///< third quartile of the baseline / minimum time of the kernel
    Verdict verdict = Verdict::cannot_tell;
    std::string reason; ///< reason why the comparison is undecided, or the basis of the verdict; may be empty
};
constexpr auto words_of(Comparison::Verdict) { return std::array{"same", "faster", "slower", "cannot tell"}; }

/// Relative error that is assumed for a performance model that was not validated for a card. It is the largest median
/// error of the validated cards: 29.7 % (Tesla C2050).
constexpr double error_of_unvalidated_model = 0.3;

/// Compares the times of a kernel and the baseline. The verdict is `faster` or `slower` only if the ranges [min, q3]
/// are at least 0.5 % apart, and the medians are at least 0.5 us apart (the resolution of a pair of events). The
/// verdict is `same` if the medians differ by less than 0.5 % and neither range is wider than 2 %. Modeled times have
/// no noise, but the model has the relative error `model_error`. For such times, the verdict is `cannot_tell` if their
/// ratio is between 1 / (1 + model_error) and 1 + model_error, and the interval is widened by this factor. A measured
/// time is never compared with a modeled one. In this case, the verdict is `cannot_tell`, and all numbers are NaN.
Comparison compare(const Summary& kernel, TimeKind kernel_kind, const Summary& baseline, TimeKind baseline_kind,
                   double model_error = 0);

} // namespace warploom::measure
