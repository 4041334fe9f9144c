#include "engine/protocol/messages/settings.h"

#include "engine/error.h"
#include "engine/protocol/serialization/fields.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::protocol {

double CgSettings::tolerance_for(Precision precision) const {
    return tolerance.value_or(precision == Precision::float32 ? 1e-6 : 1e-10);
}

std::int64_t CgSettings::limit_for(std::int64_t n) const {
    return limit.value_or(std::clamp<std::int64_t>(100 * n, 1000, 100'000));
}

void CgSettings::require_sense() const {
    if (tolerance && !(*tolerance >= 0 && *tolerance < 1))
        throw Error("cg.settings",
                    sentence("The tolerance {value} is not valid.", {{"value", number_text(*tolerance)}}),
                    sentence("The tolerance applies to ‖b - A x‖ / ‖b‖ and must be at least 0 and less than 1."));
    if (limit && *limit < 0)
        throw Error("cg.settings", sentence("The limit of {value} iterations is not valid.", {{"value", *limit}}),
                    sentence("The limit must be 0 or more iterations."));
}

namespace {

std::vector<Field<RunSettings>> fields_of_settings() {
    std::vector<Field<RunSettings>> all;
    const auto add = [&all](const Setting& setting, auto place) {
        all.emplace_back(setting.name, setting.unit, place, setting.help, Rule{.is_lenient = true});
        all.back().may_be_left_out = setting.may_be_left_out;
    };
    for (const Setting& setting : run_settings) std::visit([&](auto place) { add(setting, place); }, setting.place);
    return all;
}

} // namespace

WARPLOOM_FIELDS(RunSettings, {"The settings of a run", fields_of_settings()})

WARPLOOM_FIELDS(RunRequest,
                Fields<Self>{"The `run` request",
                             {{"operation", "", &Self::operation, "operation to perform; default: `spmv`"},
                              {"matrix", "", &Self::matrix, "path on the worker's machine, or a generator", needed},
                              {"machine", "", &Self::machine, "machine ID, such as `cpu`, `cuda:0` or `simulated:h200`",
                               needed}}}
                    .and_of(&Self::settings))

Json write_settings(Operation operation, const RunSettings& settings, unsigned where) {
    Json json = Json::object();
    auto field = RunSettings::fields().begin();
    for (const Setting& setting : run_settings) {
        const Field<RunSettings>& of = *field++;
        if (!setting.is_shown(operation, where)) continue;
        Json value = of.write(settings);
        if (!of.may_be_left_out || !value.is_null()) json[setting.name] = std::move(value);
    }
    return json;
}

void require_numbers(const RunSettings& settings) {
    auto field = RunSettings::fields().begin();
    for (const Setting& setting : run_settings) {
        const Json value = (field++)->write(settings);
        if (!value.is_number() || value.get<double>() > setting.above) continue;
        throw Error("run.setting",
                    sentence("The setting {setting} cannot be {value}.",
                             {{"setting", setting.name}, {"value", number_text(value.get<double>())}}),
                    sentence("Enter a number greater than {least}.", {{"least", number_text(setting.above)}}) + " " +
                        setting.help);
    }
}

std::string setting_text(const Setting& setting, const RunSettings& settings) {
    const auto text = [](const Json& json) {
        return json.is_string() ? json.get<std::string>() : json.is_null() ? std::string() : json.dump();
    };
    for (const Field<RunSettings>& field : RunSettings::fields()) {
        if (field.name != std::string(setting.name)) continue;
        const Json json = field.write(settings);
        if (!json.is_array()) return text(json);
        std::string all;
        for (const Json& item : json) all += (all.empty() ? "" : " ") + text(item);
        return all;
    }
    return {};
}

} // namespace warploom::protocol
