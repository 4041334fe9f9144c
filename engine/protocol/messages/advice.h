#pragma once

#include "engine/protocol/messages/cause.h"
#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/run.h"

#include <optional>
#include <string>
#include <vector>

// A ranking of the kernels for a matrix, a machine and a precision, with a reason for each rank. Times are in ns.

namespace warploom::protocol {

/// One kernel in the ranking of a recommendation.
struct AdvisedKernel {
    std::string kernel, format;
    int group = 1;         ///< group of the kernel; kernels in a group are equally fast within the model error
    double ns = not_known; ///< modeled time of one kernel call; NaN for the host, which is not modeled
    /// Bounds of the interval that contains 90 % of the measured times; NaN if the time is modeled. Determined from
    /// matrix families that were left out of the training.
    double low_ns = not_known, high_ns = not_known;
    /// Whether `ns` is only a lower bound. A kernel is not traced if its lower bound already shows that it is too slow.
    bool is_at_least = false;
    std::string cause;       ///< main performance limiter, as the name of a CauseKind; empty if unknown
    std::string reason;      ///< sentence that explains the kernel's time, based on counts
    double traced_share = 0; ///< fraction of the grid's blocks that were traced
    std::optional<std::int64_t> format_bytes;
    /// Median time to convert the matrix from CSR on this host; 0 for a kernel that reads CSR directly.
    double conversion_ns = not_known;
    /// Shortest and longest of the measured conversion times; NaN if the conversion was not measured.
    double conversion_low_ns = not_known, conversion_high_ns = not_known;
    double total_ns = not_known; ///< time for the conversion and for `products` kernel calls
    /// Number of calls until the conversion pays off; NaN if it never pays off or no conversion is needed.
    double pays_after = not_known;
    /// Range of `pays_after` for the measured conversion times and the error of the model. The upper end is NaN if the
    /// kernel may be no faster than the baseline within the error.
    double pays_after_low = not_known, pays_after_high = not_known;
    double measured_ns = not_known; ///< median measured time; NaN if the kernel was not measured
    static const Fields<AdvisedKernel>& fields();
};

struct UnadvisedKernel {
    std::string kernel, reason;
    static const Fields<UnadvisedKernel>& fields();
};

/// The verdict on a recommendation after the top-ranked kernels have been measured.
struct AdviceVerdict {
    std::string machine;
    std::string fastest;       ///< fastest measured kernel
    double regret = not_known; ///< measured time of the recommended kernel divided by the shortest measured time
    bool was_right = false;    ///< whether the recommended kernel is the fastest, or equally fast within noise
    std::string sentence;
    static const Fields<AdviceVerdict>& fields();
};

struct Advice {
    std::string operation = "spmv";
    Input matrix;
    std::string machine, machine_title; ///< ID and name of the machine, such as `simulated:h200` and "NVIDIA H200"
    std::string card, card_title;       ///< simulated GPU used to rank the kernels; empty on the host
    double error = not_known;           ///< relative error of the model; differences below this are not significant
    std::string error_from;
    Precision precision = Precision::float64;
    int block = 128;
    CacheState cache = CacheState::cold;
    double products = 1000;
    bool quick = false;
    bool is_learned = false; ///< whether times were learned from measurements of similar matrices instead of modeled
    std::string take;        ///< kernel with the smallest `total_ns`
    std::string fastest;     ///< kernel with the smallest time per call, which is first in `kernels`
    std::string baseline;    ///< baseline for `pays_after`
    std::string sentence;    ///< sentence that names the recommended kernel and the reason
    std::vector<AdvisedKernel> kernels;  ///< fastest first
    std::vector<UnadvisedKernel> others; ///< kernels that cannot run or cannot be modeled, each with the reason
    /// Notes about data that was not used, and about properties that are known only at run time.
    std::vector<std::string> notes;
    double took_ns = 0; ///< time to compute the recommendation, in ns
    std::optional<AdviceVerdict> verdict;
    static const Fields<Advice>& fields();

    const AdvisedKernel* find(const std::string& kernel) const;
};

/// Returns a number of calls rounded to two significant digits. Break-even points are not known more precisely.
std::int64_t rounded_calls(double calls);

/// Parses an `advise` document. Errors: "advice.malformed" with the name of the field.
Advice read_advice(const Json& json);
/// Adds the measured times in `rows` to a recommendation, and sets its verdict. Does nothing if no row has a time.
void give_verdict(Advice& advice, const std::vector<Row>& rows, const std::string& machine);

} // namespace warploom::protocol
