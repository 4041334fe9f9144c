#pragma once

#include "engine/protocol/framing/messages.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

/// Arguments of a request from an editor. Throws "editor.argument", with the name of the argument, if an argument has
/// the wrong type.
struct MessageArguments {
    const Json& json;

    /// Returns a member of the arguments, or null if it is missing.
    const Json& member(const char* name) const;
    /// Returns the arguments that are members of a nested object. The object may be missing.
    MessageArguments object(const char* name) const;
    std::string text(const char* name, const std::string& otherwise = {}) const;
    /// Returns an integer argument, or `otherwise` if it is missing. The magnitude is at most 2^53, so that all JSON
    /// libraries represent it exactly.
    std::int64_t whole(const char* name, std::int64_t otherwise = 0) const;
    /// Returns an integer argument that fits in an int, or `otherwise` if it is missing.
    int number(const char* name, int otherwise = 0) const;
    bool flag(const char* name, bool otherwise) const;
    /// Returns the elements of a list argument; empty if the argument is missing.
    std::vector<MessageArguments> list(const char* name) const;
    /// Throws an error with the message that the argument must be `type`, such as "an integer".
    [[noreturn]] static void refuse(const char* name, const char* type);
};

} // namespace warploom::app
