#pragma once

#include "engine/protocol/messages.h"

#include <string>

namespace warploom::app {

// The documents of the same names, for people.
std::string trace_text(const protocol::Json& trace);
std::string cards_text(const protocol::Json& cards);

} // namespace warploom::app
