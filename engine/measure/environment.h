#pragma once

#include <string>
#include <utility>
#include <vector>

namespace warploom::measure {

/// The description of the program and the computer that every export includes.
struct Environment {
    std::string version; ///< of Warploom
    std::string commit;  ///< the source it was configured from; "unknown" outside a repository
    std::string date;    ///< now, UTC, ISO 8601
    std::string os;      ///< "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
    std::string cpu;
    int cores = 0; ///< that this process may use
    double memory_gib = 0;
    std::string compiler; ///< with its version
    std::string flags;
};

Environment environment();

/// The same as named facts, for tables.
std::vector<std::pair<std::string, std::string>> facts(const Environment&);

/// The version of this program, as `0.1.0`.
const char* version();

} // namespace warploom::measure
