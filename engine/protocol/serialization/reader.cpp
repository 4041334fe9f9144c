#include "engine/protocol/serialization/reader.h"

#include "engine/protocol/serialization/watched_iterator.h"
#include "engine/sentence.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace warploom::protocol {

namespace {

constexpr std::size_t longest_list = 4'000'000; ///< maximum length of a list; no protocol message contains a longer one

constexpr std::size_t no_place = ~std::size_t{0};

/// A component of the path to a JSON value: a key or a list index.
struct Step {
    std::string_view key;
    std::size_t index; ///< list index, or no_place if the component is a key
};

/// Finds the line of a JSON value by parsing the text up to the value.
class LineFinder {
public:
    LineFinder(const std::string& text, const std::vector<Step>& way) : text_(text), way_(way), read_(text.data()) {}

    /// Returns the line number of the value, or 0 if the text does not contain it.
    int find() {
        const WatchedIterator first{text_.data(), &read_}, last{text_.data() + text_.size(), &read_};
        Json::sax_parse(first, last, this);
        return line_;
    }

    bool null() { return value(); }
    bool boolean(bool) { return value(); }
    bool number_integer(std::int64_t) { return value(); }
    bool number_unsigned(std::uint64_t) { return value(); }
    bool number_float(double, const std::string&) { return value(); }
    bool string(std::string&) { return value(); }
    bool binary(Json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(); }
    bool start_array(std::size_t) { return open(); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        Level& level = levels_.back();
        level.is_object = true;
        level.is_match = level.is_on_way && step().index == no_place && step().key == name;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const Json::exception&) { return false; }

private:
    struct Level {
        bool is_on_way, is_object = false, is_match = false;
        std::size_t items = 0;
    };

    /// Returns whether the next value is on the path.
    bool is_next() {
        if (levels_.empty()) return true;
        Level& level = levels_.back();
        if (level.is_object) return level.is_match;
        return level.is_on_way && step().index == level.items++;
    }
    const Step& step() const { return way_[levels_.size() - 1]; }
    bool value() { return !is_found(is_next()); }
    bool is_found(bool is_on_way) {
        if (!is_on_way || levels_.size() != way_.size()) return false;
        // The parser must read one character beyond a number to find its end. This character is not part of the number.
        line_ = 1 + static_cast<int>(std::count(text_.data(), read_ - (read_ > text_.data() ? 1 : 0), '\n'));
        return true;
    }
    bool open() {
        const bool is_on_way = is_next();
        if (is_found(is_on_way)) return false;
        levels_.push_back({is_on_way});
        return true;
    }
    bool close() {
        levels_.pop_back();
        return true;
    }

    const std::string& text_;
    const std::vector<Step>& way_;
    const char* read_;
    int line_ = 0;
    std::vector<Level> levels_;
};

std::string shown(double value) {
    return std::abs(value) < 1e15 ? number_text(value) : "2^" + std::to_string(std::lround(std::log2(std::abs(value))));
}

} // namespace

const Json& Reader::json() const {
    static const Json nothing;
    return json_ == nullptr ? nothing : *json_;
}

Reader Reader::member(std::string_view key) const& {
    const Json* found = nullptr;
    if (json_ != nullptr && json_->is_object())
        for (const auto& entry : json_->get_ref<const Json::object_t&>())
            if (entry.first == key) found = &entry.second;
    return {found, *this, key, no_index};
}

Reader Reader::item(std::size_t index) const& {
    const bool is_there = json_ != nullptr && json_->is_array() && index < json_->size();
    return {is_there ? &(*json_)[index] : nullptr, *this, {}, index};
}

void Reader::expect_object() const {
    if (json_ == nullptr || !json_->is_object()) refuse(sentence("an object"));
}

std::size_t Reader::list_size(const char* of) const {
    if (json_ == nullptr || !json_->is_array()) refuse(of);
    if (json_->size() > longest_list) refuse(sentence("a list with at most {most} entries", {{"most", longest_list}}));
    return json_->size();
}

