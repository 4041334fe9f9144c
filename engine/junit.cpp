#include "engine/junit.h"

#include "engine/html.h"

#include <algorithm>
#include <sstream>

namespace warploom {

std::string junit_report(const std::string& name, const std::vector<JunitSuite>& suites) {
    std::ostringstream out;
    out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"" << html_escaped(name) << "\">\n";
    for (const JunitSuite& suite : suites) {
        const auto with = [&](JunitCase::Outcome outcome) {
            return std::count_if(suite.cases.begin(), suite.cases.end(),
                                 [&](const JunitCase& each) { return each.outcome == outcome; });
        };
        out << "  <testsuite name=\"" << html_escaped(suite.name) << "\" tests=\"" << suite.cases.size()
            << "\" failures=\"" << with(JunitCase::Outcome::failed) << "\" errors=\"0\" skipped=\""
            << with(JunitCase::Outcome::skipped) << "\">\n";
        for (const JunitCase& each : suite.cases) {
            const std::string message = html_escaped(each.message);
            out << "    <testcase classname=\"" << html_escaped(each.class_name) << "\" name=\""
                << html_escaped(each.name) << "\"";
            switch (each.outcome) {
            case JunitCase::Outcome::passed: out << "/>\n"; break;
            case JunitCase::Outcome::skipped:
                out << ">\n      <skipped message=\"" << message << "\"/>\n    </testcase>\n";
                break;
            case JunitCase::Outcome::failed:
                out << ">\n      <failure message=\"" << message << "\">" << message << "</failure>\n    </testcase>\n";
                break;
            }
        }
        if (!suite.output.empty()) out << "    <system-out>" << html_escaped(suite.output) << "</system-out>\n";
        out << "  </testsuite>\n";
    }
    out << "</testsuites>\n";
    return out.str();
}

} // namespace warploom
