#pragma once

#include "engine/protocol/serialization/fields.h"
#include "engine/sentence.h"

namespace warploom::protocol {

/// Returns the source description for errors in a request. Its error code is "protocol.field".
inline const protocol::DocumentSource& request_source() {
    static const protocol::DocumentSource source{.code = "protocol.field",
                                                 .lead = {},
                                                 .hint =
                                                     sentence("docs/protocol.md lists the fields of every request."),
                                                 .is_request = true};
    return source;
}

/// Reads the fields of a request. Missing fields keep their values from `usual`. Unknown fields are ignored. Errors:
/// "protocol.field" with the name of the field if a required field is missing or a field has the wrong type.
template <class T> T read_request(const Json& request, T usual = {}) {
    const protocol::Reader in(request, request_source());
    T::fields().read_from(in, usual);
    return usual;
}

} // namespace warploom::protocol