double Reader::number(const Rule& rule) const {
    if (json_ != nullptr && json_->is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (json_ == nullptr || !json_->is_number()) refuse(sentence("a number"));
    const double value = json_->get<double>();
    if (!std::isfinite(value)) refuse(sentence("a number"));
    if (value < rule.least && rule.least == 0) refuse(sentence("a number that is not negative"));
    if (value < rule.least || value > rule.greatest)
        refuse(sentence("a number from {least} to {greatest}",
                        {{"least", shown(rule.least)}, {"greatest", shown(rule.greatest)}}));
    return value;
}

std::int64_t Reader::whole(const Rule& rule) const {
    std::int64_t value = 0;
    bool is = false;
    if (json_ != nullptr && json_->is_number_float()) {
        const double number = json_->get<double>();
        is = number == std::floor(number) && std::abs(number) < 9e15;
        if (is) value = static_cast<std::int64_t>(number);
    } else if (json_ != nullptr && json_->is_number_unsigned()) {
        is = json_->get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (is) value = json_->get<std::int64_t>();
    } else if (json_ != nullptr && json_->is_number_integer()) {
        is = true;
        value = json_->get<std::int64_t>();
    } else if (json_ != nullptr && json_->is_string()) {
        const auto& digits = json_->get_ref<const std::string&>();
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        is = error == std::errc() && end == digits.data() + digits.size() && !digits.empty();
    }
    if (!is) refuse(sentence("an integer"));
    const auto as_double = static_cast<double>(value);
    if (as_double < rule.least && rule.least == 0) refuse(sentence("an integer that is not negative"));
    if (as_double < rule.least || as_double > rule.greatest)
        refuse(sentence("an integer from {least} to {greatest}",
                        {{"least", shown(rule.least)}, {"greatest", shown(rule.greatest)}}));
    return value;
}

const std::string& Reader::text() const {
    if (json_ == nullptr || !json_->is_string()) refuse(sentence("a string"));
    return json_->get_ref<const std::string&>();
}

bool Reader::flag() const {
    if (json_ == nullptr || !json_->is_boolean()) refuse(sentence("true or false"));
    return json_->get<bool>();
}

std::string Reader::path() const {
    std::string before = parent_ == nullptr ? std::string() : parent_->path();
    if (parent_ == nullptr) return before;
    if (index_ != no_index) return before + "[" + std::to_string(index_) + "]";
    return before + (before.empty() ? "" : ".") + std::string(key_);
}

int Reader::line() const {
    if (source_.text.empty()) return 0;
    std::vector<Step> way;
    for (const Reader* at = this; at->parent_ != nullptr; at = at->parent_) way.push_back({at->key_, at->index_});
    std::reverse(way.begin(), way.end());
    const int found = LineFinder(source_.text, way).find();
    return found > 0 || parent_ == nullptr ? found : parent_->line();
}

void Reader::refuse(const std::string& expected) const {
    const std::string where = path();
    if (source_.is_request)
        refuse_saying(sentence("The field '{field}' must be {expected}.", {{"field", where}, {"expected", expected}}));
    if (where.empty()) refuse_saying(sentence("The document must be {expected}.", {{"expected", expected}}));
    if (is_missing())
        refuse_saying(
            sentence("'{field}' is missing. It must be {expected}.", {{"field", where}, {"expected", expected}}));
    refuse_saying(sentence("'{field}' must be {expected}.", {{"field", where}, {"expected", expected}}));
}

void Reader::refuse_word(const char* noun, const std::string& known) const {
    if (!source_.is_request || *noun == '\0') refuse(sentence("one of {list}", {{"list", known}}));
    refuse_saying(sentence("There is no {noun} named '{word}'.", {{"noun", noun}, {"word", text()}}),
                  sentence("Available: {list}.", {{"list", known}}));
}

void Reader::refuse_saying(const std::string& problem, const std::string& hint) const {
    protocol::refuse(source_, line(), problem, hint);
}

} // namespace warploom::protocol
