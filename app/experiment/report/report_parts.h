#pragma once

#include "engine/experiment/result.h"

#include <string>

// Parts of the HTML report; used only by report_html.cpp.

namespace warploom::app {

/// Returns an HTML heading and table for each series, with published, modeled and measured values and their ratios.
std::string report_tables(const experiment::Result& result);

/// Returns the paper's claims as HTML, with a verdict for each column (published, modeled, measured).
std::string report_claims(const experiment::Result& result);

} // namespace warploom::app
