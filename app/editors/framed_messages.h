#pragma once

#include "engine/protocol/framing/messages.h"

#include <optional>
#include <string>

// Message framing shared by the Debug Adapter Protocol and the Language Server Protocol: a header "Content-Length: N"
// and an empty line precede each message.

namespace warploom::app {

/// Returns a message with its header. Invalid UTF-8 is replaced.
std::string framed(const Json& message);

/// Reads messages from a file descriptor. Does not close the descriptor.
class MessageReader {
public:
    explicit MessageReader(int input) : input_(input) {}

    /// Returns the content of the next message, or an empty string if the message is larger than 16 MiB. Returns
    /// std::nullopt at the end of the input and after an invalid length, because no further message can be located.
    std::optional<std::string> next();
    /// Returns whether another message has arrived at least in part.
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
