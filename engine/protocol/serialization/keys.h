#pragma once

#include "engine/protocol/serialization/reader.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warploom::protocol {

/// The keys of one object in a file written by a person. A key that is missing, unknown (the most similar known one is
/// suggested) or of the wrong type is refused with a sentence that names the object. `what` is the name of the object
/// in sentences: "the series \"ell\""; empty: only the key is named.
class Keys {
public:
    Keys(const Reader& object, std::string what);

    /// Refuses keys that are not in the list.
    void expect(const std::vector<std::string>& known) const;

    bool has(std::string_view key) const { return !object_.member(key).is_missing(); }
    Reader at(std::string_view key) const& {
        return object_.member(key);
    } ///< complains in the object's line if missing
    Reader need(std::string_view key) const&;
    const Reader& object() const& { return object_; }

    std::string text(std::string_view key) const;                              ///< must be there and not be empty
    std::string text_or(std::string_view key, const std::string& other) const; ///< may be empty
    /// A text, or a number in its shortest form.
    std::string word(std::string_view key) const;
    std::string word_or(std::string_view key, const std::string& other) const;
    double number(std::string_view key) const;
    double number_or(std::string_view key, double other) const;
    bool flag_or(std::string_view key, bool other) const;
    Reader list(std::string_view key) const&;                   ///< must be there; may be empty
    std::vector<std::string> words(std::string_view key) const; ///< a list of words
    /// An object of words, in the order of the file; empty where it is not there.
    std::vector<std::pair<std::string, std::string>> pairs(std::string_view key) const;
    /// `visit(reader)` for each of a list; for none where it is not there.
    template <class Visit> void each(std::string_view key, const Visit& visit) const& {
        if (!has(key)) return;
        const Reader all = list(key);
        for (std::size_t i = 0; i < all.json().size(); ++i) visit(all.item(i));
    }

    /// `problem`: a sentence.
    [[noreturn]] void refuse(std::string_view key, const std::string& problem, const std::string& hint = {}) const;

private:
    std::string named(std::string_view key) const; ///< "\"unit\" of the series \"ell\""

    Reader object_;
    std::string what_;
};

/// Returns a string or number as a word; refuses anything else, and the empty string. `what` begins the sentence.
std::string word_of(const Reader& value, const std::string& what);

} // namespace warploom::protocol
