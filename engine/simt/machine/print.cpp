#include "engine/simt/machine/print.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <limits>
#include <type_traits>

namespace warploom::simt {

namespace {

template <class T> std::string printed_by(const std::string& form, T value) {
    std::string text(64, '\0');
    const int wanted = std::snprintf(text.data(), text.size(), form.c_str(), value);
    if (wanted < 0) return {};
    const auto size = static_cast<std::size_t>(wanted);
    if (size >= text.size()) {
        text.resize(size + 1);
        std::snprintf(text.data(), text.size(), form.c_str(), value);
    }
    text.resize(size);
    return text;
}

struct LaneNumber {
    double real = 0;
    std::int64_t whole = 0; ///< an integer value, or the integer part of a floating-point value
    bool is_wide = false;
};

template <class T> LaneNumber read_lane(const std::byte* lane) {
    T number = 0;
    std::memcpy(&number, lane, sizeof number);
    LaneNumber made{static_cast<double>(number), 0, sizeof number == 8 || std::is_floating_point_v<T>};
    constexpr double beyond = 9223372036854775808.0;
    if constexpr (std::is_integral_v<T>) made.whole = static_cast<std::int64_t>(number);
    else if (made.real >= -beyond && made.real < beyond) made.whole = static_cast<std::int64_t>(number);
    else made.whole = std::numeric_limits<std::int64_t>::min();
    return made;
}

LaneNumber read_lane(const Type* type, const std::byte* lane) {
    switch (type->kind) {
    case Kind::float32: return read_lane<float>(lane);
    case Kind::float64: return read_lane<double>(lane);
    case Kind::int64: return read_lane<std::int64_t>(lane);
    case Kind::uint64:
    case Kind::pointer: return read_lane<std::uint64_t>(lane);
    case Kind::uint32: return read_lane<std::uint32_t>(lane);
    default: return read_lane<std::int32_t>(lane);
    }
}

/// Truncates an integer to the size that the length modifier specifies: `%d` prints 4 bytes, and `%hhx` prints 1 byte.
template <class Narrow, class Short, class Int> std::int64_t cut_to_size(const std::string& size, const LaneNumber& v) {
    if (size == "hh") return static_cast<Narrow>(v.whole);
    if (size == "h") return static_cast<Short>(v.whole);
    if (size.empty() && !v.is_wide) return static_cast<Int>(v.whole);
    return v.whole;
}

std::string printed(const Conversion& c, const std::string& form, const Type* type, const std::byte* lane) {
    const LaneNumber v = read_lane(type, lane);
    switch (c.kind) {
    case 'd':
    case 'i':
        return printed_by(form + "lld",
                          static_cast<long long>(cut_to_size<signed char, std::int16_t, std::int32_t>(c.size, v)));
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        return printed_by(
            form + "ll" + c.kind,
            static_cast<unsigned long long>(cut_to_size<unsigned char, std::uint16_t, std::uint32_t>(c.size, v)));
    case 'c': return printed_by(form + "c", static_cast<int>(v.whole));
    case 'p':
        return v.whole == 0 ? printed_by(form + "s", "(nil)")
                            : printed_by("%#" + form.substr(1) + "llx", static_cast<unsigned long long>(v.whole));
    default: return printed_by(form + c.kind, v.real);
    }
}

} // namespace

void print(const Warp& warp, const Print& print, ExecutionContext& around) {
    for (std::uint32_t rest = warp.active; rest != 0; rest &= rest - 1) {
        if (around.printed.size() >= static_cast<std::size_t>(around.limits.printed_calls)) {
            around.unprinted += std::popcount(rest);
            return;
        }
        const auto l = static_cast<std::size_t>(std::countr_zero(rest));
        std::size_t next = 0;
        const auto given = [&] { // returns a width or precision that is an argument of the call
            std::int32_t number = 0;
            std::memcpy(&number, at(warp, print.values[next++].first) + l * sizeof number, sizeof number);
            return std::clamp(number, -most_printed_width, most_printed_width);
        };
        const auto most = static_cast<std::size_t>(around.limits.printed_bytes);
        if (around.printed.empty()) around.printed_size = 0;
        if (around.printed_size > most) {
            around.unprinted += std::popcount(rest);
            return;
        }
        std::string line;
        for (const Conversion& c : print.conversions) {
            line.append(c.before, 0, most + 1);
            if (line.size() > most) break;
            if (c.kind == '\0') break;
            std::string form = "%" + c.flags;
            const int width = c.width == Conversion::given ? given() : c.width;
            // A negative width is written to the format with its minus sign, which acts as the `-` flag.
            if (c.width != Conversion::none) form += std::to_string(width);
            const int precision = c.precision == Conversion::given ? given() : c.precision;
            if (precision >= 0) form += "." + std::to_string(precision);
            const auto& [unit, type] = print.values[next++];
            if (type == nullptr) {
                std::int32_t text = 0;
                std::memcpy(&text, at(warp, unit) + l * sizeof text, sizeof text);
                line += printed_by(form + "s", print.texts[static_cast<std::size_t>(text)].substr(0, most + 1).c_str());
            } else {
                line += printed(c, form, type, at(warp, unit) + l * (type->is_wide() ? 8 : 4));
            }
        }
        if (line.size() > most) {
            line.resize(most);
            line.shrink_to_fit();
            line += "... (truncated)\n";
        }
        around.printed_size += line.size();
        around.printed.push_back(std::move(line));
    }
}

} // namespace warploom::simt
