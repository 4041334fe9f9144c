#pragma once

#include "engine/comma_list.h"
#include "engine/error.h"

#include <string>
#include <string_view>

namespace warploom {

template <class Texts> std::string join(const Texts& texts, std::string_view between = ", ") {
    std::string list;
    for (const auto& text : texts) add_item(list, text, between);
    return list;
}

/// Returns the message of an error, followed by its hint, on one line.
inline std::string with_hint(const Error& error) {
    return error.what() + (error.hint().empty() ? std::string() : " " + error.hint());
}

} // namespace warploom
