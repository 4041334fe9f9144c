#include "app/dap/dap_server.h"

#include "engine/sentence.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <optional>

namespace warploom::app {

namespace {

constexpr std::size_t most_bytes = std::size_t{16} << 20; ///< of a message

/// Reads messages from a file descriptor.
class DapReader {
public:
    explicit DapReader(int input) : input_(input) {}

    /// Returns the content of the next message. Empty at the end of the input, and after a header that does not state a
    /// valid length, behind which nothing can be read.
    std::optional<std::string> next() {
        std::size_t length = 0;
        for (;;) {
            const auto line = header_line();
            if (!line) return std::nullopt;
            if (line->empty()) {
                if (length == 0) continue;
                break;
            }
            constexpr const char* name = "Content-Length:";
            if (line->rfind(name, 0) == 0)
                length = std::strtoull(line->c_str() + std::string(name).size(), nullptr, 10);
            if (length > most_bytes) return std::nullopt;
        }
        while (bytes_.size() < length)
            if (!fill()) return std::nullopt;
        std::string content = bytes_.substr(0, length);
        bytes_.erase(0, length);
        return content;
    }

private:
    std::optional<std::string> header_line() {
        for (;;) {
            const std::size_t end = bytes_.find('\n');
            if (end != std::string::npos) {
                std::string line = bytes_.substr(0, end);
                bytes_.erase(0, end + 1);
                if (!line.empty() && line.back() == '\r') line.pop_back();
                return line;
            }
            if (bytes_.size() > most_bytes || !fill()) return std::nullopt;
        }
    }
    bool fill() {
        std::array<char, 4096> part{};
        ssize_t count = 0;
        do count = read(input_, part.data(), part.size());
        while (count < 0 && errno == EINTR);
        if (count <= 0) return false;
        bytes_.append(part.data(), static_cast<std::size_t>(count));
        return true;
    }

    const int input_;
    std::string bytes_;
};

} // namespace

int serve_dap(int input, const std::function<bool(const std::string& text)>& write) {
    bool is_connected = true;
    DapServer server([&](const Json& message) {
        const std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
        is_connected = write("Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text) && is_connected;
    });
    DapReader reader(input);
    while (const auto content = reader.next()) {
        const Json message = Json::parse(*content, nullptr, false);
        // Something that is not JSON gets the same answer as a message that is not a request.
        if (!server.handle(message.is_discarded() ? Json::object() : message) || !is_connected) break;
    }
    return 0;
}

} // namespace warploom::app
