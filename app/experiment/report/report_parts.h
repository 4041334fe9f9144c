#pragma once

#include "engine/experiment/result.h"

#include <string>

// Parts of report_html.cpp.

namespace warploom::app {

/// The heading, and a table of each series: published, modeled and measured figures, and their ratios.
std::string report_tables(const experiment::Result& result);

/// Returns the claims with the verdict in each column.
std::string report_claims(const experiment::Result& result);

} // namespace warploom::app
