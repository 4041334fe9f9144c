#include "engine/protocol/serialization/json.h"

#include "engine/error.h"
#include "engine/memory.h"
#include "engine/portable.h"
#include "engine/protocol/serialization/watched_iterator.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace warploom::protocol {

namespace {

constexpr std::size_t large_text = std::size_t{1} << 20; ///< document size in bytes above which free memory is checked
constexpr std::size_t most_in_sentence = 600, most_in_hint = 2000; ///< maximum lengths of messages and hints in bytes

/// Builds a JSON document from parser events. Values remain on a stack until the enclosing bracket is closed. This
/// avoids searching and copying objects while they grow.
class Builder {
public:
    Builder(std::string_view text, const DocumentSource& source, bool names_lines)
        : text_(text), source_(source), limits_(source.limits), names_lines_(names_lines), read_(text.data()) {}

    Json build() {
        if (text_.size() > limits_.bytes) refuse_size();
        if (text_.size() > large_text) require_room();
        const WatchedIterator first{text_.data(), &read_}, last{text_.data() + text_.size(), &read_};
        Json::sax_parse(first, last, this);
        return std::move(values_.front());
    }

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(std::int64_t value) { return add(value); }
    bool number_unsigned(std::uint64_t value) { return add(value); }
    bool number_float(double value, const std::string&) { return add(value); }
    bool string(std::string& value) {
        require_short(value);
        return add(std::move(value));
    }
    bool binary(Json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(); }
    bool start_array(std::size_t) { return open(); }
    bool key(std::string& name) {
        require_short(name);
        if (keys_.size() - levels_.back().first_key == limits_.keys)
            refuse_here(sentence("This object has more than {most} keys.", {{"most", limits_.keys}}));
        keys_.push_back({std::move(name), read_});
        return true;
    }
    bool end_object() {
        const Level level = close();
        require_distinct(level.first_key);
        Json::object_t object;
        object.reserve(keys_.size() - level.first_key);
        // Use emplace_back() of the base class std::vector, because ordered_map::emplace() would search for the key.
        for (std::size_t i = level.first_key; i < keys_.size(); ++i)
            object.emplace_back(std::move(keys_[i].name), std::move(values_[level.first_value + i - level.first_key]));
        keys_.resize(level.first_key);
        return replace(level, std::move(object));
    }
    bool end_array() {
        const Level level = close();
        const auto first = values_.begin() + static_cast<std::ptrdiff_t>(level.first_value);
        return replace(level, Json::array_t(std::make_move_iterator(first), std::make_move_iterator(values_.end())));
    }
    bool parse_error(std::size_t, const std::string&, const Json::exception& error) {
        if (error.id >= 400) refuse_here(sentence("A number is too large."));
        refuse_here(sentence("This is not valid JSON."),
                    source_.hint.empty() ? sentence("Check for missing or extra commas, quotation marks and brackets. "
                                                    "The file could also be truncated.")
                                         : source_.hint);
    }

private:
    struct Key {
        std::string name;
        const char* at; ///< position in the text after the key, for error messages
    };
    struct Level {
        std::size_t first_value, first_key; ///< indices into values_ and keys_
    };

