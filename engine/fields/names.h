#pragma once

#include "engine/comma_list.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>

// Enumerations by the names of their values.

namespace warploom::wire {

/// The values of an enumeration whose names cross the wire: a specialisation has `static constexpr auto all`, and
/// `to_string(E)` stands beside the enumeration.
template <class E> struct Names;
template <class E>
concept HasNames = std::is_enum_v<E> && requires {
    Names<E>::all.size();
};

/// What its values are, for a sentence: "precision". Empty where none needs it.
template <HasNames E> constexpr const char* noun_of() {
    if constexpr (requires { Names<E>::noun; }) return Names<E>::noun;
    else return "";
}

/// The first N values of an enumeration that counts from 0.
template <class E, std::size_t N> constexpr std::array<E, N> first_values() {
    std::array<E, N> all{};
    for (std::size_t i = 0; i < N; ++i) all[i] = static_cast<E>(i);
    return all;
}

/// Nothing for a name that there is not.
template <HasNames E> std::optional<E> named(const std::string& name) {
    for (const E each : Names<E>::all)
        if (name == to_string(each)) return each;
    return std::nullopt;
}
/// "cold, warm", for a hint.
template <HasNames E> std::string names_of() {
    std::string all;
    for (const E each : Names<E>::all) add_item(all, to_string(each));
    return all;
}

} // namespace warploom::wire
