#include "engine/error.h"
#include "engine/nearest.h"
#include "engine/simulated/card.h"
#include "engine/wire/keys.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace warploom::simulated {

namespace {

using wire::Json;
using wire::Keys;
using wire::Reader;

constexpr int file_version = 1;
constexpr wire::Limits limits{.bytes = largest_card, .levels = 16};
constexpr std::size_t most_fitted = 3;

wire::Source source_of(const std::string& where, std::string text = {}) {
    return {"card.format", "The card " + where + " cannot be used", "", std::move(text), limits};
}

std::string shown(double value) {
    std::ostringstream text;
    text.precision(10);
    text << value;
    return text.str();
}

double number_of(const Reader& value, const std::string& key, double least, double greatest, bool is_whole) {
    if (!value.json().is_number()) value.refuse_saying("\"" + key + "\" must be a number");
    const double number = value.json().get<double>();
    if (!(number >= least && number <= greatest))
        value.refuse_saying("\"" + key + "\" is " + shown(number) + ", outside of " + shown(least) + " to " +
                            shown(greatest));
    if (is_whole && number != std::floor(number))
        value.refuse_saying("\"" + key + "\" is " + shown(number) + ", which is not a whole number");
    return number;
}

void check_cache(const Keys& figures, const std::string& name, double bytes, double line_bytes, double ways) {
    if (bytes == 0) return;
    if (line_bytes != 128)
        figures.refuse(name + "_line_bytes", "\"" + name + "_line_bytes\" is " + shown(line_bytes) +
                                                 ", and only lines of 128 bytes are known");
    if (ways < 1) figures.refuse(name + "_ways", "\"" + name + "_ways\" is 0, and the cache has bytes");
    if (bytes < line_bytes * ways)
        figures.refuse(name + "_bytes", "\"" + name + "_bytes\" is " + shown(bytes) + ", less than one set of lines");
}

void check_together(const Card& card, const Keys& figures) {
    if (card.shared_banks != 16 && card.shared_banks != 32)
        figures.refuse("shared_banks",
                       "\"shared_banks\" is " + shown(card.shared_banks) + ", and only 16 and 32 are known");
    check_cache(figures, "l1", card.l1_bytes, card.l1_line_bytes, card.l1_ways);
    check_cache(figures, "l2", card.l2_bytes, card.l2_line_bytes, card.l2_ways);
    if (card.l2_bytes > 0 && card.l2_gbytes_per_s <= 0)
        figures.refuse("l2_gbytes_per_s", "\"l2_gbytes_per_s\" is 0, and the card has an L2 cache");
}

bool is_safe_id(const std::string& id) {
    const auto is_fine = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    return !id.empty() && id.size() <= 64 && id.front() != '-' && std::all_of(id.begin(), id.end(), is_fine);
}

void read_figures(const Keys& figures, Card& card) {
    std::vector<std::string> known;
    for (const auto& field : card_fields()) known.emplace_back(field.key);
    figures.expect(known);
    for (const auto& field : card_fields()) {
        const Reader place = figures.need(field.key);
        const Keys figure(place, "\"" + std::string(field.key) + "\"");
        figure.expect({"value", "source", "fitted"});
        card.*field.value = number_of(figure.need("value"), field.key, field.least, field.greatest, field.is_whole);
        card.source[field.key] = figure.text("source");
        if (figure.flag_or("fitted", false)) card.fitted.emplace_back(field.key);
    }
    if (card.fitted.size() > most_fitted)
        figures.object().refuse_saying("it has " + std::to_string(card.fitted.size()) +
                                       " fitted figures, and 3 are the most");
    check_together(card, figures);
}

void check_version(const Keys& file, const std::string& where) {
    const Json& version = file.need("warploom_card").json();
    if (!version.is_number_integer()) file.refuse("warploom_card", "\"warploom_card\" must be a whole number");
    if (version != file_version)
        throw Error("card.version",
                    "The card " + where + " has version " + version.dump() + ", and this program reads version " +
                        std::to_string(file_version) + ".",
                    "Copy one of the built-in cards and enter the figures again.");
}

Coalescing rule_of(const Keys& file) {
    const std::string rule = file.text("coalescing");
    std::vector<std::string> rules;
    for (const auto known : {Coalescing::half_warp_segments, Coalescing::lines_128, Coalescing::sectors_32}) {
        rules.emplace_back(to_string(known));
        if (rule == rules.back()) return known;
    }
    file.refuse("coalescing", "the coalescing rule \"" + rule + "\" is unknown", nearest(rule, rules));
}

/// A text that must be there and may be empty.
std::string maybe_empty(const Keys& file, const char* key) {
    file.need(key);
    return file.text_or(key, {});
}

Card read_card(const Json& document, const wire::Source& source, const std::string& where) {
    if (!document.is_object()) wire::refuse(source, 0, "it is not a JSON object");
    const Reader whole(document, source);
    const Keys file(whole, "");
    check_version(file, where);
    file.expect({"warploom_card", "id", "title", "compute_capability", "announced", "about", "coalescing", "figures",
                 "model_error", "model_cells"});
    Card card;
    card.id = maybe_empty(file, "id");
    if (!is_safe_id(card.id))
        file.refuse("id", "its id is not usable as a file name",
                    "An id has 1 to 64 small letters, digits, - and _, and does not begin with a -.");
    card.title = file.text("title");
    card.compute_capability = maybe_empty(file, "compute_capability");
    card.about = maybe_empty(file, "about");
    card.announced = file.text_or("announced", {});
    card.coalescing = rule_of(file);
    const Reader figures = file.need("figures");
    read_figures(Keys(figures, "\"figures\""), card);
    if (file.has("model_error")) card.model_error = number_of(file.at("model_error"), "model_error", 0, 1000, false);
    if (file.has("model_cells"))
        card.model_cells = static_cast<int>(number_of(file.at("model_cells"), "model_cells", 0, 1000000, true));
    return card;
}

} // namespace

Card card_from_json(const std::string& text, const std::string& where) {
    const wire::Source source = source_of(where, text);
    return read_card(wire::parse(source), source, where);
}

Card card_from_document(const Json& document, const std::string& where) {
    return read_card(document, source_of(where), where);
}

Json card_document(const Card& card) {
    Json figures = Json::object();
    for (const auto& field : card_fields()) {
        const auto source = card.source.find(field.key);
        const bool has_source = source != card.source.end() && !source->second.empty();
        Json figure{{"value", wire::number(card.*field.value)}, {"source", has_source ? source->second : "not stated"}};
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
              {"model_error", wire::number(card.model_error)},
              {"model_cells", card.model_cells}};
    if (!card.announced.empty()) json["announced"] = card.announced;
    return json;
}

std::string card_to_json(const Card& card) {
    return card_document(card).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warploom::simulated
