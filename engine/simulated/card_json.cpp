#include "engine/error.h"
#include "engine/nearest.h"
#include "engine/simulated/card.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

namespace warploom::simulated {

namespace {

using Json = nlohmann::ordered_json;

constexpr int file_version = 1;
constexpr std::size_t largest_text = 1 << 20;
constexpr std::size_t most_fitted = 3;

[[noreturn]] void refuse(const std::string& where, const std::string& what, const std::string& hint = {}) {
    throw Error("card.format", "The card " + where + " cannot be used: " + what + ".", hint);
}

std::string shown(double value) {
    std::ostringstream text;
    text.precision(10);
    text << value;
    return text.str();
}

Json parse(const std::string& text, const std::string& where) {
    if (text.size() > largest_text) refuse(where, "it has more than a megabyte", "A card file has a few kilobytes.");
    std::vector<std::set<std::string>> keys; // of the objects that are open
    std::string twice;
    const auto watch = [&](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) keys.emplace_back();
        if (event == Json::parse_event_t::object_end) keys.pop_back();
        if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second && twice.empty())
            twice = value.get<std::string>();
        return true;
    };
    try {
        Json json = Json::parse(text, watch);
        if (!twice.empty()) refuse(where, "the key \"" + twice + "\" stands there twice");
        return json;
    } catch (const Json::parse_error& error) {
        const std::size_t end = std::min(error.byte > 0 ? error.byte - 1 : 0, text.size());
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
        refuse(where, "line " + std::to_string(line) + " is not JSON",
               "A card file is one JSON object; see datasets/cards.");
    } catch (const Json::exception&) { // a number beyond double, bytes that are not UTF-8
        refuse(where, "it holds a number or a text that JSON cannot have");
    }
}

void expect_keys(const Json& object, const std::vector<std::string>& known, const std::string& where) {
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            refuse(where, "the key \"" + key + "\" is unknown", nearest(key, known));
}

const Json& member(const Json& object, const char* key, const std::string& where) {
    const auto found = object.find(key);
    if (found == object.end()) refuse(where, "the key \"" + std::string(key) + "\" is missing");
    return *found;
}

std::string text_of(const Json& object, const char* key, const std::string& where) {
    const Json& value = member(object, key, where);
    if (!value.is_string()) refuse(where, "\"" + std::string(key) + "\" must be a text");
    return value.get<std::string>();
}

double number_of(const Json& value, const std::string& key, double least, double greatest, bool is_whole,
                 const std::string& where) {
    if (!value.is_number()) refuse(where, "\"" + key + "\" must be a number");
    const double number = value.get<double>();
    if (!(number >= least && number <= greatest))
        refuse(where,
               "\"" + key + "\" is " + shown(number) + ", outside of " + shown(least) + " to " + shown(greatest));
    if (is_whole && number != std::floor(number))
        refuse(where, "\"" + key + "\" is " + shown(number) + ", which is not a whole number");
    return number;
}

void check_cache(const char* name, double bytes, double line_bytes, double ways, const std::string& where) {
    if (bytes == 0) return;
    const std::string prefix = name;
    if (line_bytes != 128)
        refuse(where,
               "\"" + prefix + "_line_bytes\" is " + shown(line_bytes) + ", and only lines of 128 bytes are known");
    if (ways < 1) refuse(where, "\"" + prefix + "_ways\" is 0, and the cache has bytes");
    if (bytes < line_bytes * ways)
        refuse(where, "\"" + prefix + "_bytes\" is " + shown(bytes) + ", less than one set of lines");
}

void check_together(const Card& card, const std::string& where) {
    if (card.shared_banks != 16 && card.shared_banks != 32)
        refuse(where, "\"shared_banks\" is " + shown(card.shared_banks) + ", and only 16 and 32 are known");
    check_cache("l1", card.l1_bytes, card.l1_line_bytes, card.l1_ways, where);
    check_cache("l2", card.l2_bytes, card.l2_line_bytes, card.l2_ways, where);
    if (card.l2_bytes > 0 && card.l2_gbytes_per_s <= 0)
        refuse(where, "\"l2_gbytes_per_s\" is 0, and the card has an L2 cache");
}

bool is_safe_id(const std::string& id) {
    const auto is_fine = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    return !id.empty() && id.size() <= 64 && id.front() != '-' && std::all_of(id.begin(), id.end(), is_fine);
}

