#pragma once

#include <string>
#include <string_view>

namespace warploom {

/// Appends `item` to the string `list`, with the separator `between` before it unless the list is empty. For example,
/// appending "ell" to "csr" with ", " gives "csr, ell".
inline void add_item(std::string& list, std::string_view item, std::string_view between = ", ") {
    if (!list.empty()) list += between;
    list += item;
}

} // namespace warploom
