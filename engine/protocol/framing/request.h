#pragma once

#include "engine/protocol/serialization/fields.h"
#include "engine/sentence.h"

#include <concepts>

namespace warploom::protocol {

/// Returns the document source for errors in a request. Its error code is "protocol.field".
inline const protocol::DocumentSource& request_source() {
    static const protocol::DocumentSource source{.code = "protocol.field",
                                                 .lead = {},
                                                 .hint =
                                                     sentence("docs/protocol.md lists the fields of every request."),
                                                 .is_request = true};
    return source;
}

/// Satisfied by structs that represent a request. Each of them has a member `name`, which contains the value of the
/// field "request".
template <class R>
concept Request = HasFields<R> && requires {
    { R::name } -> std::convertible_to<std::string>;
};
/// Converts a request to JSON, without an ID.
template <Request R> Json request_json(const R& request) {
    Json json = write(request);
    json["request"] = R::name;
    return json;
}

/// Reads the fields of a request. Missing fields keep their values from `usual`, and unknown fields are ignored.
/// Errors: "protocol.field" with the name of the missing or malformed field.
template <class T> T read_request(const Json& request, T usual = {}) {
    const protocol::Reader in(request, request_source());
    T::fields().read_from(in, usual);
    return usual;
}

} // namespace warploom::protocol
