// Defines the settings of the main window that a lesson, a saved state or a link may contain.

#include "engine/did_you_mean.h"
#include "engine/error.h"
#include "engine/items.h"
#include "engine/lesson/lesson.h"
#include "engine/protocol/messages/settings.h"
#include "engine/protocol/serialization/json.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace warploom::lesson {

namespace {

enum class Kind { text, texts, whole, yes_no };

struct Choice {
    /// name of the setting; if it ends with a slash, the name of an operation follows
    const char* name;
    Kind kind = Kind::text;
    double least = 0, most = 0; ///< range of allowed integers
};

/// All window settings that a lesson may contain, in addition to the settings of the Run form, which have the prefix
/// `run/` (engine/protocol/messages/settings.h).
constexpr Choice all_choices[] = {
    {"kernel"},
    {"precision"},
    {"machine"},
    {"block", Kind::whole, 1, 1024},
    {"run/operation"},
    {"run/kernels", Kind::texts},
    {"run/kernels/", Kind::texts},
    {"run/products/cg", Kind::texts},
    {"run/baseline/"},
    {"run/sweep"},
    {"run/orders"},
    {"run/ata/switches", Kind::texts},
    {"run/ata/ladder", Kind::yes_no},
    {"run/tridiagonal/n"},
    {"run/tridiagonal/kind", Kind::whole, 0, 100},
    {"traced/operation"},
    {"traced/kernel/"},
    {"warp/beside"},
    {"warp/predict", Kind::yes_no},
    {"formats/show"},
    {"formats/beside"},
    {"pitfalls/predict", Kind::yes_no},
    {"solve/method"},
    {"solve/product"},
    {"solve/preconditioner"},
    {"solve/rhs"},
    {"solve/tolerance"},
    {"step/topic"},
    {"step/size", Kind::whole, 4, 64},
    {"step/system", Kind::whole, 0, 10},
    {"step/bytes", Kind::whole, 4, 8},
    {"step/letters", Kind::yes_no},
    {"step/real_tile", Kind::yes_no},
    {"step/padding", Kind::yes_no},
    {"step/prefetch", Kind::yes_no},
    {"step/symmetric", Kind::yes_no},
    {"step/predict", Kind::yes_no},
    {"step/tab"},
    {"reproduce/machine"},
};

bool is_word(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
}

bool is_choice(const protocol::Setting& setting) { return (setting.shown & protocol::in_form) != 0; }

std::optional<Choice> find_choice(std::string_view name) {
    for (const Choice& each : all_choices) {
        const std::string_view known = each.name;
        if (known.back() == '/' ? name.starts_with(known) && is_word(name.substr(known.size())) : name == known)
            return each;
    }
    for (const protocol::Setting& setting : protocol::run_settings)
        if (is_choice(setting) && name == std::string("run/") + setting.name)
            return Choice{setting.name, std::holds_alternative<protocol::Setting::At<bool>>(setting.place)
                                            ? Kind::yes_no
                                            : Kind::text};
    return std::nullopt;
}

/// Describes what a valid value would be. Returns an empty string if the value is valid.
std::string what_it_should_be(const Choice& choice, const Json& value) {
    switch (choice.kind) {
    case Kind::text: return value.is_string() || value.is_number() ? "" : sentence("a word or a number");
    case Kind::yes_no: return value.is_boolean() ? "" : sentence("true or false");
    case Kind::texts: {
        const auto is_text = [](const Json& each) { return each.is_string(); };
        const bool is_list = value.is_array() && std::all_of(value.begin(), value.end(), is_text);
        return is_list || value.is_string() ? "" : sentence("a list of words");
    }
    case Kind::whole: break;
    }
    const bool is_inside =
        value.is_number_integer() && value.get<double>() >= choice.least && value.get<double>() <= choice.most;
    const auto number = [](double bound) { return std::to_string(static_cast<int>(bound)); };
    return is_inside ? ""
                     : sentence("an integer from {least} to {greatest}",
                                {{"least", number(choice.least)}, {"greatest", number(choice.most)}});
}

} // namespace

bool says_where_it_runs(const std::string& choice) { return choice == "machine" || choice == "reproduce/machine"; }

void require_choice(const std::string& name, const std::string& json) {
    const std::string quoted = "\"" + protocol::shortened(name, 60) + "\"";
    const std::optional<Choice> choice = find_choice(name);
    if (!choice) {
        auto known = transform_to_vector(all_choices, [](const Choice& each) { return std::string(each.name); });
        for (const protocol::Setting& setting : protocol::run_settings)
            if (is_choice(setting)) known.push_back(std::string("run/") + setting.name);
        throw Error("lesson.choice", sentence("There is no setting named {setting}.", {{"setting", quoted}}),
                    did_you_mean(name, known));
    }
    const std::string should_be = what_it_should_be(*choice, Json::parse(json, nullptr, false));
    if (!should_be.empty())
        throw Error("lesson.choice",
                    sentence("{setting} must be {expected}, but it is {value}.",
                             {{"setting", quoted}, {"expected", should_be}, {"value", protocol::shortened(json, 40)}}));
}

} // namespace warploom::lesson
