#pragma once

#include "engine/protocol/messages/check.h"

#include <QString>

#include <string>
#include <vector>

namespace warploom::ui {

/// Returns a one-screen summary of the language as HTML: `run` and the names of its parameters, the header directives,
/// the findings, and the differences from nvcc. `format` selects the names to list. Uses two columns if `wide`.
QString languageCard(const std::string& format, const std::vector<protocol::CheckName>& names, bool wide);

} // namespace warploom::ui
