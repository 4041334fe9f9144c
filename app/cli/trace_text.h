#pragma once

#include "engine/simulated/card.h"
#include "engine/wire/trace.h"

#include <string>
#include <vector>

namespace warploom::app {

// For people.
std::string trace_text(const wire::Trace& trace);
std::string cards_text(const std::vector<simulated::Card>& cards);

} // namespace warploom::app
