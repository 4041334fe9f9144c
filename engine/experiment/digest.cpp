#include "engine/experiment/digest.h"

#include "engine/protocol/serialization/json.h"

#include <sodium.h>

#include <array>
#include <map>

namespace warploom::experiment {

namespace {

void append(std::string& text, const Json& value) {
    const auto quoted = [](const std::string& word) {
        return Json(word).dump(-1, ' ', true, Json::error_handler_t::replace);
    };
    if (value.is_object()) {
        std::map<std::string, const Json*> sorted;
        for (const auto& [key, member] : value.items()) sorted[key] = &member;
        text += '{';
        for (const auto& [key, member] : sorted) {
            text += quoted(key) + ":";
            append(text, *member);
            text += ',';
        }
        text += '}';
    } else if (value.is_array()) {
        text += '[';
        for (const auto& item : value) {
            append(text, item);
            text += ',';
        }
        text += ']';
    } else if (value.is_number()) {
        text += protocol::number_text(value.get<double>());
    } else if (value.is_string()) {
        text += quoted(value.get_ref<const std::string&>());
    } else {
        text += value.dump();
    }
}

} // namespace

std::string sha256(const std::string& bytes) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
    crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    std::string text;
    for (const unsigned char byte : digest) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

std::string canonical(const Json& value) {
    std::string text;
    append(text, value);
    return text;
}

} // namespace warploom::experiment
