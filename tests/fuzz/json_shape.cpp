// Fuzz target: JSON of any shape. The input is a list of commands to a writer (open this many brackets, write a string
// of this length, ...), which keeps counts. It is therefore known which documents must be accepted, and which exceed a
// limit.
#include "engine/protocol/serialization/json.h"
#include "fuzz/target.h"

#include <set>
#include <vector>

namespace {

using warploom::Json;
using warploom::fuzz::require;

constexpr warploom::protocol::JsonLimits limits{
    .bytes = 6000, .levels = 12, .keys = 30, .values = 300, .one_text = 200};

class Writer {
public:
    Writer(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

    std::string write() {
        while (at_ != end_ && text_.size() < 2 * limits.bytes) obey();
        if (open_.empty() && values_ == 0) value("null");
        while (!open_.empty()) close();
        return std::move(text_);
    }
    /// Returns whether the document does not exceed any limit. Call after writing.
    bool is_within_limits(const std::string& text) const { return is_within_ && text.size() <= limits.bytes; }

private:
    struct Level {
        bool is_object = false;
        std::size_t items = 0;
        std::set<std::string> keys;
    };

    unsigned next() { return at_ == end_ ? 0 : *at_++; }

    void obey() {
        const unsigned order = next();
        const unsigned times = 1 + next() % 16;
        switch (order % 12) {
        case 0:
        case 1:
            for (unsigned i = 0; i < times; ++i) open(order % 12 == 0);
            break;
        case 2:
            for (unsigned i = 0; i < times && open_.size() > 1; ++i) close();
            break;
        case 3:
            for (unsigned i = 0; i < times; ++i) value("[]");
            break;
        case 4: long_text(times * (1 + next())); break;
        case 5: value(std::to_string(static_cast<int>(next()) - 128)); break;
        case 6: value("1e" + std::to_string(next() * 3)); break;
        case 7: value("18446744073709551615"); break;
        case 8: value("\"\\u00" + hex(next()) + "\\ud83d\\ude00\""); break;
        case 9: text_.append(times, " \t\n\r"[times % 4]); break;
        case 10:
            for (unsigned i = 0; i < times * 4; ++i) value(i % 2 == 0 ? "true" : "{}");
            break;
        default: value("-0.0e-" + std::to_string(next()));
        }
    }

    static std::string hex(unsigned byte) {
        constexpr auto* digits = "0123456789abcdef";
        return {digits[byte / 16 % 16], digits[byte % 16]};
    }

    void long_text(std::size_t length) {
        is_within_ = is_within_ && length <= limits.one_text;
        value('"' + std::string(length, 'x') + '"');
    }

    /// Writes the separators before a value: a comma and a key.
    void begin_value() {
        ++values_;
        is_within_ = is_within_ && values_ <= limits.values;
        if (open_.empty()) return;
        Level& level = open_.back();
        if (level.items++ > 0) text_ += ',';
        if (!level.is_object) return;
        std::string key = "k" + std::to_string(level.items);
        const unsigned wish = next();
        if (wish % 64 == 63) key = "k1"; // may be a duplicate
        if (wish % 64 == 62) key.append(wish * 2, 'k');
        is_within_ = is_within_ && level.keys.insert(key).second && key.size() <= limits.one_text;
        is_within_ = is_within_ && level.items <= limits.keys;
        text_ += '"' + key + "\":";
    }
    void value(const std::string& written) {
        if (open_.empty() && values_ > 0) return; // only one value is allowed at the top level
        begin_value();
        const bool is_bracket = written[0] == '[' || written[0] == '{';
        is_within_ = is_within_ && written.substr(0, 2) != "1e" && (!is_bracket || open_.size() < limits.levels);
        text_ += written;
    }
    void open(bool is_object) {
        if (open_.empty() && values_ > 0) return;
        begin_value();
        open_.push_back({is_object, 0, {}});
        is_within_ = is_within_ && open_.size() <= limits.levels;
        text_ += is_object ? '{' : '[';
    }
    void close() {
        text_ += open_.back().is_object ? '}' : ']';
        open_.pop_back();
    }

    const std::uint8_t* at_;
    const std::uint8_t* end_;
    std::string text_;
    std::vector<Level> open_;
    std::size_t values_ = 0;
    bool is_within_ = true;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace warploom;
    Writer writer(data, size);
    const std::string text = writer.write();
    bool is_read = false;
    fuzz::expect_answer_or_refusal([&] {
        const Json read = protocol::parse(protocol::DocumentSource{"input", "The input is damaged", "", text, limits});
        is_read = true;
        require(read == Json::parse(text), "what is read is what the library reads");
        require(protocol::parse(protocol::to_line(read), {"input", "It", "", "", {}}) == read,
                "what is written is read back");
    });
    require(is_read || !writer.is_within_limits(text), "what is within the limits is read");
    return 0;
}
