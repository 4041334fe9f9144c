#include "engine/exercise/hand_in.h"

#include "engine/error.h"
#include "engine/experiment/digest.h"
#include "engine/sentence.h"
#include "engine/simt/language/diagnostic.h"
#include "engine/simt/language/tokens.h"

#include <algorithm>

namespace warploom::exercise {

namespace {

const std::string lead = "// hand-in: ", before_name = " by ", before_seal = ", seal ";
constexpr std::size_t seal_digits = 32, longest_author = 200;

/// Returns whether this author name can appear in a submission header.
bool is_author(const std::string& name) {
    const bool has_control = std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 32 || c == 127; });
    if (name.empty() || name.size() > longest_author || has_control) return false;
    return name.find(before_seal) == std::string::npos;
}

/// Returns the source code of a submission without its header. Source code without a header is returned unchanged.
std::string below_line(const std::string& text) {
    if (text.compare(0, lead.size(), lead) != 0) return text;
    const std::size_t end = text.find('\n');
    return end == std::string::npos ? std::string() : text.substr(end + 1);
}

/// Removes carriage returns, because line endings may change when a file is transferred to another operating system.
std::string with_plain_ends(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
    return text;
}

std::string seal_of(const std::string& text, const std::string& exercise, const std::string& name) {
    return experiment::sha256("warploom hand-in\n" + exercise + "\n" + name + "\n" + text).substr(0, seal_digits);
}

/// Removes all whitespace from source code that cannot be split into tokens.
std::string without_blanks(const std::string& text) {
    std::string all;
    for (const char c : text)
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') all += c;
    return all;
}

} // namespace

std::string seal_text(const std::string& text, const std::string& exercise, const std::string& name) {
    if (!is_author(name))
        throw Error("hand-in.name",
                    sentence("A submission requires the name of its author on a single line of at most 200 bytes."),
                    sentence("For example, use --name \"Ada Lovelace\"."));
    const std::string below = below_line(with_plain_ends(text));
    return lead + exercise + before_name + name + before_seal + seal_of(below, exercise, name) + "\n" + below;
}

HandIn read_hand_in(const std::string& as_it_came) {
    const std::string text = with_plain_ends(as_it_came);
    HandIn found;
    if (text.compare(0, lead.size(), lead) != 0) return found;
    const std::string line = text.substr(0, text.find('\n'));
    const std::size_t by = line.find(before_name), seal = line.rfind(before_seal);
    found.is_sealed = found.is_altered = true;
    if (by == std::string::npos || seal == std::string::npos || seal < by) return found;
    found.exercise = line.substr(lead.size(), by - lead.size());
    found.name = line.substr(by + before_name.size(), seal - by - before_name.size());
    if (!is_author(found.name)) { // Warploom never writes such a header
        found.name.clear();
        return found;
    }
    found.is_altered = line.substr(seal + before_seal.size()) != seal_of(below_line(text), found.exercise, found.name);
    return found;
}

bool asks_for_judge(const std::string& text) {
    simt::CompileBudget effort(nullptr);
    try {
        for (const simt::Token& token : simt::tokens_of(text, effort).tokens)
            if (token.is_name("__WARPLOOM__")) return true;
    } catch (const simt::Refusal&) {
        return false; // source code that cannot be split into tokens cannot be compiled either
    }
    return false;
}

std::string fingerprint(const std::string& text) {
    std::string all;
    simt::CompileBudget effort(nullptr);
    try {
        for (const simt::Token& token : simt::tokens_of(text, effort).tokens) all += token.text + "\n";
    } catch (const simt::Refusal&) { all = without_blanks(below_line(text)); }
    return experiment::sha256(all).substr(0, seal_digits);
}

} // namespace warploom::exercise
