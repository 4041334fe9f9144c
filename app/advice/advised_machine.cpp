#include "app/advice/advised_machine.h"

#include "engine/format_number.h"
#include "engine/items.h"
#include "engine/measure/statistics.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

namespace {

constexpr double error_not_known = measure::error_of_unvalidated_model;
/// Minimum model error. Repeated measurements of a kernel vary by about 3 %, so smaller differences cannot be resolved.
constexpr double least_error = 0.03;

double capability_of(const std::string& text) { return std::atof(text.c_str()); }

bool names_each_other(const std::string& a, const std::string& b) {
    return !a.empty() && !b.empty() && (a.find(b) != std::string::npos || b.find(a) != std::string::npos);
}

void add_error(AdvisedMachine& made) {
    const simulated::Card& card = *made.card;
    if (card.measured_error > 0) {
        made.error_from = sentence(
            "On the {card}, the performance model has a median error of {error} relative to {n} measured times.",
            {{"card", card.title}, {"error", percent(card.measured_error)}, {"n", card.measured_pairs}});
    } else if (card.model_error > 0) {
        made.error_from =
            sentence("On the {card}, the performance model has a median error of {error} relative to {n} published "
                     "times.",
                     {{"card", card.title}, {"error", percent(card.model_error)}, {"n", card.model_cells}});
    } else {
        made.error_from = sentence("The counters are exact, but modeled times have not been validated on the {card}. "
                                   "An error of 30% is assumed, the largest among all validated cards.",
                                   {{"card", card.title}});
    }
    made.error = model_error_of(card);
}

} // namespace

double model_error_of(const simulated::Card& card) {
    double error = error_not_known;
    if (card.measured_error > 0) error = card.measured_error;
    else if (card.model_error > 0) error = card.model_error;
    return std::max(error, least_error);
}

void set_learned_error(AdvisedMachine& made) {
    const std::string& title = made.machine->info().title;
    made.error = std::max(made.learned->error, least_error);
    made.error_from = made.learned->origin();
    if (made.learned->title == title) return;
    // Safety factor for times learned on a different GPU, whose cache sizes and multiprocessor count may differ.
    constexpr double of_another = 2;
    made.error *= of_another;
    made.error_from = sentence("{source} Because this is an {gpu}, twice that error is assumed.",
                               {{"source", made.error_from}, {"gpu", title}});
}

AdvisedMachine advised_machine(kernels::Machine& machine) { return advised_machine(machine, simulated::cards()); }

AdvisedMachine advised_machine(kernels::Machine& machine, const std::vector<simulated::Card>& cards) {
    AdvisedMachine made;
    made.machine = &machine;
    const kernels::MachineInfo& info = machine.info();
    if (machine.card() != nullptr) made.card = *machine.card();
    if (info.kind == MachineKind::cpu) {
        made.error = error_not_known;
        made.error_from =
            sentence("The host CPU has no performance model. Kernels are ranked by the bytes they read and the cores "
                     "they use.");
        return made;
    }
    constexpr double gib = 1 << 30;
    if (made.card) made.memory_bytes = made.card->memory_bytes;
    else if (info.ranks == 1)
        made.memory_bytes = std::atof(lookup_or_default(info.facts, "device memory").c_str()) * gib;
    std::string stand_in;
    if (!made.card) {
        for (const simulated::Card& card : cards)
            if (names_each_other(info.title, card.title)) made.card = card;
        const double own = capability_of(lookup_or_default(info.facts, "compute capability"));
        if (!made.card && !cards.empty()) {
            made.card = *std::min_element(cards.begin(), cards.end(), [&](const auto& a, const auto& b) {
                return std::abs(capability_of(a.compute_capability) - own) <
                       std::abs(capability_of(b.compute_capability) - own);
            });
            stand_in = sentence("There is no card file for the {gpu}. The model of the {card} is used instead.",
                                {{"gpu", info.title}, {"card", made.card->title}});
        }
    }
    if (made.card) add_error(made);
    if (info.kind == MachineKind::cuda)
        made.learned = learned_for(info.title, lookup_or_default(info.facts, "compute capability"));
    if (!stand_in.empty()) {
        made.error = std::max(made.error, error_not_known);
        made.error_from = sentence("{first} {second}", {{"first", made.error_from}, {"second", stand_in}});
    }
    made.model_error = made.error;
    made.model_error_from = made.error_from;
    if (made.learned != nullptr) set_learned_error(made);
    return made;
}

} // namespace warploom::app
