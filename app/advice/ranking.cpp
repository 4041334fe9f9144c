#include "app/advice/ranking.h"

#include "app/advice/break_even.h"
#include "app/advice/learned_times.h"
#include "app/advice/product_advice.h"
#include "app/operations/operation.h"
#include "engine/sentence.h"
#include "engine/time_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warploom::app {

using protocol::AdvisedKernel;
using protocol::not_known;

namespace {

/// Returns the sort key of a kernel. A traced kernel is sorted by its time. Other kernels follow all traced kernels and
/// are sorted by size.
double rank_of(const AdvisedKernel& kernel) { return std::isfinite(kernel.ns) ? kernel.ns : kernel.total_ns; }

/// Returns whether a kernel that reads CSR nevertheless copies the matrix during preprocessing.
bool copies_the_matrix(const std::string& kernel) { return kernel == "csr-sweep"; }

std::string recommendation(const protocol::Advice& advice) {
    if (advice.machine_title.empty()) return sentence("Use {kernel}.", {{"kernel", advice.take}});
    if (advice.card.empty()) return sentence("Use {kernel} on the host.", {{"kernel", advice.take}});
    if (advice.machine.rfind("simulated:", 0) == 0)
        return sentence("Use {kernel} on the simulated {card}.",
                        {{"kernel", advice.take}, {"card", advice.card_title}});
    return sentence("Use {kernel} on the {machine}.", {{"kernel", advice.take}, {"machine", advice.machine_title}});
}

std::string no_recommendation(const protocol::Advice& advice) {
    if (advice.machine_title.empty()) return sentence("No kernel can process this matrix.");
    if (advice.card.empty()) return sentence("No kernel on the host can process this matrix.");
    if (advice.machine.rfind("simulated:", 0) == 0)
        return sentence("No kernel on the simulated {card} can process this matrix.", {{"card", advice.card_title}});
    return sentence("No kernel on the {machine} can process this matrix.", {{"machine", advice.machine_title}});
}

/// Returns a comma-separated list of the kernels that are as fast as the recommended one; empty if none.
std::string equal_kernels(const protocol::Advice& advice, const AdvisedKernel& take) {
    constexpr std::size_t most = 4;
    std::string names;
    std::size_t count = 0;
    for (const AdvisedKernel& kernel : advice.kernels)
        if (kernel.group == take.group && kernel.kernel != take.kernel && !kernel.is_at_least && ++count <= most)
            names += (names.empty() ? "" : ", ") + kernel.kernel;
    if (count == 0) return {};
    if (count > most && advice.is_learned)
        return sentence("The estimates cannot distinguish {kernels} and {n} more from {take}.",
                        {{"kernels", names}, {"n", count - most}, {"take", take.kernel}});
    if (count > most)
        return sentence("The model cannot distinguish {kernels} and {n} more from {take}.",
                        {{"kernels", names}, {"n", count - most}, {"take", take.kernel}});
    if (advice.is_learned)
        return sentence("The estimates cannot distinguish {take} from {kernels}.",
                        {{"kernels", names}, {"take", take.kernel}});
    return sentence("The model cannot distinguish {take} from {kernels}.", {{"kernels", names}, {"take", take.kernel}});
}

/// Sets the number of calls after which the conversion of a kernel pays off, and the range of this number.
void set_break_even(AdvisedKernel& kernel, const AdvisedKernel& baseline, double error) {
    const double plain_cost = std::isfinite(baseline.conversion_ns) ? baseline.conversion_ns : 0;
    const double cost = std::isfinite(kernel.conversion_ns) ? kernel.conversion_ns : 0;
    if (kernel.is_at_least || cost <= plain_cost) return;
    const double least = std::isfinite(kernel.conversion_low_ns) ? kernel.conversion_low_ns : cost;
    const double most = std::isfinite(kernel.conversion_high_ns) ? kernel.conversion_high_ns : cost;
    const BreakEven point =
        break_even({cost - plain_cost, least - plain_cost, most - plain_cost}, baseline.ns, kernel.ns, error);
    kernel.pays_after = point.calls;
    kernel.pays_after_low = point.low;
    kernel.pays_after_high = point.high;
}

/// Returns a sentence that compares the recommended kernel with the fastest kernel, which requires a conversion.
std::string cost_of_fastest(const protocol::Advice& advice, const AdvisedKernel& fastest, const AdvisedKernel& take) {
    const std::string time = time_text(fastest.ns), other = time_text(take.ns);
    if (!std::isfinite(fastest.pays_after))
        return sentence("{fastest} would take {time} instead of {other}.",
                        {{"fastest", fastest.kernel}, {"time", time}, {"other", other}});
    if (fastest.pays_after_low > advice.products)
        return sentence("{fastest} would take {time} instead of {other}, but its conversion does not pay off within "
                        "{n} {n:product|products}.",
                        {{"fastest", fastest.kernel},
                         {"time", time},
                         {"other", other},
                         {"n", protocol::grouped(static_cast<std::int64_t>(advice.products))}});
    const std::string low = protocol::grouped(protocol::rounded_calls(fastest.pays_after_low));
    if (!std::isfinite(fastest.pays_after_high))
        return sentence("{fastest} would take {time} instead of {other}, but its conversion pays off after {low} "
                        "products at the earliest.",
                        {{"fastest", fastest.kernel}, {"time", time}, {"other", other}, {"low", low}});
    return sentence("{fastest} would take {time} instead of {other}, but its conversion only pays off after {low} to "
                    "{high} products.",
                    {{"fastest", fastest.kernel},
                     {"time", time},
                     {"other", other},
                     {"low", low},
                     {"high", protocol::grouped(protocol::rounded_calls(fastest.pays_after_high))}});
}

std::string sentence_of(const protocol::Advice& advice) {
    const AdvisedKernel& take = *advice.find(advice.take);
    const AdvisedKernel& fastest = *advice.find(advice.fastest);
    std::string text = take.is_at_least
                           ? sentence("Without a trace, only lower bounds are known. {kernel} has the lowest.",
                                      {{"kernel", take.kernel}})
                           : recommendation(advice);
    const auto add = [&text](const std::string& next) {
        if (!next.empty()) text = sentence("{first} {second}", {{"first", text}, {"second", next}});
    };
    add(take.reason);
    add(equal_kernels(advice, take));
    if (fastest.kernel == take.kernel || fastest.group == take.group || !std::isfinite(fastest.ns)) return text;
    add(cost_of_fastest(advice, fastest, take));
    return text;
}

} // namespace

