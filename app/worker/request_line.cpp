#include "app/worker/request_line.h"

#include "engine/error.h"
#include "engine/protocol/framing/request.h"
#include "engine/sentence.h"

namespace warploom::app {

namespace {

constexpr std::size_t longest_id = 200;

protocol::DocumentSource line_source() {
    return {"protocol.line",
            sentence("A line is not a valid request"),
            sentence("Each line must be a request such as {example}.",
                     {{"example", "{\"id\":\"1\",\"request\":\"ping\"}"}}),
            "",
            {.values = 3'000'000}};
}

Json id_of(const Json& request) {
    if (request["id"].get_ref<const std::string&>().size() <= longest_id) return request["id"];
    throw Error("protocol.field", sentence("The field 'id' must be a string of at most 200 bytes."),
                sentence("A number is sufficient."));
}

void require_version(const protocol::Reader& field) {
    const std::int64_t theirs = field.is_nothing() ? protocol::version : field.whole();
    if (theirs == protocol::version) return;
    throw Error("protocol.version",
                sentence("The client uses protocol {client}, but this worker uses protocol {worker}.",
                         {{"client", theirs}, {"worker", protocol::version}}),
                sentence("Use the same version of Warploom for both."));
}

} // namespace

RequestLine read_request_line(const std::string& line, Json& id) {
    RequestLine read{protocol::parse(line, line_source()), {}};
    if (!read.request.is_object()) protocol::refuse(line_source(), 0, sentence("The line is not a JSON object."));
    if (read.request.contains("id") && read.request["id"].is_string()) id = id_of(read.request);
    const protocol::Reader in(read.request, protocol::request_source());
    read.name = in.member("request").text();
    if (read.name == "quit") return read;
    if (id.is_null()) static_cast<void>(in.member("id").text());
    require_version(in.member("protocol"));
    return read;
}

} // namespace warploom::app
