#include "engine/exercise/made_text.h"

#include "engine/did_you_mean.h"
#include "engine/embedded_files.h"
#include "engine/error.h"
#include "engine/items.h"
#include "engine/sentence.h"
#include "engine/simt/language/headers.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <vector>

namespace warploom::exercise {

namespace {

using Lines = std::vector<std::string>;

/// Consecutive lines to replace, and the lines that replace them.
struct Change {
    Lines without, instead;
};

Lines lines_of(const std::string& text) {
    Lines lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::string trimmed(const std::string& line) {
    const std::size_t begin = line.find_first_not_of(" \r"), end = line.find_last_not_of(" \r");
    return begin == std::string::npos ? std::string() : line.substr(begin, end - begin + 1);
}

/// Returns the value if the line is a header directive of the form "// name: value", and std::nullopt otherwise.
std::optional<std::string> noted(const std::string& line, const char* name) {
    const std::string begin = std::string("// ") + name + ": ";
    return line.rfind(begin, 0) == 0 ? std::optional(line.substr(begin.size())) : std::nullopt;
}

std::string text_of(const std::string& file, const std::string& where, const std::string& starter) {
    if (file == "starter" && !starter.empty()) return starter;
    if (const EmbeddedFile* const found = find_embedded_file(shipped_texts(), file))
        return simt::expand_kernel_headers(found->text);
    const auto known =
        transform_to_vector(shipped_texts(), [](const EmbeddedFile& each) { return std::string(each.name); });
    throw Error("exercise.format",
                sentence("{file}: there is no built-in kernel {kernel}.", {{"file", where}, {"kernel", file}}),
                did_you_mean(file, known));
}

/// Reduces the comment at the top of a kernel to the header directives that the kernel requires, followed by an empty
/// line. The description is removed, because it does not apply to the derived source.
void leave_out_words(Lines& lines) {
    const auto is_code = [](const std::string& line) { return !line.empty() && line.rfind("//", 0) != 0; };
    const auto is_word = [](const std::string& line) {
        for (const char* const needed : {"format", "problem", "plan", "scratch", "early", "carve-out"})
            if (noted(line, needed)) return false;
        return true;
    };
    const auto code = std::find_if(lines.begin(), lines.end(), is_code);
    const auto needed = std::remove_if(lines.begin(), code, is_word);
    lines.insert(lines.erase(needed, code), std::string());
}

void apply(const Change& change, Lines& lines, const std::string& where) {
    const auto is_same = [](const std::string& a, const std::string& b) { return trimmed(a) == trimmed(b); };
    const auto find = [&](Lines::iterator from) {
        return std::search(from, lines.end(), change.without.begin(), change.without.end(), is_same);
    };
    const auto at = find(lines.begin());
    if (at == lines.end() || find(at + 1) != lines.end())
        throw Error("exercise.format",
                    sentence("{file}: the line \"{line}\" must occur exactly once.",
                             {{"file", where}, {"line", change.without.front()}}),
                    sentence("Specify whole lines, and add adjacent lines until the match is unique."));
    const std::string depth = at->substr(0, std::min(at->find_first_not_of(' '), at->size()));
    const auto place = lines.erase(at, at + static_cast<std::ptrdiff_t>(change.without.size()));
    Lines instead;
    for (const std::string& line : change.instead) instead.push_back(depth + line);
    lines.insert(place, instead.begin(), instead.end());
}

} // namespace

std::string made_text(const std::string& text, const std::string& where, const std::string& starter) {
    std::string file, own;
    std::vector<Change> changes;
    for (const std::string& line : lines_of(text)) {
        if (const auto name = noted(line, "from")) {
            file = trimmed(*name);
        } else if (const auto without = noted(line, "without")) {
            if (changes.empty() || !changes.back().instead.empty()) changes.emplace_back();
            changes.back().without.push_back(*without);
        } else if (const auto instead = noted(line, "instead")) {
            if (changes.empty())
                throw Error("exercise.format",
                            sentence("{file}: \"instead\" comes before \"without\".", {{"file", where}}),
                            sentence("First specify the lines to replace."));
            changes.back().instead.push_back(*instead);
        } else {
            own += line + "\n";
        }
    }
    if (file.empty()) return text;
    Lines lines = lines_of(text_of(file, where, starter));
    leave_out_words(lines);
    for (const Change& change : changes) apply(change, lines, where);
    for (const std::string& line : lines) own += line + "\n";
    return own;
}

} // namespace warploom::exercise
