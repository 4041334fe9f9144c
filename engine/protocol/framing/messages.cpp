#include "engine/protocol/framing/messages.h"

#include "engine/simulated/card_limits.h"

#include <cstdio>

namespace warploom::protocol {

Json wide(std::int64_t value) { return std::to_string(value); }

Json hash_text(std::uint64_t hash) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

Json error_object(const Error& error) {
    // Maximum length of an error message in bytes. An invalid request can cause an error message of several megabytes,
    // which would not fit in one line of the protocol.
    constexpr std::size_t most = 16'000;
    Json made{{"code", error.code()},
              {"message", protocol::shortened(error.what(), most)},
              {"hint", protocol::shortened(error.hint(), most)}};
    if (const auto* shared = dynamic_cast<const simulated::TooMuchShared*>(&error))
        made["shared_bytes"] = wide(shared->bytes());
    return made;
}

Json progress_event(const Json& id, const std::string& stage, const std::string& detail) {
    return {{"id", id}, {"event", "progress"}, {"stage", stage}, {"detail", detail}};
}

Json progress_event(const Json& id, const std::string& stage, const std::string& detail, std::int64_t done,
                    std::int64_t total) {
    Json event = progress_event(id, stage, detail);
    event["done"] = wide(done);
    event["total"] = wide(total);
    return event;
}

Json done_event(const Json& id, Json result) { return {{"id", id}, {"event", "done"}, {"result", std::move(result)}}; }

Json error_event(const Json& id, const Error& error) {
    return {{"id", id}, {"event", "error"}, {"error", error_object(error)}};
}

} // namespace warploom::protocol
