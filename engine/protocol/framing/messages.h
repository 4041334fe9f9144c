#pragma once

#include "engine/error.h"
#include "engine/protocol/serialization/json.h"

#include <cstdint>
#include <string>

namespace warploom::protocol {

using protocol::number;
using protocol::to_line;

/// The protocol version. The client and the worker must have the same version (see docs/protocol.md).
constexpr int version = 1;

Json wide(std::int64_t value);      ///< encodes an integer of up to 64 bits as a string
Json hash_text(std::uint64_t hash); ///< encodes a hash as 16 hexadecimal digits

/// Returns an object with the fields `code`, `message` and `hint`. If a launch requires too much shared memory, the
/// object also has the field `shared_bytes`.
Json error_object(const Error&);

// These functions create events. `id` is the ID of the request, or null if the request could not be parsed.
Json progress_event(const Json& id, const std::string& stage, const std::string& detail);
Json progress_event(const Json& id, const std::string& stage, const std::string& detail, std::int64_t done,
                    std::int64_t total);
Json done_event(const Json& id, Json result);
Json error_event(const Json& id, const Error&);

} // namespace warploom::protocol
