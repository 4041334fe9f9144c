#include "engine/protocol/serialization/value.h"

#include "engine/sentence.h"

#include <algorithm>
#include <cstdio>
#include <mutex>

namespace warploom::protocol {

Kept::Kept() {
    static std::mutex mutex;
    static auto& all = *new std::vector<const Kept*>; // the list and its objects are never destroyed
    const std::lock_guard lock(mutex);
    all.push_back(this);
}

std::string array_of(const std::string& kind) {
    if (kind.starts_with("`") || kind.find(" or ") != std::string::npos) return "array of (" + kind + ")";
    const bool is_word = std::all_of(kind.begin(), kind.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    return "array of " + kind + (is_word ? "s" : "");
}

Json Value<Lanes>::write(Lanes value) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%08x", value.bits);
    return text.data();
}

void Value<Lanes>::read(Lanes& value, const Reader& in, const Rule&) {
    const std::string& digits = in.text();
    if (digits.size() != 8 || digits.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
        in.refuse(sentence("eight hexadecimal digits"));
    value.bits = static_cast<std::uint32_t>(std::stoul(digits, nullptr, 16));
}

Json Value<Facts>::write(const Facts& value) {
    Json object = Json::object();
    for (const auto& [name, text] : value) object[name] = text;
    return object;
}

void Value<Facts>::read(Facts& value, const Reader& in, const Rule&) {
    in.expect_object();
    value.clear();
    for (const auto& entry : in.json().items()) value.emplace_back(entry.key(), in.member(entry.key()).text());
}

} // namespace warploom::protocol