protocol::Advice begun_advice(const protocol::Input& input, const AdvisedMachine& machine,
                              const AdviceSettings& settings) {
    protocol::Advice advice;
    advice.operation = kernels::to_string(settings.operation);
    advice.matrix = input;
    advice.machine = machine.machine->info().id;
    advice.machine_title = machine.machine->info().title;
    if (machine.card) {
        advice.card = machine.card->id;
        advice.card_title = machine.card->title;
    }
    advice.error = machine.error;
    advice.error_from = machine.error_from;
    advice.precision = settings.precision;
    advice.block = settings.block;
    advice.cache = settings.cache;
    advice.products = settings.products;
    advice.quick = settings.quick;
    return advice;
}

void set_apart_what_is_not_modelled(std::vector<std::string>& kernels, const AdviceSettings& settings,
                                    protocol::Advice& advice) {
    std::vector<std::string> kept;
    for (const std::string& name : kernels) {
        const PlannedKernel plan = spec_of(settings.operation).plan(name);
        const bool is_cuda =
            plan.info->runs_on == RunsOn::cuda || (plan.product != nullptr && plan.product->runs_on == RunsOn::cuda);
        if (!is_cuda) kept.push_back(name);
        else
            advice.others.push_back(
                {name, sentence("This kernel runs only on real GPUs and cannot be modeled. Measure it instead.")});
    }
    kernels = std::move(kept);
}

void drop_estimates_of_slow_kernels(std::vector<AdvisedKernel>& kernels,
                                    const std::map<std::string, double>& least_ns) {
    if (kernels.empty()) return;
    const double fastest = kernels.front().ns;
    bool has_baseline = false;
    for (AdvisedKernel& kernel : kernels) {
        const bool is_baseline = !has_baseline && kernel.format == "csr" && !copies_the_matrix(kernel.kernel);
        has_baseline = has_baseline || is_baseline;
        if (kernel.ns <= clearly_slower * fastest || is_baseline) continue;
        kernel.is_at_least = true;
        kernel.ns = surely_slower * fastest;
        if (const auto least = least_ns.find(kernel.kernel); least != least_ns.end())
            kernel.ns = std::max(kernel.ns, least->second);
        kernel.low_ns = kernel.high_ns = not_known;
    }
    std::stable_sort(kernels.begin(), kernels.end(),
                     [](const AdvisedKernel& a, const AdvisedKernel& b) { return a.is_at_least < b.is_at_least; });
}

void rank_kernels(protocol::Advice& advice, const std::string& reads_as_is) {
    auto& kernels = advice.kernels;
    std::stable_sort(kernels.begin(), kernels.end(), [](const AdvisedKernel& a, const AdvisedKernel& b) {
        return std::pair(a.is_at_least, rank_of(a)) < std::pair(b.is_at_least, rank_of(b));
    });
    int group = 0;
    double first = 0;
    bool was_at_least = false;
    for (AdvisedKernel& kernel : kernels) {
        const bool is_next = kernel.is_at_least ? !was_at_least : rank_of(kernel) > first * (1 + advice.error);
        if (group == 0 || is_next) {
            ++group;
            first = rank_of(kernel);
        }
        was_at_least = kernel.is_at_least;
        kernel.group = group;
    }
    const AdvisedKernel* baseline = nullptr;
    for (const AdvisedKernel& kernel : kernels)
        if (baseline == nullptr && !copies_the_matrix(kernel.kernel) &&
            (reads_as_is.empty() || kernel.format == reads_as_is))
            baseline = &kernel;
    advice.baseline = baseline != nullptr ? baseline->kernel : std::string();
    const AdvisedKernel* take = nullptr;
    for (AdvisedKernel& kernel : kernels) {
        kernel.pays_after = kernel.pays_after_low = kernel.pays_after_high = not_known;
        if (!std::isfinite(kernel.ns)) {
            if (take == nullptr) take = &kernel;
            continue;
        }
        const double cost = std::isfinite(kernel.conversion_ns) ? kernel.conversion_ns : 0;
        kernel.total_ns = cost + advice.products * kernel.ns;
        if (baseline != nullptr) set_break_even(kernel, *baseline, advice.error);
        // Recommend a kernel only if its conversion cost is known, which requires that the matrix has been converted.
        // Quick mode never converts, so this condition does not apply there.
        const bool has_cost = advice.quick || std::isfinite(kernel.conversion_ns) || kernel.format == reads_as_is;
        if (!kernel.is_at_least && has_cost && (take == nullptr || kernel.total_ns < take->total_ns)) take = &kernel;
    }
    // if only lower bounds are known, recommend the kernel with the lowest one
    if (take == nullptr && !kernels.empty()) take = &kernels.front();
    advice.fastest = kernels.empty() ? std::string() : kernels.front().kernel;
    advice.take = take != nullptr ? take->kernel : std::string();
    advice.sentence = take != nullptr ? sentence_of(advice) : no_recommendation(advice);
}

} // namespace warploom::app
