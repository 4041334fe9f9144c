#include "engine/wire/reader.h"

#include "engine/error.h"
#include "engine/wire/watched_iterator.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>
#include <vector>

namespace warploom::wire {

namespace {

constexpr std::size_t longest_list = 4'000'000; ///< more than a line of the wire can hold
constexpr std::size_t most_keys = 1000;         ///< of one object of a file

/// Walks through a text with its line and the path of the value that it is at. Refuses what a careful reader refuses,
/// or, asked for a path, notes its line.
class Walker {
public:
    Walker(const Source& source, const std::string* wanted)
        : source_(source), wanted_(wanted), counted_(source.text.data()), read_(counted_) {}

    int walk() {
        const char* begin = source_.text.data();
        const WatchedIterator first{begin, &read_}, last{begin + source_.text.size(), &read_};
        Json::sax_parse(first, last, this);
        return found_;
    }

    bool null() { return value(); }
    bool boolean(bool) { return value(); }
    bool number_integer(std::int64_t) { return value(); }
    bool number_unsigned(std::uint64_t) { return value(); }
    bool number_float(double, const std::string&) { return value(); }
    bool string(std::string&) { return value(); }
    bool binary(Json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(true); }
    bool start_array(std::size_t) { return open(false); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        Level& level = levels_.back();
        if (wanted_ == nullptr && !level.keys.insert(name).second)
            refuse(source_, line(), "the key \"" + name + "\" stands there twice");
        if (level.keys.size() > most_keys) refuse(source_, line(), "this object has more than 1000 keys");
        path_.resize(level.length);
        path_ += (path_.empty() ? "" : ".") + name;
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const Json::exception& error) {
        if (wanted_ != nullptr) return false;
        if (error.id >= 400) refuse(source_, line(), "there is a number that is too large");
        refuse(source_, line(), "this is not JSON",
               "Look for a comma, a quotation mark or a bracket that is missing or one too many; a file that was cut "
               "short looks like this, too.");
    }

private:
    struct Level {
        bool is_object = false;
        std::size_t length = 0, items = 0; ///< of the path before its own part
        std::set<std::string> keys{};
    };

    /// The last character read may be the one behind a number, so it does not count.
    int line() {
        const char* end = read_ - (read_ > counted_ ? 1 : 0);
        line_ += static_cast<int>(std::count(counted_, end, '\n'));
        counted_ = end;
        return line_;
    }
    bool value() {
        if (!levels_.empty() && !levels_.back().is_object) {
            Level& list = levels_.back();
            path_.resize(list.length);
            path_ += "[" + std::to_string(list.items++) + "]";
        }
        if (wanted_ == nullptr || path_ != *wanted_) return true;
        found_ = line();
        return false;
    }
    bool open(bool is_object) {
        if (!value()) return false;
        if (levels_.size() == static_cast<std::size_t>(source_.most_levels))
            refuse(source_, line(), "the brackets are nested too deeply");
        levels_.push_back({is_object, path_.size()});
        return true;
    }
    bool close() {
        path_.resize(levels_.back().length);
        levels_.pop_back();
        return true;
    }

    const Source& source_;
    const std::string* wanted_;
    const char *counted_, *read_;
    int line_ = 1, found_ = 0;
    std::string path_;
    std::vector<Level> levels_;
};

std::string shown(double value) {
    return std::abs(value) < 1e15 ? number_text(value) : "2^" + std::to_string(std::lround(std::log2(std::abs(value))));
}

} // namespace

std::string to_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

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
                 : std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), end.ptr};
}

Json parse(const Source& source) {
    Walker(source, nullptr).walk();
    return Json::parse(source.text);
}

void refuse(const Source& source, int line, const std::string& what, const std::string& hint) {
    throw Error(source.code, source.lead + ": " + (line > 0 ? "line " + std::to_string(line) + ": " : "") + what + ".",
                hint.empty() ? source.hint : hint);
}

const Json& Reader::json() const {
    static const Json nothing;
    return json_ == nullptr ? nothing : *json_;
}

Reader Reader::member(std::string_view key) const {
    const Json* found = nullptr;
    if (json_ != nullptr && json_->is_object())
        for (const auto& entry : json_->get_ref<const Json::object_t&>())
            if (entry.first == key) found = &entry.second;
    return {found, *this, key, 0};
}

Reader Reader::item(std::size_t index) const { return {&json_->at(index), *this, {}, index}; }

void Reader::expect_object() const {
    if (json_ == nullptr || !json_->is_object()) refuse("an object");
}

std::size_t Reader::list_size() const {
    if (json_ == nullptr || !json_->is_array()) refuse("a list");
    if (json_->size() > longest_list) refuse("a list of at most " + std::to_string(longest_list) + " entries");
    return json_->size();
}

double Reader::number(const Rule& rule) const {
    if (json_ != nullptr && json_->is_null()) return std::numeric_limits<double>::quiet_NaN();
    if (json_ == nullptr || !json_->is_number()) refuse("a number");
    const double value = json_->get<double>();
    if (!std::isfinite(value)) refuse("a number");
    if (value < rule.least && rule.least == 0) refuse("a number that is not negative");
    if (value < rule.least || value > rule.greatest)
        refuse("a number from " + shown(rule.least) + " to " + shown(rule.greatest));
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
    if (!is) refuse("a whole number");
    const auto as_double = static_cast<double>(value);
    if (as_double < rule.least && rule.least == 0) refuse("a whole number that is not negative");
    if (as_double < rule.least || as_double > rule.greatest)
        refuse("a whole number from " + shown(rule.least) + " to " + shown(rule.greatest));
    return value;
}

const std::string& Reader::text() const {
    if (json_ == nullptr || !json_->is_string()) refuse("a text");
    return json_->get_ref<const std::string&>();
}

bool Reader::flag() const {
    if (json_ == nullptr || !json_->is_boolean()) refuse("true or false");
    return json_->get<bool>();
}

std::string Reader::path() const {
    std::string before = parent_ == nullptr ? std::string() : parent_->path();
    if (parent_ == nullptr) return before;
    if (key_.empty()) return before + "[" + std::to_string(index_) + "]";
    return before + (before.empty() ? "" : ".") + std::string(key_);
}

int Reader::line() const {
    if (source_.text.empty()) return 0;
    const std::string wanted = path();
    const int found = Walker(source_, &wanted).walk();
    return found > 0 || parent_ == nullptr ? found : parent_->line();
}

void Reader::refuse(const std::string& expected) const {
    const std::string where = path();
    refuse_saying((where.empty() ? "it" : "'" + where + "'") + " should be " + expected +
                  (is_missing() ? ", and is missing" : ""));
}

void Reader::refuse_saying(const std::string& sentence, const std::string& hint) const {
    wire::refuse(source_, line(), sentence, hint);
}

} // namespace warploom::wire
