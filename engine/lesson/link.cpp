// Converts a window state to a `warploom:` link and back.

#include "engine/embedded_file.h"
#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/lesson/lesson.h"
#include "engine/network/network_source.h"
#include "engine/protocol/serialization/json.h"
#include "engine/sentence.h"

#include <algorithm>
#include <string_view>

namespace warploom::lesson {

namespace {

const std::string head = std::string(link_scheme) + "state?";

[[noreturn]] void refuse(const std::string& problem, const std::string& hint = {}) {
    throw Error("link.format", sentence("The link cannot be opened. {problem}", {{"problem", problem}}),
                hint.empty() ? sentence("Copy the entire link again.") : hint);
}

/// Percent-encodes all characters except letters, digits and a few others, as in a URL.
std::string encoded(const std::string& text) {
    static const char* const digits = "0123456789ABCDEF";
    std::string out;
    for (const char each : text) {
        const auto byte = static_cast<unsigned char>(each);
        const bool is_plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                              (byte >= 'a' && byte <= 'z') ||
                              std::string_view("-_.~").find(each) != std::string_view::npos;
        if (is_plain) out += each;
        else out += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
    return out;
}

std::string decoded(const std::string& text) {
    const auto digit = [](char each) {
        return each >= '0' && each <= '9'   ? each - '0'
               : each >= 'a' && each <= 'f' ? each - 'a' + 10
               : each >= 'A' && each <= 'F' ? each - 'A' + 10
                                            : -1;
    };
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? digit(text[i + 1]) : -1,
                  low = i + 2 < text.size() ? digit(text[i + 2]) : -1;
        if (high < 0 || low < 0)
            refuse(sentence("\"{code}\" is not a valid percent-encoded character.",
                            {{"code", protocol::shortened(text.substr(i, 3), 3)}}));
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    // Reject control characters. A line feed in a value would start a new key.
    if (std::any_of(out.begin(), out.end(),
                    [](char each) { return static_cast<unsigned char>(each) < 0x20 || each == 0x7f; }))
        refuse(sentence("It contains control characters."));
    return out;
}

/// Throws if a value in a link could be a path. A link must not make the program read files of the person who opens it.
void require_no_file(const std::string& key, const std::string& value) {
    if (!may_name_file(value)) return;
    refuse(sentence("\"{key}\" refers to a file ({file}).",
                    {{"key", protocol::shortened(key, 40)}, {"file", protocol::shortened(value, 60)}}),
           sentence("Links can contain only generators and samples. Ask the sender for the file and for the state "
                    "saved as a file."));
}

void require_known_matrix(const std::string& name) {
    require_no_file("matrix", name);
    const std::string stem = name.substr(0, name.find(':'));
    if (names_generator(name) || find_embedded_file(built_in_networks(), stem) != nullptr) return;
    refuse(sentence("There is no generator named \"{generator}\".", {{"generator", protocol::shortened(name, 60)}}),
           sentence("Links can contain only generators and samples, such as laplace2d:n=8."));
}

/// Checks the value of a setting in a link. The value is parsed as JSON first, because whitespace and escapes could
/// hide a path.
void require_harmless(const std::string& name, const std::string& json) {
    if (says_where_it_runs(name))
        refuse(sentence("\"{name}\" selects a machine.", {{"name", name}}),
               sentence("Links cannot select the machine on which kernels run."));
    const Json value = Json::parse(json, nullptr, false);
    const std::string matrix = "matrix:"; // prefix of a value that names the second matrix on the Formats page
    if (value.is_string() && value.get<std::string>().starts_with(matrix))
        require_known_matrix(value.get<std::string>().substr(matrix.size()));
}

} // namespace

bool may_name_file(const std::string& value) {
    return value.find('/') != std::string::npos || value.find('\\') != std::string::npos ||
           value.find("..") != std::string::npos || value.find(".cu") != std::string::npos;
}

bool is_link(const std::string& text) { return text.rfind(link_scheme, 0) == 0; }

std::string link_of(const State& state) {
    std::string link = head;
    const auto add = [&link](const std::string& key, const std::string& value) {
        if (value.empty()) return;
        if (link.back() != '?') link += '&';
        link += key + "=" + encoded(value);
    };
    add("page", state.page);
    add("matrix", state.matrix);
    add("card", state.card);
    for (const auto& [key, place] : {std::pair{"launch", state.launch}, std::pair{"block_index", state.block_index},
                                     std::pair{"warp", state.warp}, std::pair{"step", state.step}})
        if (place >= 0) add(key, std::to_string(place));
    if (state.nonzero)
        add("nonzero", std::to_string(state.nonzero->first) + ", " + std::to_string(state.nonzero->second));
    for (const auto& [name, value] : state.choices) add("set", name + " = " + value);
    if (link.size() > longest_link)
        throw Error("link.too-long", sentence("The state is too large for a link."),
                    sentence("Save it to a file with File > Save state."));
    lesson_from_link(link); // validate the link now, while its author can still fix the state
    return link;
}

Lesson lesson_from_link(const std::string& link) {
    if (link.size() > longest_link)
        refuse(sentence("It has {count} characters, but the limit is {most}.",
                        {{"count", link.size()}, {"most", longest_link}}));
    if (link.rfind(head, 0) != 0) refuse(sentence("It does not start with {head}.", {{"head", head}}));
    std::string text = "# A saved state\nid: link\n\n## What the link shows\n";
    std::size_t at = head.size();
    while (at < link.size()) {
        const std::size_t end = std::min(link.find('&', at), link.size());
        const std::string part = link.substr(at, end - at);
        at = end + 1;
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos)
            refuse(sentence("Expected key=value, found \"{part}\".", {{"part", protocol::shortened(part, 40)}}));
        const std::string key = decoded(part.substr(0, equals)), value = decoded(part.substr(equals + 1));
        static const char* const known[] = {"page",        "matrix", "card",    "launch", "step",
                                            "block_index", "warp",   "nonzero", "set"};
        if (std::none_of(std::begin(known), std::end(known), [&key](const char* each) { return key == each; }))
            refuse(sentence("The key \"{key}\" is unknown.", {{"key", protocol::shortened(key, 40)}}));
        if (key == "matrix") require_known_matrix(value);
        else if (key == "set")
            require_no_file(value.substr(0, value.find('=')), value.substr(std::min(value.find('='), value.size())));
        else require_no_file(key, value);
        text += key + ": " + value + "\n";
    }
    try {
        Lesson lesson = lesson_from_text(text + "\nThis link opened a saved state. To restore the previous state, "
                                                "close the lesson with the button below.\n",
                                         sentence("of the link"));
        for (const auto& [name, json] : lesson.steps.front().state.choices) require_harmless(name, json);
        return lesson;
    } catch (const Error& error) { throw Error("link.format", error.what(), error.hint()); }
}

} // namespace warploom::lesson
