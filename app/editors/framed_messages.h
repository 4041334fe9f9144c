#pragma once

#include "engine/protocol/framing/messages.h"

#include <optional>
#include <string>

// Message framing shared by the Debug Adapter Protocol and the Language Server Protocol: a header "Content-Length: N"
// and an empty line precede each message.

namespace warploom::app {

/// Returns a message with its header. Replaces invalid UTF-8.
std::string framed(const Json& message);

/// Reads messages from a file descriptor, which remains open.
class MessageReader {
public:
    explicit MessageReader(int input) : input_(input) {}

    /// Returns the content of the next message, or an empty string if the message is larger than 16 MiB. Returns
    /// std::nullopt at the end of the input. Also returns std::nullopt after an invalid length, because the start of
    /// the next message is then unknown.
    std::optional<std::string> next();
    /// Returns whether at least a part of another message has arrived.
    bool has_more() const;
    /// Throws if the input ended in the middle of a message. Errors: "editor.message".
    void require_whole_messages() const;

private:
    /// Records that no more messages can be read, because a header is invalid.
    void refuse_header(const std::string& header);
    std::optional<std::string> header_line();
    bool fill();

    const int input_;
    std::string bytes_;
    std::string problem_, hint_;
};

} // namespace warploom::app
