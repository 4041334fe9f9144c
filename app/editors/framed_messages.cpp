#include "app/editors/framed_messages.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string_view>

namespace warploom::app {

namespace {

constexpr std::size_t most_bytes = std::size_t{16} << 20; ///< maximum size of a message in bytes

constexpr char lowered(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; }

/// Returns the length that a `Content-Length` header line specifies. Returns 0 for other headers, and std::nullopt for
/// an invalid length.
std::optional<std::size_t> stated_length(std::string_view line) {
    constexpr std::string_view name = "content-length:";
    if (line.size() < name.size()) return 0;
    for (std::size_t n = 0; n < name.size(); ++n)
        if (lowered(line[n]) != name[n]) return 0;
    line.remove_prefix(name.size());
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
    std::size_t length = 0;
    const auto [end, failure] = std::from_chars(line.data(), line.data() + line.size(), length);
    if (failure != std::errc() || end != line.data() + line.size()) return std::nullopt;
    return length;
}

} // namespace

std::string framed(const Json& message) {
    const std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
    return "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
}

void MessageReader::refuse_header(const std::string& header) {
    constexpr std::size_t most_shown = 60;
    const std::string shown = header.size() > most_shown ? header.substr(0, most_shown) + "..." : header;
    problem_ = sentence("The editor sent `{header}`, which is not the header of a message.", {{"header", shown}});
    hint_ = sentence("A message follows a header `Content-Length: N` and an empty line. Start the server again.");
}

void MessageReader::require_whole_messages() const {
    if (!problem_.empty()) throw Error("editor.message", problem_, hint_);
}

std::optional<std::string> MessageReader::next() {
    std::size_t length = 0;
    // This error is reported if the input ends before the message is complete.
    problem_ = sentence("The editor ended in the middle of a message.");
    hint_ = sentence("All messages before it have been answered. Start the editor again.");
    for (;;) {
        const auto line = header_line();
        if (!line) {
            if (bytes_.empty() && length == 0) problem_.clear();
            return std::nullopt;
        }
        if (line->empty()) {
            if (length == 0) continue;
            break;
        }
        const auto stated = stated_length(*line);
        if (!stated) {
            refuse_header(*line);
            return std::nullopt;
        }
        if (*stated > 0) length = *stated;
    }
    if (length > most_bytes) { // skip the body of the oversized message
        while (bytes_.size() < length) {
            length -= bytes_.size();
            bytes_.clear();
            if (!fill()) return std::nullopt;
        }
        bytes_.erase(0, length);
        problem_.clear();
        return std::string();
    }
    while (bytes_.size() < length)
        if (!fill()) return std::nullopt;
    std::string content = bytes_.substr(0, length);
    bytes_.erase(0, length);
    problem_.clear();
    return content;
}

bool MessageReader::has_more() const {
    pollfd waiting{input_, POLLIN, 0};
    return !bytes_.empty() || poll(&waiting, 1, 0) > 0;
}

std::optional<std::string> MessageReader::header_line() {
    constexpr std::size_t longest_line = 4096;
    for (;;) {
        const std::size_t end = bytes_.find('\n');
        if (end != std::string::npos) {
            std::string line = bytes_.substr(0, end);
            bytes_.erase(0, end + 1);
            if (!line.empty() && line.back() == '\r') line.pop_back();
            return line;
        }
        if (bytes_.size() > longest_line) {
            refuse_header(bytes_);
            return std::nullopt;
        }
        if (!fill()) return std::nullopt;
    }
}

bool MessageReader::fill() {
    std::array<char, 65536> part{};
    ssize_t count = 0;
    do count = read(input_, part.data(), part.size());
    while (count < 0 && errno == EINTR);
    if (count <= 0) return false;
    bytes_.append(part.data(), static_cast<std::size_t>(count));
    return true;
}

} // namespace warploom::app
