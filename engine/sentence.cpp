#include "engine/sentence.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace warploom {

namespace {
constexpr std::size_t most_remembered = 8192, most_new = 256;
/// Maximum length in bytes of a text that is stored together with its pattern. Only malicious input produces longer
/// texts.
constexpr std::size_t longest = 8192;

class Memory {
public:
    void add(const std::string& text, SentenceParts parts, bool is_new) {
        if (text.size() > longest) return;
        const std::lock_guard lock(mutex_);
        if (is_new && offered_.insert(text).second) {
            new_.push_back(text);
            if (new_.size() > most_new) {
                offered_.erase(new_.front());
                new_.pop_front();
            }
        }
        if (!parts_.emplace(text, std::move(parts)).second) return;
        order_.push_back(text);
        if (order_.size() <= most_remembered) return;
        parts_.erase(order_.front());
        offered_.erase(order_.front());
        order_.pop_front();
    }

    std::optional<SentenceParts> find(const std::string& text) const {
        if (text.size() > longest) return std::nullopt;
        const std::lock_guard lock(mutex_);
        const auto at = parts_.find(text);
        if (at == parts_.end()) return std::nullopt;
        return at->second;
    }

    std::vector<std::pair<std::string, SentenceParts>> take_new() {
        std::vector<std::pair<std::string, SentenceParts>> taken;
        const std::lock_guard lock(mutex_);
        for (const std::string& text : new_)
            if (const auto at = parts_.find(text); at != parts_.end()) taken.emplace_back(text, at->second);
        new_.clear();
        return taken;
    }

private:
    mutable std::mutex mutex_;
    std::unordered_map<std::string, SentenceParts> parts_;
    std::deque<std::string> order_; ///< keys of parts_, from the oldest text to the newest
    /// Texts that are in new_ or that take_new_sentences() has already returned.
    std::unordered_set<std::string> offered_;
    std::deque<std::string> new_;
};

Memory& memory() {
    static Memory known;
    return known;
}

std::atomic<void (*)(const std::string&, const SentenceParts&)> forward{nullptr};

/// Returns the text that replaces the placeholder `inside`, or std::nullopt if no argument has this name.
std::optional<std::string> replacement(const std::string& inside, const SentenceParts& parts) {
    const std::size_t colon = inside.find(':');
    const std::string name = inside.substr(0, colon);
    const auto argument = std::find_if(parts.arguments.begin(), parts.arguments.end(),
                                       [&](const auto& each) { return each.first == name; });
    if (argument == parts.arguments.end()) return std::nullopt;
    if (colon == std::string::npos) return argument->second;
    const std::size_t bar = inside.find('|', colon);
    if (bar == std::string::npos) return std::nullopt;
    return argument->second == "1" ? inside.substr(colon + 1, bar - colon - 1) : inside.substr(bar + 1);
}
} // namespace

std::string SentenceArgument::value() const {
    if (kind_ == Kind::text) return std::string(text_);
    return kind_ == Kind::integer ? std::to_string(static_cast<long long>(number_)) : std::to_string(number_);
}

std::string fill_in(const SentenceParts& parts) {
    const std::string& pattern = parts.pattern;
    std::string text;
    for (std::size_t at = 0; at < pattern.size();) {
        const std::size_t open = std::min(pattern.find('{', at), pattern.size());
        text.append(pattern, at, open - at);
        if (open == pattern.size()) break;
        const std::size_t close = pattern.find('}', open);
        std::optional<std::string> made;
        if (close != std::string::npos) made = replacement(pattern.substr(open + 1, close - open - 1), parts);
        text += made ? *made : "{";
        at = made ? close + 1 : open + 1;
    }
    return text;
}

std::string sentence(const char* pattern, std::initializer_list<SentenceArgument> arguments) {
    if (arguments.size() == 0) return pattern;
    SentenceParts parts{pattern, {}};
    for (const SentenceArgument& each : arguments) parts.arguments.emplace_back(each.name(), each.value());
    std::string text = fill_in(parts);
    if (auto* const to = forward.load()) to(text, parts);
    else memory().add(text, std::move(parts), true);
    return text;
}

void add_sentence(const std::string& text, const SentenceParts& parts) { memory().add(text, parts, true); }

void forward_sentences(void (*to)(const std::string& text, const SentenceParts& parts)) { forward = to; }

void remember_sentence(const std::string& text, SentenceParts parts) { memory().add(text, std::move(parts), false); }

std::optional<SentenceParts> parts_of_sentence(const std::string& text) { return memory().find(text); }

std::vector<std::pair<std::string, SentenceParts>> take_new_sentences() { return memory().take_new(); }

} // namespace warploom
