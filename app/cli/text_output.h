#pragma once

#include "app/run/run_result.h"
#include "engine/protocol/messages.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Lines of cells under a header, padded to equal widths; columns that hold only numbers stand to the right.
std::string aligned(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& lines);

std::string time_text(double ns);      ///< "1.23 us"; "-" where not known
std::string figure_text(double value); ///< three significant digits; "-" where not known

// The documents of the same names, for people.
std::string info_text(const protocol::Json& info);
std::string machines_text(const std::vector<wire::Machine>& machines, const std::string& no_cuda);
std::string kernels_text(const std::vector<wire::Kernel>& kernels);
std::string run_text(const Run& run);

} // namespace warploom::app
