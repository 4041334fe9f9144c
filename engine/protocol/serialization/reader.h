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
    bool is_needed = false; ///< refused if missing or null; otherwise the struct keeps its default
    double least = -std::numeric_limits<double>::infinity();
    double greatest = std::numeric_limits<double>::infinity();
    /// Accepts what people and earlier versions write: a single value in place of a list, an empty string for an unset
    /// choice.
    bool is_lenient = false;
};
constexpr double most_counted = 281474976710656; ///< 2^48: no count or address of ours is larger
constexpr Rule needed{.is_needed = true};
constexpr Rule count{.least = 0, .greatest = most_counted};
constexpr Rule needed_count{.is_needed = true, .least = 0, .greatest = most_counted};
constexpr Rule not_negative{.least = 0};

/// A value of a document with its place in it, so that every complaint can name both. Cheap: the path is put together
/// only when something is refused. A reader must not outlive the readers and the document that it came from.
class Reader {
public:
    Reader(const Json& json, const DocumentSource& source) : json_(&json), source_(source) {}

    bool is_missing() const { return json_ == nullptr; }
    bool is_nothing() const { return json_ == nullptr || json_->is_null(); }
    const Json& json() const; ///< null where it is missing

    Reader member(std::string_view key) const&; ///< of an object; a missing one is a reader of nothing
    Reader item(std::size_t index) const&;      ///< as above, for an element of a list
    /// `visit(key, reader)` for each member of an object, in the order of the text.
    template <class Visit> void each_member(const Visit& visit) const& {
        expect_object();
        for (const auto& [key, value] : json_->get_ref<const Json::object_t&>())
            visit(key, Reader(&value, *this, key, no_index));
    }
    // A reader that came from one without a name would outlive it.
    Reader member(std::string_view key) const&& = delete;
    Reader item(std::size_t index) const&& = delete;

    void expect_object() const;
    /// Refuses a value that is no list, and lists too long to show. `of` for the sentence: "a list of whole numbers".
    std::size_t list_size(const char* of = mark_sentence("a list")) const;

    double number(const Rule& rule = {}) const;      ///< NaN for null
    std::int64_t whole(const Rule& rule = {}) const; ///< 64-bit integers may be encoded as strings
    const std::string& text() const;
    bool flag() const;

    std::string path() const; ///< "launches[0].ns"; empty for the whole document
    int line() const;         ///< in the source's text; 0 where there is none
    const DocumentSource& source() const { return source_; }
    /// "'launches[0].ns' must be a number.", and which line, where a file is read. `expected`: "a number".
    [[noreturn]] void refuse(const std::string& expected) const;
    /// Refuses a string that is not one of the known words; `noun` names their kind: "operation". If it is empty, the
    /// sentence omits it.
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
    std::size_t index_ = no_index; ///< of an item of a list
};

} // namespace warploom::protocol
