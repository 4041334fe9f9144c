#pragma once

#include <string>

namespace warploom::app {

/// Packages an HTML page as SCORM 1.2 (ADL, SCORM Content Aggregation Model 1.2, chapter 2.3). Returns a ZIP file that
/// contains imsmanifest.xml and index.html and defines a single activity. `id` consists of letters, digits and hyphens.
std::string scorm_package(const std::string& id, const std::string& title, const std::string& page);

} // namespace warploom::app
