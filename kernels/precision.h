#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace warploom::kernels {

enum class Precision { float32, float64 };
const char* to_string(Precision);                            ///< "float", "double"
std::optional<Precision> precision_from(const std::string&); ///< the reverse
inline double unit_roundoff(Precision p) { return p == Precision::float32 ? 0x1p-24 : 0x1p-53; }
inline std::int64_t bytes_of(Precision p) { return p == Precision::float32 ? 4 : 8; }

} // namespace warploom::kernels
