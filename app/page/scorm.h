#pragma once

#include <string>

namespace warploom::app {

/// Returns a page as a SCORM 1.2 package (ADL, SCORM Content Aggregation Model 1.2, chapter 2.3): a ZIP file with
/// imsmanifest.xml and index.html that contains one activity. `id` consists of letters, digits and hyphens.
std::string scorm_package(const std::string& id, const std::string& title, const std::string& page);

} // namespace warploom::app
