#pragma once

#include <string>

namespace warploom::app {

struct RequestLine {
    Json request; ///< JSON object of the request; contains an "id" unless the request is "quit"
    std::string name;
};

/// Parses a request line, which must not be blank. Sets `id` as soon as the ID of the request is known, so that errors
/// can refer to the request. Errors: "protocol.line" if the line is not a JSON object or exceeds a limit;
/// "protocol.field"; "protocol.version".
RequestLine read_request_line(const std::string& line, Json& id);

} // namespace warploom::app
