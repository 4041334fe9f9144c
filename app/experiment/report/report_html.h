#pragma once

#include "engine/experiment/result.h"

#include <string>
#include <vector>

namespace warploom::app {

/// A rendered chart or profile of a result.
struct ReportPicture {
    std::string title;
    std::string svg; ///< SVG source, which starts with "<svg"
    bool is_profile = false;
};

/// Returns the result as a self-contained page without scripts. The page shows the claims, charts, tables and
/// environment, and embeds the result as a data block, so that the window can open the page. A note replaces missing
/// charts.
std::string report_html(const experiment::Result& result, const std::vector<ReportPicture>& pictures);

} // namespace warploom::app
