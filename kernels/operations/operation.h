#pragma once

#include "engine/wire/words.h"

#include <optional>
#include <string>

namespace warploom::kernels {

using wire::Operation;
using wire::to_string;
inline std::optional<Operation> operation_from(const std::string& name) { return wire::named<Operation>(name); }
/// All, in the order in which lists show them.
inline constexpr auto operations = wire::Names<Operation>::all;

} // namespace warploom::kernels
