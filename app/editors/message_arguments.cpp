#include "app/editors/message_arguments.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <limits>

namespace warploom::app {

const Json& MessageArguments::member(const char* name) const {
    static const Json nothing;
    if (!json.is_object()) return nothing;
    const auto found = json.find(name);
    return found == json.end() ? nothing : *found;
}

void MessageArguments::refuse(const char* name, const char* type) {
    throw Error("editor.argument", sentence("The argument `{name}` must be {type}.", {{"name", name}, {"type", type}}));
}

MessageArguments MessageArguments::object(const char* name) const {
    const Json& value = member(name);
    if (!value.is_null() && !value.is_object()) refuse(name, "an object");
    return {value};
}

std::string MessageArguments::text(const char* name, const std::string& otherwise) const {
    const Json& value = member(name);
    if (value.is_null()) return otherwise;
    if (!value.is_string()) refuse(name, "a string");
    return value.get<std::string>();
}

std::int64_t MessageArguments::whole(const char* name, std::int64_t otherwise) const {
    constexpr std::int64_t most = std::int64_t{1} << 53;
    const Json& value = member(name);
    if (value.is_null()) return otherwise;
    if (!value.is_number_integer()) refuse(name, "an integer");
    const bool is_large = value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(most);
    if (is_large || value.get<std::int64_t>() < -most) refuse(name, "an integer of at most 53 bits");
    return value.get<std::int64_t>();
}

int MessageArguments::number(const char* name, int otherwise) const {
    const std::int64_t value = whole(name, otherwise);
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
        refuse(name, "an integer of at most 32 bits");
    return static_cast<int>(value);
}

bool MessageArguments::flag(const char* name, bool otherwise) const {
    const Json& value = member(name);
    if (value.is_null()) return otherwise;
    if (!value.is_boolean()) refuse(name, "true or false");
    return value.get<bool>();
}

std::vector<MessageArguments> MessageArguments::list(const char* name) const {
    const Json& value = member(name);
    if (!value.is_null() && !value.is_array()) refuse(name, "a list");
    std::vector<MessageArguments> all;
    for (const Json& each : value) all.push_back({each});
    return all;
}

} // namespace warploom::app
