#pragma once

#include "engine/enum_words.h"
#include "engine/protocol/serialization/reader.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// JSON serialization of values by type. `write` converts a value to JSON. `read` converts JSON to a value and throws an
// error if the JSON is invalid. `kind` names the type in the tables of docs/protocol.md.

namespace warploom::protocol {

template <class T> class Fields;
template <class T> struct Value;

/// A serializable struct, which has a function `static const Fields<T>& fields()`.
template <class T>
concept HasFields = requires {
    { T::fields() } -> std::same_as<const Fields<T>&>;
};
/// A struct with a function `void settle(const Reader&)` that validates or completes its fields after reading.
template <class T>
concept HasSettle = requires(T value, const Reader& in) {
    value.settle(in);
};

/// Base class of objects that are never destroyed. They remain reachable, so leak checkers do not report them.
struct Kept {
    Kept();
    virtual ~Kept() = default;
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
};

/// An integer of up to 64 bits, encoded as a string in JSON.
struct Wide {
    std::int64_t value = 0;
    operator std::int64_t() const { return value; }
};
/// A bit mask of warp lanes, encoded as 8 hexadecimal digits. Lane 0 is the lowest bit.
struct Lanes {
    std::uint32_t bits = 0;
    operator std::uint32_t() const { return bits; }
};
/// Name-value pairs, in document order.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// Returns the description of an array type for the documentation: "array of strings" for the element type "string",
/// and "array of (number or null)" for "number or null".
std::string array_of(const std::string& kind);

template <class T> Json write(const T& value) { return Value<T>::write(value); }
template <class T> T read_value(const Reader& in, const Rule& rule = {}) {
    T value{};
    Value<T>::read(value, in, rule);
    return value;
}

template <> struct Value<double> {
    static std::string kind() { return "number"; }
    static Json write(double value) { return number(value); }
    static void read(double& value, const Reader& in, const Rule& rule) { value = in.number(rule); }
};
template <class T>
requires(std::integral<T> && !std::same_as<T, bool>) struct Value<T> {
    static std::string kind() { return "integer"; }
    static Json write(T value) { return value; }
    static void read(T& value, const Reader& in, const Rule& rule) {
        Rule fitting = rule;
        if constexpr (sizeof(T) < sizeof(std::int64_t)) {
            fitting.least = std::max(rule.least, static_cast<double>(std::numeric_limits<T>::min()));
            fitting.greatest = std::min(rule.greatest, static_cast<double>(std::numeric_limits<T>::max()));
        } else if constexpr (std::unsigned_integral<T>) {
            fitting.least = std::max(rule.least, 0.0);
        }
        value = static_cast<T>(in.whole(fitting));
    }
};
template <> struct Value<bool> {
    static std::string kind() { return "boolean"; }
    static Json write(bool value) { return value; }
    static void read(bool& value, const Reader& in, const Rule&) { value = in.flag(); }
};
template <> struct Value<std::string> {
    static std::string kind() { return "string"; }
    static Json write(const std::string& value) { return value; }
    static void read(std::string& value, const Reader& in, const Rule&) { value = in.text(); }
};
template <> struct Value<Json> {
    static std::string kind() { return "any value"; }
    static Json write(const Json& value) { return value; }
    static void read(Json& value, const Reader& in, const Rule&) { value = in.json(); }
};
template <> struct Value<Wide> {
    static std::string kind() { return "integer as a string"; }
    static Json write(Wide value) { return std::to_string(value.value); }
    static void read(Wide& value, const Reader& in, const Rule& rule) { value.value = in.whole(rule); }
};
template <> struct Value<Lanes> {
    static std::string kind() { return "mask of 32 lanes, 8 hexadecimal digits"; }
    static Json write(Lanes value);
    static void read(Lanes& value, const Reader& in, const Rule&);
};
template <> struct Value<Facts> {
    static std::string kind() { return "object with string values"; }
    static Json write(const Facts& value);
    static void read(Facts& value, const Reader& in, const Rule&);
};
template <HasWords E> struct Value<E> {
    static std::string kind() {
        std::string all;
        for (const E each : all_of<E>) all += (all.empty() ? "`" : ", `") + std::string(to_string(each)) + "`";
        return all;
    }
    static Json write(E value) { return to_string(value); }
    static void read(E& value, const Reader& in, const Rule& rule) {
        if (in.text().empty() && rule.is_lenient) return;
        const auto found = named<E>(in.text());
        if (!found) in.refuse_word(noun<E>(), names_of<E>());
        value = *found;
    }
};
template <class T> struct Value<std::optional<T>> {
    static std::string kind() { return Value<T>::kind() + " or null"; }
    static Json write(const std::optional<T>& value) { return value ? Value<T>::write(*value) : Json(nullptr); }
    static void read(std::optional<T>& value, const Reader& in, const Rule& rule) {
        value.reset();
        if (!in.is_nothing()) Value<T>::read(value.emplace(), in, rule);
    }
};
template <class T> struct Value<std::vector<T>> {
    static std::string kind() { return array_of(Value<T>::kind()); }
    static Json write(const std::vector<T>& values) {
        Json list = Json::array();
        for (const T& value : values) list.push_back(Value<T>::write(value));
        return list;
    }
    static void read(std::vector<T>& values, const Reader& in, const Rule& rule) {
        if (rule.is_lenient && (std::integral<T> ? in.json().is_number() : in.json().is_string())) {
            // An empty string becomes a list that contains only the first default value.
            values.assign(1, values.empty() ? T{} : values.front());
            Value<T>::read(values.front(), in, rule);
            return;
        }
        const std::size_t size = in.list_size(std::integral<T>                 ? sentence_pattern("a list of integers")
                                              : std::is_same_v<T, std::string> ? sentence_pattern("a list of strings")
                                                                               : sentence_pattern("a list"));
        values.clear();
        values.reserve(size);
        for (std::size_t i = 0; i < size; ++i) values.push_back(read_value<T>(in.item(i), rule));
    }
};
template <class T, std::size_t N> struct Value<std::array<T, N>> {
    static std::string kind() { return array_of(Value<T>::kind()) + " with " + std::to_string(N) + " elements"; }
    static Json write(const std::array<T, N>& values) {
        Json list = Json::array();
        for (const T& value : values) list.push_back(Value<T>::write(value));
        return list;
    }
    static void read(std::array<T, N>& values, const Reader& in, const Rule& rule) {
        if (in.list_size() != N) in.refuse(sentence("a list with {count} entries", {{"count", N}}));
        for (std::size_t i = 0; i < N; ++i) Value<T>::read(values[i], in.item(i), rule);
    }
};
template <class A, class B> struct Value<std::pair<A, B>> {
    static std::string kind() { return "[" + Value<A>::kind() + ", " + Value<B>::kind() + "]"; }
    static Json write(const std::pair<A, B>& pair) {
        return Json::array({Value<A>::write(pair.first), Value<B>::write(pair.second)});
    }
    static void read(std::pair<A, B>& pair, const Reader& in, const Rule& rule) {
        if (in.list_size() != 2) in.refuse(sentence("a list with {count} entries", {{"count", 2}}));
        Value<A>::read(pair.first, in.item(0), rule);
        Value<B>::read(pair.second, in.item(1), rule);
    }
};

} // namespace warploom::protocol
