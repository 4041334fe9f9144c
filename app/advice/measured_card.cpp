#include "app/advice/measured_card.h"

#include "engine/sentence.h"

#include <algorithm>
#include <cmath>

namespace warploom::app {

namespace {

/// Converts a GPU name to the ID of its measured card, such as "measured-nvidia-h100-80gb-hbm3".
std::string id_of(const std::string& title) {
    std::string id = "measured";
    bool is_between = true;
    for (const char letter : title) {
        const bool is_upper = letter >= 'A' && letter <= 'Z';
        const bool is_plain = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        if (!is_upper && !is_plain) {
            is_between = true;
            continue;
        }
        if (is_between) id += '-';
        is_between = false;
        id += is_upper ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    return id;
}

/// Rounds to four significant digits, the accuracy of the measurements.
double rounded(double value) {
    if (!(value > 0) || value == std::floor(value)) return value;
    const double step = std::pow(10, 3 - std::floor(std::log10(value)));
    return std::round(value * step) / step;
}

} // namespace

simulated::Card measured_card(const kernels::CardMeasurement& measured, const simulated::Card& like,
                              const std::string& day) {
    simulated::Card card = like;
    card.id = id_of(measured.title);
    card.title = measured.title;
    card.compute_capability = measured.compute_capability;
    card.about = sentence("Measured on this card with `measure-card` on {day}. Properties that cannot be measured are "
                          "taken from the {other}. The model has not been validated against measured times.",
                          {{"day", day}, {"other", like.title}});
    card.fitted.clear();
    card.model_error = card.measured_error = simulated::never_compared;
    card.model_cells = card.measured_pairs = 0;
    for (const simulated::CardField& field : simulated::card_fields()) {
        const kernels::CardMeasurement::Figure* const found = measured.find(field.key);
        if (found == nullptr) {
            card.source[field.key] = sentence("assumption: same as for the {other}", {{"other", like.title}});
            continue;
        }
        const double value = field.is_whole ? std::round(found->value) : rounded(found->value);
        card.*field.value = std::clamp(value, field.least, field.greatest);
        card.source[field.key] = sentence("measure-card on an {card}, {day}: {how}",
                                          {{"card", measured.title}, {"day", day}, {"how", found->how}});
    }
    return card;
}

Table card_comparison(const kernels::CardMeasurement& measured, const simulated::Card& other) {
    Table table{sentence("Measured {card} compared with {other}", {{"card", measured.title}, {"other", other.title}}),
                {{"figure", ""}, {"unit", ""}, {"measured", ""}, {"other", ""}, {"ratio", ""}, {"how", ""}}};
    for (const simulated::CardField& field : simulated::card_fields()) {
        const kernels::CardMeasurement::Figure* const found = measured.find(field.key);
        if (found == nullptr) continue;
        const double there = other.*field.value;
        table.add_row({std::string(field.key), std::string(field.unit), number_cell(found->value), number_cell(there),
                       number_cell(there > 0 ? found->value / there : NAN), found->how});
    }
    return table;
}

} // namespace warploom::app
