#pragma once

#include <string>

namespace warploom::app {

/// What a line of the wire asks.
struct RequestLine {
    Json request;     ///< an object; with an "id" unless its name is "quit"
    std::string name; ///< its "request"
};

/// Reads a line that is not blank. `id` becomes that of the request as soon as it is known, so that a refusal can say
/// whose it is. Errors: "protocol.line" for a text that is no JSON object or above a limit, "protocol.field",
/// "protocol.version".
RequestLine read_request_line(const std::string& line, Json& id);

} // namespace warploom::app
