#include "engine/experiment/lined_json.h"

#include "engine/error.h"
#include "engine/wire/watched_iterator.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

namespace warploom::experiment {

namespace {

constexpr std::size_t largest_text = std::size_t{4} << 20;
constexpr std::size_t most_file_levels = 16, most_keys = 1000;

/// Builds the tree from the parser's events.
class Builder {
public:
    Builder(const std::string& text, const Refusal& refuse) : refuse_(refuse), counted_(text.data()), read_(counted_) {}

    const char** furthest() { return &read_; }
    LinedJson take() { return std::move(root_); }

    bool null() { return put({}); }
    bool boolean(bool value) {
        LinedJson node;
        node.kind = LinedJson::Kind::boolean;
        node.boolean = value;
        return put(std::move(node));
    }
    bool number_integer(std::int64_t value) { return put_number(static_cast<double>(value), std::to_string(value)); }
    bool number_unsigned(std::uint64_t value) { return put_number(static_cast<double>(value), std::to_string(value)); }
    bool number_float(double value, const std::string&) { return put_number(value, number_text(value)); }
    bool string(std::string& value) {
        LinedJson node;
        node.kind = LinedJson::Kind::text;
        node.text = std::move(value);
        return put(std::move(node));
    }
    bool binary(nlohmann::json::binary_t&) { return false; }
    bool start_object(std::size_t) { return open(LinedJson::Kind::object); }
    bool start_array(std::size_t) { return open(LinedJson::Kind::array); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& name) {
        if (open_.back()->find(name) != nullptr) refuse_(line(), "the key \"" + name + "\" stands there twice");
        if (open_.back()->members.size() == most_keys) refuse_(line(), "this object has more than 1000 keys");
        open_.back()->members.push_back({name, line(), {}});
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) {
        if (error.id >= 400) refuse_(line(), "there is a number that is too large");
        refuse_(line(), "this is not JSON",
                "Look for a comma, a quotation mark or a bracket that is missing or one too many.");
    }

private:
    /// The last character read may be the one behind a number, so it does not count.
    int line() {
        const char* end = read_ - (read_ > counted_ ? 1 : 0);
        line_ += static_cast<int>(std::count(counted_, end, '\n'));
        counted_ = end;
        return line_;
    }
    bool put_number(double value, std::string text) {
        LinedJson node;
        node.kind = LinedJson::Kind::number;
        node.number = value;
        node.text = std::move(text);
        return put(std::move(node));
    }
    /// Where the next value belongs.
    LinedJson& place() {
        if (open_.empty()) return root_;
        if (open_.back()->is_object()) return open_.back()->members.back().value;
        return open_.back()->items.emplace_back();
    }
    bool put(LinedJson node) {
        node.line = line();
        place() = std::move(node);
        return true;
    }
    bool open(LinedJson::Kind kind) {
        if (open_.size() == most_file_levels) refuse_(line(), "the brackets are nested too deeply");
        LinedJson& node = place();
        node.kind = kind;
        node.line = line();
        open_.push_back(&node); // stays where it is: nothing is added beside it before it is closed
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    const Refusal& refuse_;
    const char *counted_, *read_;
    int line_ = 1;
    LinedJson root_;
    std::vector<LinedJson*> open_;
};

} // namespace

void Refusal::operator()(int line, const std::string& what, const std::string& hint) const {
    throw Error("experiment.format",
                subject + " cannot be used: " + (line > 0 ? "line " + std::to_string(line) + ": " : "") + what + ".",
                hint);
}

const LinedJson* LinedJson::find(const std::string& key) const {
    for (const auto& member : members)
        if (member.key == key) return &member.value;
    return nullptr;
}

LinedJson lined_json(const std::string& text, const Refusal& refuse) {
    if (text.size() > largest_text)
        refuse(0, "it has more than 4 megabytes", "An experiment file has a few kilobytes.");
    Builder builder(text, refuse);
    const wire::WatchedIterator begin{text.data(), builder.furthest()},
        end{text.data() + text.size(), builder.furthest()};
    nlohmann::json::sax_parse(begin, end, &builder);
    return builder.take();
}

std::string number_text(double number) {
    std::array<char, 32> buffer{};
    const bool is_short = number == std::floor(number) && std::abs(number) < 1e15;
    const auto end =
        is_short ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<std::int64_t>(number))
                 : std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    return {buffer.data(), end.ptr};
}

bool is_number_text(const std::string& text, double* number) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return false;
    if (number != nullptr) *number = value;
    return true;
}

} // namespace warploom::experiment
