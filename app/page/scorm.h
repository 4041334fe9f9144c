#pragma once

#include <string>

namespace warploom::app {

/// A page as a package of SCORM 1.2 (ADL, SCORM Content Aggregation Model 1.2, chapter 2.3): a zip of imsmanifest.xml
/// and index.html with one activity. `id`: letters, digits and -.
std::string scorm_package(const std::string& id, const std::string& title, const std::string& page);

} // namespace warploom::app
