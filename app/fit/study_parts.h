#pragma once

#include "app/fit/study.h"

#include <string>

// What the studies are put together with.

namespace warploom::app {

/// A number above 0. Error("file.malformed").
double positive_number(const std::string& text, const CsvTable& table);
/// The number of the case in the study; it is added where it is new.
std::size_t case_number(Study& study, const FitCase& wanted);
/// Two cells of a paper; which is less is read from the print.
void compare(Study& study, const std::string& family, const std::string& what, const FitCell& left,
             const FitCell& right);

Study study_cerny2011(const std::string& folder);
Study study_ata_report(const std::string& folder);

} // namespace warploom::app
