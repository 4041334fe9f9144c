#include "engine/experiment/fields.h"

#include "engine/nearest.h"

#include <algorithm>

namespace warploom::experiment {

namespace {

std::string quoted(const std::string& key) { return "\"" + key + "\""; }

} // namespace

std::string word_of(const LinedJson& value, const std::string& what, const Refusal& refuse) {
    if (!value.is_text() && !value.is_number()) refuse(value.line, what + " must be a text or a number");
    if (value.text.empty()) refuse(value.line, what + " is empty");
    return value.text;
}

Fields::Fields(const LinedJson& object, std::string what, const Refusal& refuse)
    : object_(object), what_(std::move(what)), refuse_(refuse) {
    if (!object.is_object()) refuse(object.line, what_ + " must be an object, in braces");
}

void Fields::expect(const std::vector<std::string>& known) const {
    for (const auto& member : object_.members)
        if (std::find(known.begin(), known.end(), member.key) == known.end())
            refuse_(member.line, "the key " + quoted(member.key) + " of " + what_ + " is unknown",
                    nearest(member.key, known));
}

const LinedJson& Fields::need(const std::string& key) const {
    const LinedJson* found = find(key);
    if (found == nullptr) refuse_(object_.line, "the key " + quoted(key) + " of " + what_ + " is missing");
    return *found;
}

int Fields::line(const std::string& key) const {
    const LinedJson* found = find(key);
    return found == nullptr ? object_.line : found->line;
}

void Fields::refuse(const std::string& key, const std::string& what, const std::string& hint) const {
    refuse_(line(key), what, hint);
}

std::string Fields::text(const std::string& key) const {
    need(key);
    const std::string value = text_or(key, {});
    if (value.empty()) refuse(key, quoted(key) + " of " + what_ + " is empty");
    return value;
}

std::string Fields::text_or(const std::string& key, const std::string& other) const {
    const LinedJson* found = find(key);
    if (found == nullptr) return other;
    if (!found->is_text()) refuse(key, quoted(key) + " of " + what_ + " must be a text");
    return found->text;
}

std::string Fields::word(const std::string& key) const {
    return word_of(need(key), quoted(key) + " of " + what_, refuse_);
}

std::string Fields::word_or(const std::string& key, const std::string& other) const {
    return find(key) == nullptr ? other : word(key);
}

double Fields::number_or(const std::string& key, double other) const {
    const LinedJson* found = find(key);
    if (found == nullptr) return other;
    if (!found->is_number()) refuse(key, quoted(key) + " of " + what_ + " must be a number");
    return found->number;
}

bool Fields::boolean_or(const std::string& key, bool other) const {
    const LinedJson* found = find(key);
    if (found == nullptr) return other;
    if (found->kind != LinedJson::Kind::boolean) refuse(key, quoted(key) + " of " + what_ + " must be true or false");
    return found->boolean;
}

const std::vector<LinedJson>& Fields::list(const std::string& key) const {
    const LinedJson& value = need(key);
    if (!value.is_array()) refuse(key, quoted(key) + " of " + what_ + " must be a list, in square brackets");
    return value.items;
}

const std::vector<LinedJson>& Fields::list_or(const std::string& key) const {
    static const std::vector<LinedJson> none;
    return find(key) == nullptr ? none : list(key);
}

std::vector<std::string> Fields::words(const std::string& key) const {
    std::vector<std::string> all;
    for (const auto& item : list(key)) all.push_back(word_of(item, "an entry of " + quoted(key), refuse_));
    return all;
}

std::vector<std::pair<std::string, std::string>> Fields::pairs(const std::string& key) const {
    std::vector<std::pair<std::string, std::string>> all;
    const LinedJson* found = find(key);
    if (found == nullptr) return all;
    if (!found->is_object()) refuse(key, quoted(key) + " of " + what_ + " must be an object, in braces");
    for (const auto& member : found->members)
        all.emplace_back(member.key, word_of(member.value, quoted(member.key) + " of " + quoted(key), refuse_));
    return all;
}

} // namespace warploom::experiment
