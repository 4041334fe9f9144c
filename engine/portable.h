#pragma once

#include <charconv>
#include <string>
#include <type_traits>
#include <version>

// Replacements for library functions that are missing in libc++ 14, which Emscripten uses for web pages: bit_cast, and
// conversions between double and text. If the standard library provides the conversions, they are used instead.

namespace warploom::portable {

/// Reinterprets the bits of a value as another type.
template <class To, class From> constexpr To bit_cast(const From& from) noexcept {
    static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
    return __builtin_bit_cast(To, from);
}

/// Fallback implementations, which are slower than std::from_chars and std::to_chars. A test verifies that the results
/// are identical.
namespace stand_in {

std::from_chars_result from_chars(const char* first, const char* last, double& number,
                                  std::chars_format format = std::chars_format::general);
std::from_chars_result from_chars(const char* first, const char* last, float& number,
                                  std::chars_format format = std::chars_format::general);
/// Writes the shortest text that converts back to exactly `number`.
std::to_chars_result to_chars(char* first, char* last, double number);
std::to_chars_result to_chars(char* first, char* last, double number, std::chars_format format);
std::to_chars_result to_chars(char* first, char* last, double number, std::chars_format format, int precision);

} // namespace stand_in

#if defined(__cpp_lib_to_chars)
using std::from_chars;
using std::to_chars;
#else
using stand_in::from_chars;
using stand_in::to_chars;
#endif

/// Returns the shortest text that converts back to exactly `number`, such as "0.1" or "1e+300".
inline std::string shortest_text(double number) {
    char text[32];
    return {text, to_chars(text, text + sizeof text, number).ptr};
}

} // namespace warploom::portable
