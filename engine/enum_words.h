#pragma once

#include "engine/comma_list.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>

namespace warploom {

/// Satisfied by enumerations with values 0, 1, 2, ... and an overload of `words_of` that returns their names in the
/// same order: `constexpr auto words_of(Fruit) { return std::array{"apple", "pear"}; }`
template <class E>
concept HasWords = std::is_enum_v<E> && requires(E value) {
    words_of(value).size();
};

template <HasWords E> constexpr const char* to_string(E value) {
    return words_of(value).at(static_cast<std::size_t>(value));
}

template <HasWords E>
inline constexpr auto all_of = [] {
    std::array<E, words_of(E()).size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<E>(i);
    return all;
}();

/// Returns the enumeration value with the given name, or std::nullopt if there is no such value.
template <HasWords E> std::optional<E> named(const std::string& word) {
    for (const E each : all_of<E>)
        if (word == to_string(each)) return each;
    return std::nullopt;
}
/// Returns the names of all enumeration values as a comma-separated list for a hint, such as "cold, warm".
template <HasWords E> std::string names_of() {
    std::string all;
    for (const E each : all_of<E>) add_item(all, to_string(each));
    return all;
}
/// Returns a noun for the enumeration that can be used in messages, such as "precision", or an empty string if
/// `noun_of(E)` is not defined.
template <HasWords E> constexpr const char* noun() {
    if constexpr (requires { noun_of(E()); }) return noun_of(E());
    else return "";
}

} // namespace warploom
