#pragma once

#include "engine/experiment/result.h"

#include <string>
#include <vector>

namespace warploom::app {

/// A chart or a profile of a result, made by a program that can draw.
struct ReportPicture {
    std::string title;
    std::string svg; ///< begins with "<svg"
    bool is_profile = false;
};

/// The result as one page that needs no other file, no network and no script: claims, pictures, tables, what it was run
/// with, and the result itself as a block of data, so that the window opens the page again. Without pictures it says
/// that there are none.
std::string report_html(const experiment::Result& result, const std::vector<ReportPicture>& pictures);

} // namespace warploom::app
