#pragma once

#include <string>
#include <string_view>

namespace warploom {

/// Appends `item` to the string `list`. If the list is not empty, inserts the separator `between` first. For example,
/// appending "ell" to "csr" with the separator ", " gives "csr, ell".
inline void add_item(std::string& list, std::string_view item, std::string_view between = ", ") {
    if (!list.empty()) list += between;
    list += item;
}

} // namespace warploom
