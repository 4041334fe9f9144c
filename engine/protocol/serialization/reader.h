#pragma once

#include "engine/protocol/serialization/json.h"
#include "engine/sentence.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace warploom::protocol {

/// Constraints on a field that are checked when its value is read.
struct Rule {
    bool is_needed = false; ///< whether a missing or null value is an error; if not, the default is kept
    double least = -std::numeric_limits<double>::infinity();
    double greatest = std::numeric_limits<double>::infinity();
    /// Whether to accept a single value in place of a list, and an empty string in place of a missing value. Intended
    /// for handwritten files and files from earlier versions.
    bool is_lenient = false;
};
constexpr double most_counted = 281474976710656; ///< 2^48, which is larger than any count or address in a document
constexpr Rule needed{.is_needed = true};
constexpr Rule count{.least = 0, .greatest = most_counted};
constexpr Rule needed_count{.is_needed = true, .least = 0, .greatest = most_counted};
constexpr Rule not_negative{.least = 0};

/// A value in a JSON document, together with its path for error messages. Readers are cheap to create, because the path
/// is built only when an error occurs. A reader must not outlive the document or its parent reader.
class Reader {
public:
    Reader(const Json& json, const DocumentSource& source) : json_(&json), source_(source) {}

    bool is_missing() const { return json_ == nullptr; }
    bool is_nothing() const { return json_ == nullptr || json_->is_null(); }
    const Json& json() const; ///< returns the JSON value, or JSON null if it is missing

    Reader member(std::string_view key) const&; ///< returns a reader for a member of an object, which may be missing
    Reader item(std::size_t index) const&;      ///< returns a reader for an element of a list, which may be missing
    /// Calls `visit(key, reader)` for each member of an object, in document order.
    template <class Visit> void each_member(const Visit& visit) const& {
        expect_object();
        for (const auto& [key, value] : json_->get_ref<const Json::object_t&>())
            visit(key, Reader(&value, *this, key, no_index));
    }
    // Deleted, because the result would refer to a temporary reader.
    Reader member(std::string_view key) const&& = delete;
    Reader item(std::size_t index) const&& = delete;

    void expect_object() const;
    /// Returns the number of elements of a list. Throws an error if the value is not a list, or if the list is too
    /// long. `of` describes the expected value in the error message, such as "a list of integers".
    std::size_t list_size(const char* of = sentence_pattern("a list")) const;

    double number(const Rule& rule = {}) const;      ///< returns the value as a number; NaN for null
    std::int64_t whole(const Rule& rule = {}) const; ///< returns the value as an integer; it may be encoded as a string
    const std::string& text() const;
    bool flag() const;

    std::string path() const; ///< returns the path of the value, such as "launches[0].ns"; empty for the whole document
    int line() const;         ///< returns the line number of the value in its file; 0 if the document is not a file
    const DocumentSource& source() const { return source_; }
    /// Throws an error such as "'launches[0].ns' must be a number.", where `expected` is "a number". For a file, the
    /// message includes the line number.
    [[noreturn]] void refuse(const std::string& expected) const;
    /// Throws an error for an unknown word. `noun` describes the expected kind of word, such as "operation". If it is
    /// empty, the message only lists the known words.
    [[noreturn]] void refuse_word(const char* noun, const std::string& known) const;
    [[noreturn]] void refuse_saying(const std::string& problem, const std::string& hint = {}) const;

private:
    static constexpr std::size_t no_index = ~std::size_t{0};

    Reader(const Json* json, const Reader& parent, std::string_view key, std::size_t index)
        : json_(json), source_(parent.source_), parent_(&parent), key_(key), index_(index) {}

    const Json* json_;
    const DocumentSource& source_;
    const Reader* parent_ = nullptr;
    std::string_view key_;
    std::size_t index_ = no_index; ///< index in a list; no_index if the value is a member of an object
};

} // namespace warploom::protocol
