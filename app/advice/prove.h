#pragma once

#include "app/advice/advise.h"
#include "app/advice/measured_times.h"
#include "app/run/runner.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// Returns a stand-in for the GPU on which a file of times was measured, so that the GPU itself is not required. The
/// stand-in supports the same kernels as the GPU, but binding a kernel to it throws "kernel.machine".
std::unique_ptr<kernels::Machine> absent_machine(const TimedMachine& machine);

/// Returns the kernels that are worth measuring: the recommended kernel and then the next fastest ones, up to `most`
/// kernels in total.
std::vector<std::string> first_kernels(const protocol::Advice& advice, std::size_t most = 3);

/// Measures kernels with the quick preset on the target machine of the recommendation.
Run measure_kernels(Inputs& inputs, const std::string& name, kernels::Machine& machine, const AdviceSettings& settings,
                    const std::vector<std::string>& kernels, const RunObserver& observer = {});

/// Regret of the recommended kernel for one matrix in one precision.
struct ProofCase {
    /// Names of the matrix, its family, the recommended kernel and the fastest kernel. If there is no result, `failure`
    /// states the reason.
    std::string matrix, family, advised, best, failure;
    Precision precision = Precision::float64;
    bool is_held_out = false; ///< whether the matrix's family was excluded from training
    double advised_ns = protocol::not_known, best_ns = protocol::not_known;
    double tried_ns = protocol::not_known; ///< time of the fastest of the top three kernels, in nanoseconds
    double cusparse_csr_ns = protocol::not_known, csr_vector_ns = protocol::not_known,
           csr_adaptive_ns = protocol::not_known;
    double vendor_ns = protocol::not_known; ///< time of the fastest vendor kernel, in nanoseconds
    /// Number of measured kernels with a predicted interval, and number of these kernels whose measured time is inside
    /// the interval.
    double estimated = 0, inside = 0;
    double farthest = 0; ///< largest ratio of the larger to the smaller of an estimated and a measured time
    double advice_ns = protocol::not_known; ///< time to compute the recommendation, in nanoseconds
    static const protocol::Fields<ProofCase>& fields();
};

struct Proof {
    std::string machine, card;
    std::vector<ProofCase> cases;
    static const protocol::Fields<Proof>& fields();
};

/// Computes the regret of the recommended kernel for one measured matrix.
ProofCase proof_case(const protocol::Advice& advice, const MatrixTimes& measured);

struct ProofSettings {
    bool quick = false;                          ///< whether recommendations use only matrix statistics
    bool by_model = false;                       ///< whether recommendations ignore learned times
    std::shared_ptr<const LearnedTimes> learned; ///< learned times to use instead of the built-in data for this GPU
};

/// Computes a recommendation for each measured matrix, without using the GPU, and compares it with the measured times.
/// Returns partial results if canceled.
Proof prove(const MeasuredTimes& times, const ProofSettings& settings, const RunObserver& observer);

/// Returns a table of the regret of the recommendation and of fixed kernels relative to the fastest kernel: the
/// geometric mean, the maximum, and the fraction of the matrices with a regret of at most 5 %. There is one row for the
/// training families, one for the held-out families, and one for all families.
Table regret_table(const Proof& proof);
/// Returns a table of the number of measured times inside the predicted intervals, and the largest ratio between an
/// estimate and a measured time. There is one row for the training families, one for the held-out families, and one for
/// all families.
Table interval_table(const Proof& proof);
/// Returns the regret of the recommendation by family, and the worst matrix in each family.
Table regret_by_family(const Proof& proof);

} // namespace warploom::app
