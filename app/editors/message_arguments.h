#pragma once

#include "engine/protocol/framing/messages.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

/// The arguments of an editor's request. Reading an argument of the wrong type throws Error("editor.argument"), which
/// names it.
struct MessageArguments {
    const Json& json;

    /// Returns a member; null if there is none.
    const Json& member(const char* name) const;
    /// Returns the arguments in a member, which must be an object or missing.
    MessageArguments object(const char* name) const;
    std::string text(const char* name, const std::string& otherwise = {}) const;
    /// Returns an integer of at most 2^53 in magnitude, which all JSON libraries represent exactly.
    std::int64_t whole(const char* name, std::int64_t otherwise = 0) const;
    /// Returns an integer that an int can represent.
    int number(const char* name, int otherwise = 0) const;
    bool flag(const char* name, bool otherwise) const;
    /// Returns the elements of a list; empty if it is missing.
    std::vector<MessageArguments> list(const char* name) const;
    /// Throws the error that the argument must be `type`, as in "an integer".
    [[noreturn]] static void refuse(const char* name, const char* type);
};

} // namespace warploom::app
