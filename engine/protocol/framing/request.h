#pragma once

#include "engine/protocol/serialization/fields.h"
#include "engine/sentence.h"

namespace warploom::protocol {

/// How sentences about a request begin and end. Code: "protocol.field".
inline const protocol::DocumentSource& request_source() {
    static const protocol::DocumentSource source{.code = "protocol.field",
                                                 .lead = {},
                                                 .hint =
                                                     sentence("docs/protocol.md lists the fields of every request."),
                                                 .is_request = true};
    return source;
}

/// The fields of a request, on top of the usual ones. Errors: "protocol.field" with the name of a field that is missing
/// or of another kind. Fields that T does not have are not looked at.
template <class T> T read_request(const Json& request, T usual = {}) {
    const protocol::Reader in(request, request_source());
    T::fields().read_from(in, usual);
    return usual;
}

} // namespace warploom::protocol
