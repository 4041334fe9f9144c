#include "engine/protocol/serialization/keys.h"

#include "engine/did_you_mean.h"

#include <algorithm>

namespace warploom::protocol {

namespace {

std::string in_quotes(std::string_view key) { return "\"" + std::string(key) + "\""; }

} // namespace

std::string word_of(const Reader& value, const std::string& what) {
    const Json& json = value.json();
    if (!json.is_string() && !json.is_number()) value.refuse_saying(what + " must be a text or a number");
    if (json == "") value.refuse_saying(what + " is empty");
    if (json.is_string()) return json.get<std::string>();
    return json.is_number_integer() ? json.dump() : number_text(json.get<double>());
}

Keys::Keys(const Reader& object, std::string what) : object_(object), what_(std::move(what)) {
    if (!object.json().is_object()) object.refuse_saying(what_ + " must be an object, in braces");
}

std::string Keys::named(std::string_view key) const { return in_quotes(key) + (what_.empty() ? "" : " of " + what_); }

void Keys::expect(const std::vector<std::string>& known) const {
    object_.each_member([&](const std::string& key, const Reader& value) {
        if (std::find(known.begin(), known.end(), key) == known.end())
            value.refuse_saying("the key " + named(key) + " is unknown", did_you_mean(key, known));
    });
}

Reader Keys::need(std::string_view key) const& {
    if (!has(key)) object_.refuse_saying("the key " + named(key) + " is missing");
    return at(key);
}

void Keys::refuse(std::string_view key, const std::string& what, const std::string& hint) const {
    at(key).refuse_saying(what, hint);
}

std::string Keys::text(std::string_view key) const {
    need(key);
    const std::string value = text_or(key, {});
    if (value.empty()) refuse(key, named(key) + " is empty");
    return value;
}

std::string Keys::text_or(std::string_view key, const std::string& other) const {
    if (!has(key)) return other;
    if (!at(key).json().is_string()) refuse(key, named(key) + " must be a text");
    return at(key).text();
}

std::string Keys::word(std::string_view key) const { return word_of(need(key), named(key)); }

std::string Keys::word_or(std::string_view key, const std::string& other) const { return has(key) ? word(key) : other; }

double Keys::number(std::string_view key) const {
    if (!need(key).json().is_number()) refuse(key, named(key) + " must be a number");
    return at(key).json().get<double>();
}

double Keys::number_or(std::string_view key, double other) const { return has(key) ? number(key) : other; }

bool Keys::flag_or(std::string_view key, bool other) const {
    if (!has(key)) return other;
    if (!at(key).json().is_boolean()) refuse(key, named(key) + " must be true or false");
    return at(key).flag();
}

Reader Keys::list(std::string_view key) const& {
    if (!need(key).json().is_array()) refuse(key, named(key) + " must be a list, in square brackets");
    return at(key);
}

std::vector<std::string> Keys::words(std::string_view key) const {
    std::vector<std::string> all;
    list(key);
    each(key, [&](const Reader& item) { all.push_back(word_of(item, "an entry of " + in_quotes(key))); });
    return all;
}

std::vector<std::pair<std::string, std::string>> Keys::pairs(std::string_view key) const {
    std::vector<std::pair<std::string, std::string>> all;
    if (!has(key)) return all;
    const Reader object = at(key);
    if (!object.json().is_object()) refuse(key, named(key) + " must be an object, in braces");
    object.each_member([&](const std::string& name, const Reader& value) {
        all.emplace_back(name, word_of(value, in_quotes(name) + " of " + in_quotes(key)));
    });
    return all;
}

} // namespace warploom::protocol
