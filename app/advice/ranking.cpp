#include "app/advice/ranking.h"

#include "app/advice/product_advice.h"
#include "app/operations/operation.h"
#include "engine/time_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warploom::app {

using protocol::AdvisedKernel;
using protocol::not_known;

namespace {

/// Returns the sort key of a kernel. Kernels without a time have only a size; those not worth a trace follow all traced
/// ones.
double rank_of(const AdvisedKernel& kernel) { return std::isfinite(kernel.ns) ? kernel.ns : kernel.total_ns; }

/// Returns whether a kernel of the format CSR first makes a copy of the matrix.
bool copies_the_matrix(const std::string& kernel) { return kernel == "csr-sweep"; }

std::string names_of(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

/// Returns " on the NVIDIA H200", or nothing if the machine has no name.
std::string on_machine(const protocol::Advice& advice) {
    if (advice.machine_title.empty()) return {};
    if (advice.card.empty()) return " on the host";
    const bool is_simulated = advice.machine.rfind("simulated:", 0) == 0;
    return " on the " + (is_simulated ? "simulated " + advice.card_title : advice.machine_title);
}

std::string sentence_of(const protocol::Advice& advice) {
    const AdvisedKernel& take = *advice.find(advice.take);
    const AdvisedKernel& fastest = *advice.find(advice.fastest);
    std::string text = "Take " + take.kernel + on_machine(advice);
    if (!take.reason.empty()) text += ": " + take.reason;
    text += ".";
    std::vector<std::string> equals;
    for (const AdvisedKernel& kernel : advice.kernels)
        if (kernel.group == take.group && kernel.kernel != take.kernel && !kernel.is_at_least)
            equals.push_back(kernel.kernel);
    constexpr std::size_t most = 4;
    if (equals.size() > most) {
        const std::size_t more = equals.size() - most;
        equals.resize(most);
        equals.push_back(std::to_string(more) + " more");
    }
    if (!equals.empty())
        text += std::string(advice.is_learned ? " Guesses cannot tell " : " The model cannot tell ") +
                names_of(equals) + " from it.";
    if (fastest.kernel != take.kernel && fastest.group != take.group && std::isfinite(fastest.ns)) {
        text += " " + fastest.kernel + " would take " + time_text(fastest.ns) + " instead of " + time_text(take.ns);
        if (std::isfinite(fastest.pays_after)) {
            const auto products = static_cast<std::int64_t>(std::ceil(fastest.pays_after));
            text += ", and its conversion pays after " + protocol::grouped(products) +
                    (products == 1 ? " product" : " products");
        }
        text += ".";
    }
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
            advice.others.push_back({name, "It runs on real GPUs only, so no card's model knows it; measuring tells."});
    }
    kernels = std::move(kept);
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
    const double plain_cost =
        baseline != nullptr && std::isfinite(baseline->conversion_ns) ? baseline->conversion_ns : 0;
    const AdvisedKernel* take = nullptr;
    for (AdvisedKernel& kernel : kernels) {
        kernel.pays_after = not_known;
        if (!std::isfinite(kernel.ns)) {
            if (take == nullptr) take = &kernel;
            continue;
        }
        const double cost = std::isfinite(kernel.conversion_ns) ? kernel.conversion_ns : 0;
        kernel.total_ns = cost + advice.products * kernel.ns;
        if (baseline != nullptr && cost > plain_cost && kernel.ns < baseline->ns)
            kernel.pays_after = (cost - plain_cost) / (baseline->ns - kernel.ns);
        // A kernel that was not converted is not recommended because its cost is not known. The quick mode converts
        // nothing.
        const bool has_cost = advice.quick || std::isfinite(kernel.conversion_ns) || kernel.format == reads_as_is;
        if (!kernel.is_at_least && has_cost && (take == nullptr || kernel.total_ns < take->total_ns)) take = &kernel;
    }
    if (take == nullptr && !kernels.empty()) take = &kernels.front(); // if there are only bounds, the lowest
    advice.fastest = kernels.empty() ? std::string() : kernels.front().kernel;
    advice.take = take != nullptr ? take->kernel : std::string();
    advice.sentence =
        take != nullptr ? sentence_of(advice) : "No kernel runs" + on_machine(advice) + " with this matrix.";
}

} // namespace warploom::app
