#include "engine/protocol/request.h"

namespace warploom::protocol {

const wire::Source& request_source() {
    static const wire::Source source{.code = "protocol.field",
                                     .lead = {},
                                     .hint = "docs/protocol.md lists the fields of every request.",
                                     .is_request = true};
    return source;
}

} // namespace warploom::protocol