    [[noreturn]] void refuse_size() const {
        const std::size_t megabytes = limits_.bytes >> 20;
        refuse(source_, 0,
               sentence("The document is larger than {most} {most:megabyte|megabytes}.", {{"most", megabytes}}));
    }
    void require_room() const {
        constexpr double bytes_each = 48;
        const auto values =
            std::count_if(text_.begin(), text_.end(), [](char c) { return c == ',' || c == '[' || c == '{'; });
        require_memory(bytes_each * static_cast<double>(values) + static_cast<double>(text_.size()),
                       sentence("A document of {bytes}", {{"bytes", bytes_text(static_cast<double>(text_.size()))}}));
    }
    [[noreturn]] void refuse_at(const char* at, const std::string& problem, const std::string& hint = {}) const {
        // The parser must read one character beyond a number to find its end. This character is not part of the number.
        const char* const end = at - (at > text_.data() ? 1 : 0);
        refuse(source_, names_lines_ ? 1 + static_cast<int>(std::count(text_.data(), end, '\n')) : 0, problem, hint);
    }
    [[noreturn]] void refuse_here(const std::string& problem, const std::string& hint = {}) const {
        refuse_at(read_, problem, hint);
    }
    void require_short(const std::string& text) const {
        if (text.size() > limits_.one_text)
            refuse_here(sentence("A string is longer than {most}.",
                                 {{"most", bytes_text(static_cast<double>(limits_.one_text))}}));
    }
    void count() {
        if (++count_ > limits_.values)
            refuse_here(sentence("There are more than {most} values.", {{"most", limits_.values}}));
    }
    template <class T> bool add(T&& value) {
        count();
        values_.emplace_back(std::forward<T>(value));
        return true;
    }
    bool open() {
        count();
        if (levels_.size() == limits_.levels) refuse_here(sentence("Brackets are nested too deeply."));
        levels_.push_back({values_.size(), keys_.size()});
        return true;
    }
    Level close() {
        const Level level = levels_.back();
        levels_.pop_back();
        return level;
    }
    template <class T> bool replace(const Level& level, T&& container) {
        values_.resize(level.first_value);
        values_.emplace_back(std::forward<T>(container));
        return true;
    }
    void require_distinct(std::size_t first) {
        constexpr std::size_t few = 8;
        const auto twice = [&](const Key& one, const Key& other) {
            if (one.name == other.name)
                refuse_at(std::max(one.at, other.at), sentence("The key \"{key}\" occurs twice.", {{"key", one.name}}));
        };
        if (keys_.size() - first <= few) {
            for (std::size_t i = first; i < keys_.size(); ++i)
                for (std::size_t j = first; j < i; ++j) twice(keys_[j], keys_[i]);
            return;
        }
        std::vector<const Key*> sorted;
        for (std::size_t i = first; i < keys_.size(); ++i) sorted.push_back(&keys_[i]);
        std::sort(sorted.begin(), sorted.end(), [](const Key* a, const Key* b) { return a->name < b->name; });
        for (std::size_t i = 1; i < sorted.size(); ++i) twice(*sorted[i - 1], *sorted[i]);
    }

    std::string_view text_;
    const DocumentSource& source_;
    const JsonLimits& limits_;
    bool names_lines_;
    const char* read_;
    std::size_t count_ = 0;
    std::vector<Json> values_;
    std::vector<Key> keys_;
    std::vector<Level> levels_;
};

} // namespace

std::string to_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string shortened(const std::string& text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
    return text.substr(0, most) + " ...";
}

Json number(double value) {
    if (!std::isfinite(value)) return nullptr;
    if (value == std::floor(value) && std::abs(value) < 1e15) return static_cast<std::int64_t>(value);
    return value;
}

std::string number_text(double number) {
    std::array<char, 32> buffer{};
    const bool is_short = number == std::floor(number) && std::abs(number) < 1e15;
    const auto end =
        is_short ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<std::int64_t>(number))
                 : portable::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), end.ptr};
}

bool is_number_text(const std::string& text, double* number) {
    double value = 0;
    const auto [end, error] = portable::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return false;
    if (number != nullptr) *number = value;
    return true;
}

Json parse(const DocumentSource& source) { return Builder(source.text, source, true).build(); }
Json parse(std::string_view text, const DocumentSource& source) { return Builder(text, source, false).build(); }

void refuse(const DocumentSource& source, int line, const std::string& problem, const std::string& hint) {
    const std::string shown = shortened(problem, most_in_sentence);
    const auto said = [&] {
        if (source.is_request)
            return line > 0 ? sentence("Line {line}: {problem}", {{"line", line}, {"problem", shown}}) : shown;
        return line > 0 ? sentence("{lead}. Line {line}: {problem}",
                                   {{"lead", source.lead}, {"line", line}, {"problem", shown}})
                        : sentence("{lead}: {problem}", {{"lead", source.lead}, {"problem", shown}});
    };
    throw Error(source.code, said(), hint.empty() ? source.hint : shortened(hint, most_in_hint));
}

} // namespace warploom::protocol
