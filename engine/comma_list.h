#pragma once

#include <string>
#include <string_view>

namespace warploom {

/// Appends an item to a list, preceded by `between` unless the list is empty: "csr" becomes "csr, ell".
inline void add_item(std::string& list, std::string_view item, std::string_view between = ", ") {
    if (!list.empty()) list += between;
    list += item;
}

} // namespace warploom
