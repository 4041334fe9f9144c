#pragma once

#include "engine/protocol/messages/check.h"

#include <QString>

#include <string>
#include <vector>

namespace warploom::ui {

/// Returns a summary of the kernel language as HTML, which fits on one screen. It lists the names of the parameters of
/// `run`, the header directives, the findings, and the differences from nvcc. `format` selects the parameter names to
/// list. Uses two columns if `wide` is true.
QString languageCard(const std::string& format, const std::vector<protocol::CheckName>& names, bool wide);

} // namespace warploom::ui
