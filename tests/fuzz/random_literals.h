#pragma once

#include "fuzz/chance.h"

#include <cstdint>
#include <string>

// Elements of random programs: number types and literals.

namespace warploom::fuzz {

/// In order of conversion rank.
enum class Number : std::uint8_t {
    boolean,
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    int64,
    uint64,
    float32,
    float64
};
constexpr int numbers = static_cast<int>(Number::float64) + 1;

constexpr bool is_real(Number of) { return of >= Number::float32; }
constexpr Number promoted(Number of) { return of < Number::int32 ? Number::int32 : of; }
constexpr Number common(Number a, Number b) {
    const Number x = promoted(a), y = promoted(b);
    return x < y ? y : x;
}
constexpr bool is_signed(Number of) {
    return of == Number::int8 || of == Number::int16 || of == Number::int32 || of == Number::int64 || is_real(of);
}
constexpr int bits_of(Number of) { return of == Number::int64 || of == Number::uint64 ? 64 : 32; } ///< after promotion
/// Returns the name with which variables of this type are declared.
const char* name_of(Number of);
/// Returns any of its names.
std::string any_name_of(Number of, Chance& chance);

struct Literal {
    std::string text;
    Number type = Number::int32;
};

/// Returns an integer or character literal. Without `is_varied`, a decimal literal of type int.
Literal whole_literal(Chance& chance, bool is_varied, bool has_escapes);
/// Returns an integer literal of any type.
Literal small_literal(Chance& chance, int first, int last, bool is_varied);
/// Returns a floating-point literal, which is neither 0 nor infinite.
Literal real_literal(Chance& chance, bool is_varied);

/// Returns a string literal for a printf format, without `@`. `has_escapes`: whether it may contain \x41 and the like.
std::string text_literal(Chance& chance, bool has_escapes);

/// A printf conversion such as `%-8.3x`, and the type of its argument.
struct Conversion {
    std::string text;
    Number type = Number::int32;
    bool is_letter = false; ///< %c, which needs a printable character
};
Conversion conversion(Chance& chance);

} // namespace warploom::fuzz
