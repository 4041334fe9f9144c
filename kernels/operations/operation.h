#pragma once

#include "engine/protocol/messages/words.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace warploom::kernels {

using warploom::to_string;
inline std::optional<Operation> operation_from(const std::string& name) { return protocol::named<Operation>(name); }
inline std::optional<Precision> precision_from(const std::string& name) { return protocol::named<Precision>(name); }
inline double unit_roundoff(Precision p) { return p == Precision::float32 ? 0x1p-24 : 0x1p-53; }
inline std::int64_t bytes_of(Precision p) { return p == Precision::float32 ? 4 : 8; }
/// Creates a Kernel<float> or Kernel<double> for a precision.
template <class Base, template <class> class Kernel, class... Given>
std::unique_ptr<Base> made_in(Precision precision, Given&&... given) {
    if (precision == Precision::float32) return std::make_unique<Kernel<float>>(std::forward<Given>(given)...);
    return std::make_unique<Kernel<double>>(std::forward<Given>(given)...);
}
/// Selects the float or double variant of a library function for T.
template <class T> constexpr auto in_precision(auto for_float, auto for_double) {
    if constexpr (sizeof(T) == sizeof(float)) return for_float;
    else return for_double;
}
inline constexpr auto operations = all_of<Operation>;

} // namespace warploom::kernels
