#pragma once

#include "engine/protocol/messages/cause.h"
#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/run.h"

#include <optional>
#include <string>
#include <vector>

// A ranking of the kernels for a matrix, a machine and a precision, with a reason for each rank. Times are in ns.

namespace warploom::protocol {

/// A kernel in the ranking.
struct AdvisedKernel {
    std::string kernel, format;
    int group = 1;         ///< rank of the group; kernels in the same group are equally fast within the model error
    double ns = not_known; ///< modeled time of one call; NaN for the host, which is not modeled
    /// Whether `ns` is only a lower bound derived from counts. If this bound is already too large, the kernel is not
    /// traced.
    bool is_at_least = false;
    std::string cause;       ///< name of a CauseKind; empty if the cause is unknown
    std::string reason;      ///< a sentence that explains the time, based on counts
    double traced_share = 0; ///< fraction of the blocks of the grid that were traced
    std::optional<std::int64_t> format_bytes;
    double conversion_ns = not_known; ///< time to convert from CSR on this host; 0 for a kernel that reads CSR directly
    double total_ns = not_known;      ///< time for the conversion plus `products` calls
    double pays_after = not_known;    ///< number of calls; NaN if the conversion never pays off or is not needed
    double measured_ns = not_known;   ///< median measured time; NaN if the kernel was not measured
    static const Fields<AdvisedKernel>& fields();
};

/// A kernel that was not ranked.
struct UnadvisedKernel {
    std::string kernel, reason;
    static const Fields<UnadvisedKernel>& fields();
};

/// The verdict on a recommendation, once the top-ranked kernels have been measured.
struct AdviceVerdict {
    std::string machine;
    std::string fastest;       ///< fastest measured kernel
    double regret = not_known; ///< measured time of the recommended kernel / time of the fastest kernel
    bool was_right = false;    ///< true if the recommended kernel is the fastest, or equally fast within noise
    std::string sentence;
    static const Fields<AdviceVerdict>& fields();
};

struct Advice {
    std::string operation = "spmv";
    Input matrix;
    std::string machine, machine_title; ///< ID and name, such as `simulated:h200` and "NVIDIA H200"
    std::string card, card_title;       ///< card whose model ranks the kernels; empty on the host
    double error = not_known; ///< relative error of the model; kernels whose times differ by less share a group
    std::string error_from;   ///< how the error was determined, in one sentence
    Precision precision = Precision::float64;
    int block = 128;
    CacheState cache = CacheState::cold;
    double products = 1000;
    bool quick = false;
    bool is_learned = false; ///< whether times are predicted from measurements of similar matrices instead of modeled
    std::string take;        ///< kernel with the smallest `total_ns`
    std::string fastest;     ///< first kernel in `kernels`
    std::string baseline;    ///< kernel that `pays_after` compares with
    std::string sentence;    ///< recommended kernel and the reason, in one sentence
    std::vector<AdvisedKernel> kernels;  ///< fastest first
    std::vector<UnadvisedKernel> others; ///< kernels that cannot run or cannot be modeled, with the reason
    std::vector<std::string> notes;      ///< data that was not used, and properties known only at run time
    double took_ns = 0;                  ///< time to compute the recommendation
    std::optional<AdviceVerdict> verdict;
    static const Fields<Advice>& fields();

    const AdvisedKernel* find(const std::string& kernel) const;
};

/// Parses an `advise` document. Errors: "advice.malformed" with the name of the field.
Advice read_advice(const Json& json);
/// Adds the measured times in `rows` to a recommendation and sets its verdict. Ignores rows without a time. If no row
/// has a time, leaves the recommendation unchanged.
void give_verdict(Advice& advice, const std::vector<Row>& rows, const std::string& machine);

} // namespace warploom::protocol
