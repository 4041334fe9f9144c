#pragma once

#include "app/advice/gaussian_process.h"
#include "app/advice/matrix_features.h"
#include "app/advice/measured_times.h"
#include "engine/progress.h"
#include "engine/table.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

// Predicts the times of SpMV kernels on a GPU from measurements of other matrices on the same GPU. A card's performance
// model has an error of about 14 %, so it cannot rank kernels whose times differ by less. Predictions based on 250
// similar matrices can rank kernels whose times differ by 5 %. They also cover kernels that the performance model does
// not support.

namespace warploom::app {

/// If the predicted time of a kernel is more than clearly_slower times the time of the fastest kernel, no estimate is
/// shown. Predictions of long times are inaccurate, because times of more than four times the fastest were clipped
/// before training. The advice only says that the kernel takes at least surely_slower times as long as the fastest one.
/// In a cross-validation on an H200, this statement was true for 99 % of 8,982 times.
constexpr double clearly_slower = 1.5, surely_slower = 1.25;

/// Data for predicting the time of one kernel. A time is stored as the logarithm of its ratio to plain_ns().
struct LearnedKernel {
    std::string kernel, format;
    ProcessShape shape;
    std::vector<int> features; ///< indices of the features used for prediction
    std::vector<int> points;   ///< indices of the measured matrices used for prediction
    std::vector<double> weights;
    double error = protocol::not_known; ///< median relative error on families left out of the training
    /// Bounds of the interval that contains 90 % of the measured times, relative to the prediction. Computed from
    /// families that were left out of the training. Matrices on which the kernel is clearly slower than the fastest one
    /// are excluded.
    double low = protocol::not_known, high = protocol::not_known;
    /// Fraction of the measured matrices on which the kernel was fastest or within 1 % of the fastest.
    double first_share = 0;
    double prepared_ns_an_entry = 0; ///< median preprocessing time per matrix entry, in nanoseconds
    static const protocol::Fields<LearnedKernel>& fields();
};

struct LearnedPrecision {
    Precision precision = Precision::float64;
    std::vector<double> middle, scale;       ///< mean and scale of each matrix feature
    std::vector<std::string> matrices;       ///< names of the measured matrices, one per point
    std::vector<std::vector<double>> points; ///< scaled features of each measured matrix
    std::vector<LearnedKernel> kernels;
    static const protocol::Fields<LearnedPrecision>& fields();
    const LearnedKernel* find(const std::string& kernel) const;
    /// Returns the maximum distance, in scaled features, at which two matrices are considered similar. 97 % of the
    /// measured matrices have another measured matrix within this distance. Infinite if there is only one matrix.
    double reach() const;
};

struct LearnedTimes {
    int warploom_learned = 1; ///< version of the file format
    std::string title, compute_capability;
    std::vector<std::string> features;
    /// Number of measured matrices, where each precision counts separately, and number of matrix families in the
    /// training data.
    std::int64_t cases = 0, families = 0;
    /// Median relative error over all kernels and matrices, on families left out of the training.
    double error = protocol::not_known;
    std::vector<LearnedPrecision> precisions;
    static const protocol::Fields<LearnedTimes>& fields();
    const LearnedPrecision* find(Precision precision) const;
    std::vector<std::string> kernels_of(Precision precision) const;
    /// Returns a sentence that describes the source of the learned times.
    std::string origin() const;
};

/// Predicts kernel times for a matrix with the given features. Predictions are conservative, especially for kernels
/// that were rarely fastest.
class LearnedGuess {
public:
    LearnedGuess(const LearnedPrecision& learned, const MatrixFeatures& features, const RowFigures& rows);
    double ns(const LearnedKernel& kernel, double format_bytes) const;
    /// Returns the interval that contains 90 % of the measured times. Removes the safety factor from a conservative
    /// prediction of ns() and multiplies the result by `low` and `high`.
    std::pair<double, double> interval(const LearnedKernel& kernel, double conservative_ns) const;
    /// Returns the reason why a matrix is outside the measured range of the kernel, or an empty string if it is inside.
    /// A matrix is outside if a feature is clearly below the measured minimum or above the measured maximum, or if no
    /// measured matrix is within reach().
    std::string why_outside(const LearnedKernel& kernel) const;
    /// Returns the name of the measured matrix that is most similar to the given matrix.
    const std::string& nearest() const { return learned_.matrices[nearest_]; }

private:
    const LearnedPrecision& learned_;
    const RowFigures& rows_;
    std::vector<double> at_;
    std::size_t nearest_ = 0;
    double reach_ = 0;
};
/// Returns the logarithm of the safety factor that makes predicted times conservative. `first_share` is the fraction of
/// measured matrices on which the kernel was fastest.
double caution_of(double first_share);
/// Returns the elements of `point` at the indices listed in `features`.
std::vector<double> part_of(const std::vector<double>& point, const std::vector<int>& features);

/// Results of leave-one-family-out cross-validation: prediction errors, and the regret relative to the fastest kernel.
struct Learning {
    LearnedTimes times;
    Table kernels; ///< prediction error by kernel and precision
    Table regret;  ///< regret by family, with predictions trained on all other families
};
/// Trains the predictions of kernel times on all families of matrices except those held out. Generates each matrix once
/// to compute its features. Errors: any error from load_matrix; "advice.times" if a kernel has too few measurements.
Learning learn_times(const MeasuredTimes& times, const Progress& progress = {});

/// Reads a file of learned times. Errors: "file.missing", "advice.learned".
LearnedTimes read_learned(const std::string& file);
/// Returns the built-in learned times for GPUs with this name or, failing that, with this compute capability. Returns
/// null if there are none.
std::shared_ptr<const LearnedTimes> learned_for(const std::string& title, const std::string& compute_capability);

} // namespace warploom::app
