#include "engine/protocol/messages.h"

#include <cstdio>

namespace warploom::protocol {

namespace {

[[noreturn]] void refuse(const char* name, const std::string& expected) {
    throw Error("protocol.field", "The field '" + std::string(name) + "' must be " + expected + ".",
                "docs/protocol.md lists the fields of every request.");
}

const Json* find(const Json& request, const char* name) {
    const auto at = request.find(name);
    return at == request.end() || at->is_null() ? nullptr : &*at;
}

} // namespace

Json wide(std::int64_t value) { return std::to_string(value); }

Json hash_text(std::uint64_t hash) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

Json error_object(const Error& error) {
    // A request may have made a sentence of megabytes, and this must always fit into a line.
    constexpr std::size_t most = 16'000;
    return {{"code", error.code()},
            {"message", wire::shortened(error.what(), most)},
            {"hint", wire::shortened(error.hint(), most)}};
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

std::string text_field(const Json& request, const char* name) {
    const Json* field = find(request, name);
    if (field == nullptr || !field->is_string()) refuse(name, "a text");
    return field->get<std::string>();
}

std::string text_field(const Json& request, const char* name, const std::string& fallback) {
    return find(request, name) == nullptr ? fallback : text_field(request, name);
}

bool flag_field(const Json& request, const char* name, bool fallback) {
    const Json* field = find(request, name);
    if (field == nullptr) return fallback;
    if (!field->is_boolean()) refuse(name, "true or false");
    return field->get<bool>();
}

std::int64_t integer_field(const Json& request, const char* name, std::int64_t fallback) {
    const Json* field = find(request, name);
    if (field == nullptr) return fallback;
    if (!field->is_number_integer()) refuse(name, "a whole number");
    return field->get<std::int64_t>();
}

std::vector<std::string> text_list_field(const Json& request, const char* name) {
    std::vector<std::string> list;
    const Json* field = find(request, name);
    if (field == nullptr) return list;
    if (!field->is_array()) refuse(name, "a list of texts");
    for (const Json& item : *field) {
        if (!item.is_string()) refuse(name, "a list of texts");
        list.push_back(item.get<std::string>());
    }
    return list;
}

std::vector<std::int64_t> integer_list_field(const Json& request, const char* name) {
    std::vector<std::int64_t> list;
    const Json* field = find(request, name);
    if (field == nullptr) return list;
    if (!field->is_array()) refuse(name, "a list of whole numbers");
    for (const Json& item : *field) {
        if (!item.is_number_integer()) refuse(name, "a list of whole numbers");
        list.push_back(item.get<std::int64_t>());
    }
    return list;
}

} // namespace warploom::protocol
