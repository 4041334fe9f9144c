#pragma once

#include <string>
#include <vector>

// Test reports in the JUnit format that Jenkins, GitLab and GitHub reporters support.

namespace warploom {

struct JunitCase {
    enum class Outcome { passed, failed, skipped };
    std::string class_name, name;
    Outcome outcome = Outcome::passed;
    std::string message; ///< reason for a failure or for skipping the test
};

struct JunitSuite {
    std::string name;
    std::vector<JunitCase> cases;
    std::string output; ///< remarks on the suite; may be empty
};

/// Returns a report as XML. Some reporters display the message attribute of a failure and others display its text, so
/// both contain the message.
std::string junit_report(const std::string& name, const std::vector<JunitSuite>& suites);

} // namespace warploom
