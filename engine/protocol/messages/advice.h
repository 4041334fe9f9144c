#pragma once

#include "engine/protocol/messages/cause.h"
#include "engine/protocol/messages/input.h"
#include "engine/protocol/messages/run.h"

#include <optional>
#include <string>
#include <vector>

// Which kernel to take for a matrix, a machine and a precision, and why. Times in ns.

namespace warploom::protocol {

/// A kernel with its place.
struct AdvisedKernel {
    std::string kernel, format;
    int group = 1;            ///< kernels of one group cannot be distinguished
    double ns = not_known;    ///< modeled, of one call; not known on a host, of which there is no model
    bool is_at_least = false; ///< `ns` is a bound from counts alone: it was too large to be worth a trace
    std::string cause;        ///< names of CauseKind; empty where none was found
    std::string reason;       ///< one sentence made of counts
    double traced_share = 0;  ///< blocks that were counted / blocks of the grid
    std::optional<std::int64_t> format_bytes;
    double conversion_ns = not_known; ///< beyond CSR, on this host; 0 for a kernel that reads CSR as it is
    double total_ns = not_known;      ///< of the conversion and `products` calls
    double pays_after = not_known;    ///< calls; not known where it never does, or there is nothing to pay
    double measured_ns = not_known;   ///< where it was tried
    static const Fields<AdvisedKernel>& fields();
};

/// A kernel that has no place.
struct UnadvisedKernel {
    std::string kernel, reason;
    static const Fields<UnadvisedKernel>& fields();
};

/// The evaluation of the advice by measuring the top-ranked kernels.
struct AdviceVerdict {
    std::string machine;
    std::string fastest;       ///< of those that were measured
    double regret = not_known; ///< measured time of the advised kernel / that of the fastest
    bool was_right = false;    ///< the advised kernel is the fastest, or within its scatter
    std::string sentence;
    static const Fields<AdviceVerdict>& fields();
};

struct Advice {
    std::string operation = "spmv";
    Input matrix;
    std::string machine, machine_title; ///< `simulated:h200`, "NVIDIA H200"
    std::string card, card_title;       ///< the card whose model ranks the kernels; empty if there is none
    double error = not_known;           ///< relative error of the model; times that differ by less are one group
    std::string error_from;             ///< where that figure comes from, one sentence
    Precision precision = Precision::float64;
    int block = 128;
    CacheState cache = CacheState::cold;
    double products = 1000;
    bool quick = false;
    bool is_learned = false;             ///< times are guessed from measured ones of like matrices, not modeled
    std::string take;                    ///< the kernel with the least `total_ns`
    std::string fastest;                 ///< the first of the list
    std::string baseline;                ///< the kernel that `pays_after` is relative to
    std::string sentence;                ///< take this, because
    std::vector<AdvisedKernel> kernels;  ///< the fastest first
    std::vector<UnadvisedKernel> others; ///< that cannot run, or cannot be modeled, and why
    std::vector<std::string> notes;      ///< data left out, and facts known only by running
    double took_ns = 0;                  ///< making this
    std::optional<AdviceVerdict> verdict;
    static const Fields<Advice>& fields();

    const AdvisedKernel* find(const std::string& kernel) const;
};

/// Errors: "advice.malformed" with the field.
Advice read_advice(const Json& json);
/// Adds the measurement to the advice: the times of the kernels, and whether the advised one is the fastest, or
/// indistinguishable from it. Rows without a time are skipped; without any, nothing changes.
void give_verdict(Advice& advice, const std::vector<Row>& rows, const std::string& machine);

} // namespace warploom::protocol
