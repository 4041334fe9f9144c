#pragma once

#include "engine/experiment/result.h"

#include <string>

// Internal to report_html.cpp.

namespace warploom::app {

/// Returns a heading and a table for each series: published, modeled and measured values, and their ratios.
std::string report_tables(const experiment::Result& result);

/// Returns the claims, each with a verdict for every column.
std::string report_claims(const experiment::Result& result);

} // namespace warploom::app
