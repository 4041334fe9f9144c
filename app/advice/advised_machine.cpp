#include "app/advice/advised_machine.h"

#include "engine/format_number.h"
#include "engine/items.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

namespace {

/// The largest median error of a card that was compared with published times is 29.7 % (Tesla C2050).
constexpr double error_not_known = 0.3;
/// Repeated measurements of a kernel differ by this much, so no model can distinguish smaller differences.
constexpr double least_error = 0.03;

double capability_of(const std::string& text) { return std::atof(text.c_str()); }

bool names_each_other(const std::string& a, const std::string& b) {
    return !a.empty() && !b.empty() && (a.find(b) != std::string::npos || b.find(a) != std::string::npos);
}

void add_error(AdvisedMachine& made) {
    const simulated::Card& card = *made.card;
    if (card.measured_error > 0) {
        made.error = card.measured_error;
        made.error_from = "The model of the " + card.title + " missed " + std::to_string(card.measured_pairs) +
                          " times that were measured on it by " + percent(card.measured_error) + " (median).";
    } else if (card.model_error > 0) {
        made.error = card.model_error;
        made.error_from = "The model of the " + card.title + " missed " + std::to_string(card.model_cells) +
                          " published times by " + percent(card.model_error) + " (median).";
    } else {
        made.error = error_not_known;
        made.error_from = "Counts are exact, times were not checked against the " + card.title +
                          "; an error of 30 % is taken, the largest of the cards that were checked.";
    }
    made.error = std::max(made.error, least_error);
}

} // namespace

void set_learned_error(AdvisedMachine& made) {
    const std::string& title = made.machine->info().title;
    made.error = std::max(made.learned->error, least_error);
    made.error_from = made.learned->origin();
    if (made.learned->title == title) return;
    constexpr double of_another = 2; // an assumption, because cache sizes and numbers of multiprocessors differ
    made.error *= of_another;
    made.error_from += " This is an " + title + ", so twice that is taken.";
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
            "There is no model of a host: kernels are ranked by the bytes that they read and the cores that "
            "read them.";
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
            stand_in = " There is no card file for the " + info.title + ": the " + made.card->title + " stands for it.";
        }
    }
    if (made.card) add_error(made);
    if (info.kind == MachineKind::cuda)
        made.learned = learned_for(info.title, lookup_or_default(info.facts, "compute capability"));
    if (!stand_in.empty()) {
        made.error = std::max(made.error, error_not_known);
        made.error_from += stand_in;
    }
    made.model_error = made.error;
    made.model_error_from = made.error_from;
    if (made.learned != nullptr) set_learned_error(made);
    return made;
}

} // namespace warploom::app
