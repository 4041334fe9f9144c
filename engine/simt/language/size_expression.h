#pragma once

#include "engine/simt/language/tree.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace warploom::simt {

/// Evaluates an array size in a directive, such as `rows / 32 + 1`. If it is invalid, calls `refuse` with the reason.
/// `refuse` must throw.
std::int64_t value_of_size(const Expression& size, const std::map<std::string, std::int64_t>& numbers,
                           const std::function<void(const std::string& reason)>& refuse);

} // namespace warploom::simt
