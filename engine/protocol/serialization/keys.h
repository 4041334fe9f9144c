#pragma once

#include "engine/protocol/serialization/reader.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warploom::protocol {

/// Reads a JSON object in a handwritten file. Throws an error if a key is missing or unknown, or if its value has the
/// wrong type. The error for an unknown key suggests the most similar known key. `what` is the name of the object in
/// error messages, such as "the series \"ell\"". If `what` is empty, messages contain only the name of the key.
class Keys {
public:
    Keys(const Reader& object, std::string what);

    /// Throws an error if the object contains a key that is not in the list `known`.
    void expect(const std::vector<std::string>& known) const;

    bool has(std::string_view key) const { return !object_.member(key).is_missing(); }
    Reader at(std::string_view key) const& {
        return object_.member(key);
    } ///< returns a reader for a key's value; if the key is missing, errors refer to the object's line
    Reader need(std::string_view key) const&;
    const Reader& object() const& { return object_; }

    std::string text(std::string_view key) const; ///< returns a required, nonempty string value
    std::string text_or(std::string_view key, const std::string& other) const; ///< returns an optional string value
    /// Returns the value of a key as text. A string is unchanged, and a number is formatted in its shortest form.
    std::string word(std::string_view key) const;
    std::string word_or(std::string_view key, const std::string& other) const;
    double number(std::string_view key) const;
    double number_or(std::string_view key, double other) const;
    bool flag_or(std::string_view key, bool other) const;
    Reader list(std::string_view key) const&; ///< returns a reader for a required list, which may be empty
    std::vector<std::string> words(std::string_view key) const;
    /// Returns the string and number members of a nested object, in file order, or an empty list if the key is missing.
    std::vector<std::pair<std::string, std::string>> pairs(std::string_view key) const;
    /// Calls `visit(reader)` for each element of the list at a key. Does nothing if the key is missing.
    template <class Visit> void each(std::string_view key, const Visit& visit) const& {
        if (!has(key)) return;
        const Reader all = list(key);
        for (std::size_t i = 0; i < all.json().size(); ++i) visit(all.item(i));
    }

    /// Throws an error that refers to the value of `key`. `problem` is a sentence.
    [[noreturn]] void refuse(std::string_view key, const std::string& problem, const std::string& hint = {}) const;

private:
    /// Returns a description of the key for error messages, such as "\"unit\" of the series \"ell\"".
    std::string named(std::string_view key) const;

    Reader object_;
    std::string what_;
};

/// Returns a JSON string or number as text. A number is formatted in its shortest form. Throws an error for any other
/// type and for an empty string. `what` is the name of the value in the error message.
std::string word_of(const Reader& value, const std::string& what);

} // namespace warploom::protocol
