#include "app/experiment/run_facts.h"

#include "engine/items.h"
#include "engine/measure/environment.h"
#include "engine/protocol/framing/messages.h"

#include <algorithm>

namespace warploom::app {

using experiment::Place;
using experiment::Result;

namespace {

const std::string input_key = "input ";
const std::string between = "; host: ";

/// The contents of a result's `measured_on` field, which names a GPU, a host, or both.
struct MeasuredOn {
    std::string gpu, host;

    static MeasuredOn from(const std::string& text) {
        const auto at = text.find(between);
        if (at != std::string::npos) return {text.substr(0, at), text.substr(at + between.size())};
        return text.find("(cuda:") != std::string::npos ? MeasuredOn{text, ""} : MeasuredOn{"", text};
    }
    std::string text() const { return gpu.empty() ? host : host.empty() ? gpu : gpu + between + host; }
};

bool is_measured_on_host(const Result& result, const experiment::Cell& cell) {
    const auto* const series = result.experiment.find_series(cell.series);
    return series != nullptr && series->run && series->run->place == Place::cpu;
}

void forget_measured(Result& result, bool of_host) {
    for (auto& cell : result.cells)
        if (is_measured_on_host(result, cell) == of_host) cell.measured = {};
}

bool has_series(const Result& result, bool on_host) {
    return std::any_of(result.experiment.series.begin(), result.experiment.series.end(),
                       [&](const auto& series) { return series.run && (series.run->place == Place::cpu) == on_host; });
}

} // namespace

void note_machines(Result& result, const MachineChoice& machines, const ExperimentSettings& settings,
                   const std::vector<simulated::Card>& cards) {
    MeasuredOn measured = MeasuredOn::from(result.measured_on);
    if (machines.gpu() != nullptr && has_series(result, false)) {
        if (!measured.gpu.empty() && measured.gpu != machines.gpu_title()) forget_measured(result, false);
        measured.gpu = machines.gpu_title();
    }
    if (settings.measure_host && has_series(result, true)) {
        if (!measured.host.empty() && measured.host != machines.host_title()) forget_measured(result, true);
        measured.host = machines.host_title();
    }
    result.measured_on = measured.text();
    if (!cards.empty() && has_series(result, false)) {
        result.modelled_on.clear();
        for (const simulated::Card& card : cards)
            result.modelled_on += (result.modelled_on.empty() ? "" : " and ") + card.title;
    }

    const measure::Environment environment = measure::environment();
    result.date = environment.date;
    std::vector<std::pair<std::string, std::string>> facts = measure::facts(environment);
    const auto add_machine = [&](const char* what, const kernels::MachineInfo& info) {
        for (const auto& [key, value] : info.facts) facts.emplace_back(std::string(what) + " " + key, value);
    };
    if (machines.gpu() != nullptr) {
        facts.emplace_back("GPU", machines.gpu_title());
        add_machine("GPU", machines.gpu()->info());
    }
    facts.emplace_back("host", machines.host_title());
    add_machine("host", machines.host().info());
    for (const simulated::Card& card : cards) {
        facts.emplace_back("card", card.title + " (" + card.id + ")");
        for (const auto& field : simulated::card_fields())
            if (std::find(card.fitted.begin(), card.fitted.end(), field.key) != card.fitted.end())
                facts.emplace_back(std::string("card, fitted: ") + field.key, protocol::to_line(card.*field.value) +
                                                                                  (*field.unit == '\0' ? "" : " ") +
                                                                                  field.unit);
    }
    facts.emplace_back("form", result.is_quick ? "quick" : "full");
    for (const auto& [key, value] : result.facts)
        if (key.rfind(input_key, 0) == 0) facts.emplace_back(key, value);
    result.facts = std::move(facts);
}

void note_inputs(Result& result, const InputChoice& inputs) {
    for (const auto& [name, hash] : inputs.hashes()) {
        const std::string key = input_key + name;
        if (auto* const known = find_item(result.facts, &decltype(result.facts)::value_type::first, key))
            known->second = protocol::hash_text(hash);
        else result.facts.emplace_back(key, protocol::hash_text(hash));
    }
}

} // namespace warploom::app
