#pragma once

#include "app/advice/gaussian_process.h"
#include "app/advice/matrix_features.h"
#include "app/advice/measured_times.h"
#include "engine/progress.h"
#include "engine/table.h"

#include <memory>
#include <string>
#include <vector>

// Predicts the times of products on one GPU from measurements of other matrices there. The model of a card
// distinguishes kernels whose times differ by more than its error, about 14 %; predictions from 250 similar matrices
// distinguish differences of 5 %. They cover every measured kernel, including those that the model of a card does not
// support.

namespace warploom::app {

/// A kernel, and the data for predicting its time: the logarithm of its time over a simple bound (plain_ns).
struct LearnedKernel {
    std::string kernel, format;
    ProcessShape shape;
    std::vector<int> features; ///< which of the features decide its time
    std::vector<int> points;   ///< which of the matrices
    std::vector<double> weights;
    double error = protocol::not_known; ///< relative, median, of families that were left out
    double first_share = 0;             ///< of the cases in which it was the fastest, or within 1 % of that
    double prepared_ns_an_entry = 0;    ///< the kernel's own look at the matrix, median
    static const protocol::Fields<LearnedKernel>& fields();
};

struct LearnedPrecision {
    Precision precision = Precision::float64;
    std::vector<double> middle, scale;       ///< of each feature
    std::vector<std::string> matrices;       ///< of each point
    std::vector<std::vector<double>> points; ///< scaled features
    std::vector<LearnedKernel> kernels;
    static const protocol::Fields<LearnedPrecision>& fields();
    const LearnedKernel* find(const std::string& kernel) const;
    /// A matrix farther than this from every measured one is outside the learned range: 97 of 100 measured matrices
    /// have another one nearer than that. In scaled features; infinite for a single matrix.
    double reach() const;
};

struct LearnedTimes {
    int warploom_learned = 1; ///< version of the file
    std::string title, compute_capability;
    std::vector<std::string> features;
    std::int64_t cases = 0, families = 0; ///< that it was learned from
    double error = protocol::not_known; ///< relative, median over kernels and matrices, of families that were left out
    std::vector<LearnedPrecision> precisions;
    static const protocol::Fields<LearnedTimes>& fields();
    const LearnedPrecision* find(Precision precision) const;
    std::vector<std::string> kernels_of(Precision precision) const;
    /// One sentence.
    std::string origin() const;
};

/// The times of kernels on a matrix with these features. A guess is on the cautious side: the more, the seldomer the
/// kernel was the fastest.
class LearnedGuess {
public:
    LearnedGuess(const LearnedPrecision& learned, const MatrixFeatures& features, const RowFigures& rows);
    double ns(const LearnedKernel& kernel, double format_bytes) const;
    /// Why the matrix is outside the range in which the kernel was measured: a feature clearly below the least or above
    /// the greatest measured one, or no measured matrix within reach(). Empty inside.
    std::string why_outside(const LearnedKernel& kernel) const;
    /// The measured matrix that is most like this one.
    const std::string& nearest() const { return learned_.matrices[nearest_]; }

private:
    const LearnedPrecision& learned_;
    const RowFigures& rows_;
    std::vector<double> at_;
    std::size_t nearest_ = 0;
    double reach_ = 0;
};
/// Returns the logarithm of the factor that makes a guess conservative. `first_share`: the share of cases in which the
/// kernel was the fastest.
double caution_of(double first_share);
/// The features that a kernel's time is guessed from.
std::vector<double> part_of(const std::vector<double>& point, const std::vector<int>& features);

/// Leave-one-family-out regret relative to the fastest kernel.
struct Learning {
    LearnedTimes times;
    Table kernels; ///< of each kernel and precision, how far off guesses are
    Table regret;  ///< of each family, guessed from the others
};
/// From the families that are not held out. Makes each matrix once to see its features. Errors: those of load_matrix,
/// "advice.times" where a kernel has too few times.
Learning learn_times(const MeasuredTimes& times, const Progress& progress = {});

/// Errors: "file.missing", "advice.learned".
LearnedTimes read_learned(const std::string& file);
/// The file of the program for GPUs of this name, else of this compute capability; null where there is none.
std::shared_ptr<const LearnedTimes> learned_for(const std::string& title, const std::string& compute_capability);

} // namespace warploom::app
