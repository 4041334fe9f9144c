#pragma once

#include "app/exercise/leaderboard.h"

#include <string>

namespace warploom::app {

/// Returns a leaderboard as a self-contained HTML page without scripts, which makes no network requests.
std::string leaderboard_html(const Leaderboard& leaderboard);

} // namespace warploom::app
