#pragma once

#include "app/advice/advise.h"
#include "app/advice/measured_times.h"
#include "app/run/runner.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::app {

/// Returns a stand-in for the GPU of a file of times, which need not be present: it supports the same kernels, as far
/// as advice is concerned. Binding a kernel on it throws "kernel.machine".
std::unique_ptr<kernels::Machine> absent_machine(const TimedMachine& machine);

/// The kernels that are worth a measurement: the advised one, then the fastest, `most` in all.
std::vector<std::string> first_kernels(const protocol::Advice& advice, std::size_t most = 3);

/// Runs kernels on the machine of the advice in the short form.
Run measure_kernels(Inputs& inputs, const std::string& name, kernels::Machine& machine, const AdviceSettings& settings,
                    const std::vector<std::string>& kernels, const RunObserver& observer = {});

/// One matrix in one precision, and the cost of following the advice for it.
struct ProofCase {
    std::string matrix, family, advised, best, failure; ///< `failure`: why there is no result
    Precision precision = Precision::float64;
    bool is_held_out = false; ///< its family was excluded from training
    double advised_ns = protocol::not_known, best_ns = protocol::not_known;
    double tried_ns = protocol::not_known; ///< of the fastest of the first three
    double cusparse_csr_ns = protocol::not_known, csr_vector_ns = protocol::not_known,
           csr_adaptive_ns = protocol::not_known;
    double vendor_ns = protocol::not_known; ///< of the fastest of the vendor's calls
    double advice_ns = protocol::not_known; ///< that the advice took
    static const protocol::Fields<ProofCase>& fields();
};

struct Proof {
    std::string machine, card;
    std::vector<ProofCase> cases;
    static const protocol::Fields<Proof>& fields();
};

/// Computes the cost of following the advice on one matrix with measured times.
ProofCase proof_case(const protocol::Advice& advice, const MatrixTimes& measured);

struct ProofSettings {
    bool quick = false;                          ///< the advice from statistics alone
    bool by_model = false;                       ///< as if no times had been learned
    std::shared_ptr<const LearnedTimes> learned; ///< replaces the data that the program has for this GPU
};

/// Computes the advice for each measured matrix, without the machine, and compares it with the times. A canceled run
/// returns its partial result.
Proof prove(const MeasuredTimes& times, const ProofSettings& settings, const RunObserver& observer);

/// Regret of the advice and of fixed choices, over the best of all kernels: geometric mean, share within 5 %, worst.
/// Families that rules were made from, families that were held out, and all.
Table regret_table(const Proof& proof);
/// Of the advice, family by family, with the worst matrix of each.
Table regret_by_family(const Proof& proof);

} // namespace warploom::app
