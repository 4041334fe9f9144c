#pragma once

#include "app/advice/advise.h"
#include "app/advice/measured_times.h"
#include "app/run/runner.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// Returns a substitute for the GPU whose times are in a file; the GPU itself need not be present. Recommendations
/// assume that it supports the same kernels. Binding a kernel to it throws "kernel.machine".
std::unique_ptr<kernels::Machine> absent_machine(const TimedMachine& machine);

/// Returns the kernels worth measuring: the recommended one and the next fastest, at most `most` in total.
std::vector<std::string> first_kernels(const protocol::Advice& advice, std::size_t most = 3);

/// Measures kernels on the machine of the recommendation with the quick preset.
Run measure_kernels(Inputs& inputs, const std::string& name, kernels::Machine& machine, const AdviceSettings& settings,
                    const std::vector<std::string>& kernels, const RunObserver& observer = {});

/// One matrix in one precision, and the cost of following the recommendation for it.
struct ProofCase {
    std::string matrix, family, advised, best, failure; ///< `failure` explains why there is no result
    Precision precision = Precision::float64;
    bool is_held_out = false; ///< whether the matrix's family was excluded from training
    double advised_ns = protocol::not_known, best_ns = protocol::not_known;
    double tried_ns = protocol::not_known; ///< time of the fastest among the top three kernels
    double cusparse_csr_ns = protocol::not_known, csr_vector_ns = protocol::not_known,
           csr_adaptive_ns = protocol::not_known;
    double vendor_ns = protocol::not_known; ///< time of the fastest vendor kernel
    double advice_ns = protocol::not_known; ///< time to compute the recommendation
    static const protocol::Fields<ProofCase>& fields();
};

struct Proof {
    std::string machine, card;
    std::vector<ProofCase> cases;
    static const protocol::Fields<Proof>& fields();
};

/// Computes the cost of following the recommendation for one measured matrix.
ProofCase proof_case(const protocol::Advice& advice, const MatrixTimes& measured);

struct ProofSettings {
    bool quick = false;                          ///< whether to use only matrix statistics
    bool by_model = false;                       ///< whether to ignore learned times
    std::shared_ptr<const LearnedTimes> learned; ///< if set, used instead of the built-in data for this GPU
};

/// Computes the recommendation for each measured matrix, without the GPU, and compares it with the measured times.
/// Returns the partial result if canceled.
Proof prove(const MeasuredTimes& times, const ProofSettings& settings, const RunObserver& observer);

/// Returns the regret of the recommendation and of fixed choices relative to the fastest kernel: geometric mean,
/// fraction within 5 %, and maximum. Has separate rows for training families, held-out families and all families.
Table regret_table(const Proof& proof);
/// Returns the regret of the recommendation by family, and the worst matrix in each family.
Table regret_by_family(const Proof& proof);

} // namespace warploom::app
