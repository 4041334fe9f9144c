#include "engine/protocol/serialization/keys.h"

#include "engine/did_you_mean.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::protocol {

namespace {

std::string in_quotes(std::string_view key) { return "\"" + std::string(key) + "\""; }

} // namespace

std::string word_of(const Reader& value, const std::string& what) {
    const Json& json = value.json();
    if (!json.is_string() && !json.is_number())
        value.refuse_saying(sentence("Expected a string or a number for {value}.", {{"value", what}}));
    if (json == "") value.refuse_saying(sentence("An empty string is not allowed for {value}.", {{"value", what}}));
    if (json.is_string()) return json.get<std::string>();
    return json.is_number_integer() ? json.dump() : number_text(json.get<double>());
}

Keys::Keys(const Reader& object, std::string what) : object_(object), what_(std::move(what)) {
    if (!object.json().is_object())
        object.refuse_saying(sentence("Expected {object} to be a JSON object in braces.", {{"object", what_}}));
}

std::string Keys::named(std::string_view key) const {
    if (what_.empty()) return in_quotes(key);
    return sentence("{key} of {object}", {{"key", in_quotes(key)}, {"object", what_}});
}

void Keys::expect(const std::vector<std::string>& known) const {
    object_.each_member([&](const std::string& key, const Reader& value) {
        if (std::find(known.begin(), known.end(), key) == known.end())
            value.refuse_saying(sentence("The key {key} is unknown.", {{"key", named(key)}}), did_you_mean(key, known));
    });
}

Reader Keys::need(std::string_view key) const& {
    if (!has(key)) object_.refuse_saying(sentence("The key {key} is missing.", {{"key", named(key)}}));
    return at(key);
}

void Keys::refuse(std::string_view key, const std::string& problem, const std::string& hint) const {
    at(key).refuse_saying(problem, hint);
}

std::string Keys::text(std::string_view key) const {
    need(key);
    const std::string value = text_or(key, {});
    if (value.empty()) refuse(key, sentence("{value} must not be empty.", {{"value", named(key)}}));
    return value;
}

std::string Keys::text_or(std::string_view key, const std::string& other) const {
    if (!has(key)) return other;
    if (!at(key).json().is_string()) refuse(key, sentence("{value} must be a string.", {{"value", named(key)}}));
    return at(key).text();
}

std::string Keys::word(std::string_view key) const { return word_of(need(key), named(key)); }

std::string Keys::word_or(std::string_view key, const std::string& other) const { return has(key) ? word(key) : other; }

double Keys::number(std::string_view key) const {
    if (!need(key).json().is_number()) refuse(key, sentence("{value} must be a number.", {{"value", named(key)}}));
    return at(key).json().get<double>();
}

double Keys::number_or(std::string_view key, double other) const { return has(key) ? number(key) : other; }

bool Keys::flag_or(std::string_view key, bool other) const {
    if (!has(key)) return other;
    if (!at(key).json().is_boolean()) refuse(key, sentence("{value} must be true or false.", {{"value", named(key)}}));
    return at(key).flag();
}

Reader Keys::list(std::string_view key) const& {
    if (!need(key).json().is_array())
        refuse(key, sentence("{value} must be a list in square brackets.", {{"value", named(key)}}));
    return at(key);
}

std::vector<std::string> Keys::words(std::string_view key) const {
    std::vector<std::string> all;
    list(key);
    each(key, [&](const Reader& item) {
        all.push_back(word_of(item, sentence("an entry of {key}", {{"key", in_quotes(key)}})));
    });
    return all;
}

std::vector<std::pair<std::string, std::string>> Keys::pairs(std::string_view key) const {
    std::vector<std::pair<std::string, std::string>> all;
    if (!has(key)) return all;
    const Reader object = at(key);
    if (!object.json().is_object())
        refuse(key, sentence("{value} must be an object in braces.", {{"value", named(key)}}));
    object.each_member([&](const std::string& name, const Reader& value) {
        all.emplace_back(name, word_of(value, sentence("{key} of {object}",
                                                       {{"key", in_quotes(name)}, {"object", in_quotes(key)}})));
    });
    return all;
}

} // namespace warploom::protocol
