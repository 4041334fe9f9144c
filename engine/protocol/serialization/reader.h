#pragma once

#include "engine/protocol/serialization/json.h"
#include "engine/sentence.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace warploom::protocol {

/// Constraints that are checked when a field is read.
struct Rule {
    bool is_needed = false; ///< throws if the value is missing or null; otherwise, the struct keeps its default value
    double least = -std::numeric_limits<double>::infinity();
    double greatest = std::numeric_limits<double>::infinity();
    /// Accepts input written by people and by earlier versions: a single value in place of a list, and an empty string
    /// for a value that is not set.
    bool is_lenient = false;
};
constexpr double most_counted = 281474976710656; ///< 2^48; all counts and addresses are smaller
constexpr Rule needed{.is_needed = true};
constexpr Rule count{.least = 0, .greatest = most_counted};
constexpr Rule needed_count{.is_needed = true, .least = 0, .greatest = most_counted};
constexpr Rule not_negative{.least = 0};

/// A value of a document and its location, so that error messages can contain both. It is cheap to create, because the
/// path is built only if there is an error. A reader must not outlive the reader and the document from which it was
/// created.
class Reader {
public:
    Reader(const Json& json, const DocumentSource& source) : json_(&json), source_(source) {}

    bool is_missing() const { return json_ == nullptr; }
    bool is_nothing() const { return json_ == nullptr || json_->is_null(); }
    const Json& json() const; ///< null if missing

    Reader member(std::string_view key) const&; ///< a member of an object; a reader without a value if it is missing
    Reader item(std::size_t index) const&;      ///< same, for an element of a list
    /// Calls `visit(key, reader)` for each member of an object, in text order.
    template <class Visit> void each_member(const Visit& visit) const& {
        expect_object();
        for (const auto& [key, value] : json_->get_ref<const Json::object_t&>())
            visit(key, Reader(&value, *this, key, no_index));
    }
    // Deleted because the result would refer to a temporary reader.
    Reader member(std::string_view key) const&& = delete;
    Reader item(std::size_t index) const&& = delete;

    void expect_object() const;
    /// Throws if the value is not a list or if the list is too long. `of` is used in the message, such as "a list of
    /// whole numbers".
    std::size_t list_size(const char* of = sentence_pattern("a list")) const;

    double number(const Rule& rule = {}) const;      ///< NaN for null
    std::int64_t whole(const Rule& rule = {}) const; ///< accepts strings, which may encode 64-bit integers
    const std::string& text() const;
    bool flag() const;

    std::string path() const; ///< for example "launches[0].ns"; empty for the whole document
    int line() const;         ///< the line in the text of the source; 0 if there is no text
    const DocumentSource& source() const { return source_; }
    /// Throws "'launches[0].ns' must be a number.", where `expected` is "a number". If a file is being read, the
    /// message also contains the line.
    [[noreturn]] void refuse(const std::string& expected) const;
    /// Throws for a string that is not one of the known words. `noun` says what the words are, such as "operation"; if
    /// it is empty, the message omits it.
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
    std::size_t index_ = no_index; ///< index of an element in its list
};

} // namespace warploom::protocol
