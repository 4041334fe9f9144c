#pragma once

#include "engine/error.h"
#include "engine/protocol/messages/check.h"

#include <string>

namespace warploom::app {

/// Splits an error message such as "mine.cu:3:10: ..." into the location and the message text. If the message does not
/// begin with the path or file name of `kernel`, the line and the column are 0.
protocol::CheckNote note_of(const Error& error, const std::string& kernel);

} // namespace warploom::app
