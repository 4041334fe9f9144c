#pragma once

#include <functional>
#include <iterator>
#include <type_traits>
#include <vector>

namespace warploom {

/// Returns a vector that contains the result of make(item) for each item, in order. If `make` is a pointer to a data
/// member, returns the value of this member for each item.
template <class Items, class Make> auto transform_to_vector(const Items& items, const Make& make) {
    std::vector<std::decay_t<std::invoke_result_t<const Make&, decltype(*std::begin(items))>>> made;
    for (const auto& item : items) made.push_back(std::invoke(make, item));
    return made;
}

/// Returns a pointer to the first item whose member equals `wanted`, or null if there is none.
template <class Items, class Member, class Wanted>
auto find_item(Items& items, const Member& member, const Wanted& wanted) -> decltype(&*std::begin(items)) {
    for (auto& item : items)
        if (std::invoke(member, item) == wanted) return &item;
    return nullptr;
}

/// Returns the value for a key in a list of key-value pairs, or a default-constructed value if the key is absent.
template <class Pairs, class Key> auto lookup_or_default(const Pairs& pairs, const Key& key) {
    using Pair = typename Pairs::value_type;
    const Pair* const found = find_item(pairs, &Pair::first, key);
    return found == nullptr ? typename Pair::second_type() : found->second;
}

} // namespace warploom
