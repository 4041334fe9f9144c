#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warploom::measure {

/// Describes the program and the computer. Every exported file includes this description.
struct Environment {
    std::string version; ///< version of Warploom
    std::string commit;  ///< source revision of the build; "unknown" outside of a repository
    std::string date;    ///< current time in UTC (ISO 8601)
    std::string os;      ///< operating system, for example, "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
    std::string cpu;
    int cores = 0;
    double memory_gib = 0;
    std::string compiler; ///< name and version of the compiler
    std::string flags;
};

Environment environment();

/// Returns the environment as name-value pairs for the metadata of tables.
std::vector<std::pair<std::string, std::string>> facts(const Environment&);

/// Returns the version of this program, such as `0.1.0`.
const char* version();

} // namespace warploom::measure
