#pragma once

#include "engine/experiment/result.h"

#include <string>
#include <vector>

namespace warploom::app {

/// A chart or profile of a result, rendered as SVG.
struct ReportPicture {
    std::string title;
    std::string svg; ///< SVG source of the picture; starts with "<svg"
    bool is_profile = false;
};

/// Returns an experiment's result as a self-contained HTML page without scripts. The page shows the claims, charts,
/// tables and environment. The result is embedded as a data block, so that the desktop application can open the page.
/// If there are no charts, a note says so.
std::string report_html(const experiment::Result& result, const std::vector<ReportPicture>& pictures);

} // namespace warploom::app
