#pragma once

#include "engine/protocol/messages/check.h"

#include <QString>

#include <string>
#include <vector>

namespace warploom::ui {

/// The language of the page Write on one screen, as HTML: `run` and the names that are bound, the lines at the head,
/// the findings, and what differs from nvcc. `format`: the one whose names are listed. In two columns where the screen
/// is `wide`.
QString languageCard(const std::string& format, const std::vector<protocol::CheckName>& names, bool wide);

} // namespace warploom::ui
