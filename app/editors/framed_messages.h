#pragma once

#include "engine/protocol/framing/messages.h"

#include <optional>
#include <string>

// The framing that the Debug Adapter Protocol and the Language Server Protocol share: each message follows a header
// "Content-Length: N" and an empty line.

namespace warploom::app {

/// Returns a message with its header. Invalid UTF-8 is replaced.
std::string framed(const Json& message);

/// Reads messages from a file descriptor, which stays open.
class MessageReader {
public:
    explicit MessageReader(int input) : input_(input) {}

    /// Returns the content of the next message, or an empty text for one of more than 16 MiB. Nothing at the end of the
    /// input, and after a header that does not state a valid length, behind which nothing can be read.
    std::optional<std::string> next();
    /// Returns whether a part of another message has arrived.
    bool has_more() const;
    /// Throws if the input did not end between two messages. Errors: "editor.message".
    void require_whole_messages() const;

private:
    /// Notes that nothing more can be read because of a header.
    void refuse_header(const std::string& header);
    std::optional<std::string> header_line();
    bool fill();

    const int input_;
    std::string bytes_;
    std::string problem_, hint_;
};

} // namespace warploom::app