void read_figures(const Json& figures, Card& card, const std::string& where) {
    if (!figures.is_object()) refuse(where, "\"figures\" must be an object");
    std::vector<std::string> known;
    for (const auto& field : card_fields()) known.push_back(field.key);
    expect_keys(figures, known, where);
    for (const auto& field : card_fields()) {
        const Json& figure = member(figures, field.key, where);
        if (!figure.is_object())
            refuse(where, "\"" + std::string(field.key) + "\" must be an object with value and source");
        expect_keys(figure, {"value", "source", "fitted"}, where + ", \"" + field.key + "\",");
        const std::string inside = where + ", \"" + field.key + "\",";
        card.*field.value =
            number_of(member(figure, "value", inside), field.key, field.least, field.greatest, field.is_whole, where);
        card.source[field.key] = text_of(figure, "source", inside);
        if (card.source[field.key].empty()) refuse(inside, "the source is empty");
        if (const auto fitted = figure.find("fitted"); fitted != figure.end()) {
            if (!fitted->is_boolean()) refuse(inside, "\"fitted\" must be true or false");
            if (fitted->get<bool>()) card.fitted.emplace_back(field.key);
        }
    }
    if (card.fitted.size() > most_fitted)
        refuse(where, "it has " + std::to_string(card.fitted.size()) + " fitted figures, and 3 are the most");
}

} // namespace

Card card_from_json(const std::string& text, const std::string& where) {
    const Json json = parse(text, where);
    if (!json.is_object()) refuse(where, "it is not a JSON object");
    const Json& version = member(json, "warploom_card", where);
    if (!version.is_number_integer() || version.get<double>() != file_version)
        throw Error("card.version",
                    "The card " + where + " has version " +
                        version.dump(-1, ' ', false, Json::error_handler_t::replace) +
                        ", and this program reads version " + std::to_string(file_version) + ".",
                    "Copy one of the built-in cards and enter the figures again.");
    expect_keys(json,
                {"warploom_card", "id", "title", "compute_capability", "announced", "about", "coalescing", "figures",
                 "model_error", "model_cells"},
                where);
    Card card;
    card.id = text_of(json, "id", where);
    if (!is_safe_id(card.id))
        refuse(where, "its id is not usable as a file name",
               "An id has 1 to 64 small letters, digits, - and _, and does not begin with a -.");
    card.title = text_of(json, "title", where);
    if (card.title.empty()) refuse(where, "its title is empty");
    card.compute_capability = text_of(json, "compute_capability", where);
    card.about = text_of(json, "about", where);
    if (json.contains("announced")) card.announced = text_of(json, "announced", where);
    const std::string rule = text_of(json, "coalescing", where);
    bool is_known = false;
    std::vector<std::string> rules;
    for (const auto known : {Coalescing::half_warp_segments, Coalescing::lines_128, Coalescing::sectors_32}) {
        rules.emplace_back(to_string(known));
        if (rule != rules.back()) continue;
        card.coalescing = known;
        is_known = true;
    }
    if (!is_known) refuse(where, "the coalescing rule \"" + rule + "\" is unknown", nearest(rule, rules));
    read_figures(member(json, "figures", where), card, where);
    if (json.contains("model_error"))
        card.model_error = number_of(json["model_error"], "model_error", 0, 1000, false, where);
    if (json.contains("model_cells"))
        card.model_cells = static_cast<int>(number_of(json["model_cells"], "model_cells", 0, 1000000, true, where));
    check_together(card, where);
    return card;
}

std::string card_to_json(const Card& card) {
    const auto number = [](double value) {
        return value == std::floor(value) && std::abs(value) < 1e15 ? Json(static_cast<std::int64_t>(value))
                                                                    : Json(value);
    };
    Json figures = Json::object();
    for (const auto& field : card_fields()) {
        const auto source = card.source.find(field.key);
        const bool has_source = source != card.source.end() && !source->second.empty();
        Json figure{{"value", number(card.*field.value)}, {"source", has_source ? source->second : "not stated"}};
        if (std::find(card.fitted.begin(), card.fitted.end(), field.key) != card.fitted.end()) figure["fitted"] = true;
        figures[field.key] = std::move(figure);
    }
    Json json{{"warploom_card", file_version},
              {"id", card.id},
              {"title", card.title},
              {"compute_capability", card.compute_capability},
              {"about", card.about},
              {"coalescing", to_string(card.coalescing)},
              {"figures", std::move(figures)},
              {"model_error", number(card.model_error)},
              {"model_cells", card.model_cells}};
    if (!card.announced.empty()) json["announced"] = card.announced;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warploom::simulated
