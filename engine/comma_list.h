#pragma once

#include <string>
#include <string_view>

namespace warploom {

/// "csr" -> "csr, ell": a comma comes before every item but the first.
inline void add_item(std::string& list, std::string_view item, std::string_view between = ", ") {
    if (!list.empty()) list += between;
    list += item;
}

} // namespace warploom
