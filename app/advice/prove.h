#pragma once

#include "app/advice/advise.h"
#include "app/run/runner.h"

#include <string>
#include <vector>

namespace warploom::app {

/// How good advice is: for each matrix of a list the advice, and the times of all kernels.
struct ProofSettings {
    std::vector<std::string> matrices;
    std::vector<kernels::Precision> precisions{kernels::Precision::float64};
    double seconds_a_kernel = 0.15; ///< of samples
};

/// One matrix in one precision.
struct ProofCase {
    std::string matrix, family, advised, best, failure; ///< `failure`: why there is no result
    kernels::Precision precision = kernels::Precision::float64;
    bool is_held_out = false; ///< of a family that was kept for the end
    double advised_ns = wire::not_known, best_ns = wire::not_known;
    double best_modelled_ns = wire::not_known; ///< of the kernels that an advice can name
    double cusparse_csr_ns = wire::not_known, csr_vector_ns = wire::not_known, tried_ns = wire::not_known;
    double advice_ns = wire::not_known; ///< that the advice took
    static const wire::Fields<ProofCase>& fields();
};

struct Proof {
    std::string machine, card;
    std::vector<ProofCase> cases;
    static const wire::Fields<Proof>& fields();
};

/// Lines that are neither empty nor begin with #. Errors: "file.missing", "advice.list" where there is none.
std::vector<std::string> read_matrix_list(const std::string& file);

/// `settled` is called after each case, with all so far, so that nothing is lost. A cancelled proof gives what it has.
Proof prove(kernels::Machine& machine, const ProofSettings& settings, const RunObserver& observer,
            const std::function<void(const Proof&)>& settled = {});

/// Regret of the advice and of fixed choices, over the best of all kernels: geometric mean, share within 5 %, worst.
Table regret_table(const Proof& proof);

} // namespace warploom::app
