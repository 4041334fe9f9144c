#include "app/advice/small_product.h"

#include "engine/elapsed.h"
#include "engine/error.h"
#include "engine/format_number.h"
#include "engine/measure/statistics.h"
#include "engine/protocol/messages/cause.h"
#include "engine/sentence.h"
#include "engine/time_text.h"
#include "kernels/machine/machine.h"
#include "kernels/operations/spmv.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace warploom::app {

namespace {

/// Returns the median time in nanoseconds of a single-threaded loop that computes y = A x on the host with warm caches,
/// or std::nullopt if the loop cannot run.
std::optional<double> host_ns(const Matrix& matrix, Precision precision) try {
    constexpr int warm_ups = 3, samples = 15;
    const auto host = kernels::open_machine("cpu");
    const auto bound =
        host->bind("cpu-csr", kernels::SpmvInput{kernels::make_format("csr", matrix.csr, precision, {}, {})}, 128);
    std::vector<double> times;
    for (int i = 0; i < warm_ups + samples; ++i) {
        const double ns = elapsed_ns([&] {
            bound->enqueue();
            bound->finish();
        });
        if (i >= warm_ups) times.push_back(ns);
    }
    return measure::median(std::move(times));
} catch (const Error&) { return std::nullopt; }

} // namespace

std::int64_t entries_for_one_core(std::int64_t entries, double host_ns, double card_ns, double launch_ns) {
    const double most = static_cast<double>(entries) * (host_ns < card_ns ? card_ns : launch_ns) / host_ns;
    double unit = 1;
    while (most / unit >= 100) unit *= 10;
    return std::llround(most / unit) * std::llround(unit);
}

void add_launch_share(const Matrix& matrix, const simulated::Card& card, const AdviceSettings& settings,
                      protocol::Advice& advice) {
    constexpr double dominates = 0.5;
    // Matrices with at most this many entries can be measured quickly.
    constexpr std::int64_t quickly_measured = 1'000'000;
    const protocol::AdvisedKernel* const take = advice.find(advice.take);
    const double start = (card.launch_us + card.start_us) * 1e3;
    // The condition is negated so that it is also true if the ratio is NaN.
    if (take == nullptr || matrix.csr.nonzeros() == 0 || !(start >= dominates * take->ns)) return;
    std::string note = sentence("Launch overhead dominates: launching {kernel} takes about {start} of its {time}.",
                                {{"kernel", take->kernel}, {"start", time_text(start)}, {"time", time_text(take->ns)}});
    const auto measured = matrix.csr.nonzeros() > quickly_measured ? std::nullopt : host_ns(matrix, settings.precision);
    if (measured && *measured > 0) {
        const std::string host =
            *measured < take->ns
                ? sentence("One core of this computer takes {time} for the product, less than {kernel} on the card "
                           "(cpu-csr, measured now, warm caches).",
                           {{"time", time_text(*measured)}, {"kernel", take->kernel}})
                : sentence(
                      "One core of this computer takes {time} for the product (cpu-csr, measured now, warm caches).",
                      {{"time", time_text(*measured)}});
        const std::string size = sentence(
            "Below about {entries} nonzeros, one core is faster for matrices of this kind.",
            {{"entries", protocol::grouped(entries_for_one_core(matrix.csr.nonzeros(), *measured, take->ns, start))}});
        note = sentence("{first} {second} {third}", {{"first", note}, {"second", host}, {"third", size}});
    }
    advice.notes.push_back(note);
}

} // namespace warploom::app
