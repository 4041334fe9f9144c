#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/findings/first_writes.h"
#include "engine/simt/findings/launch_shadow.h"
#include "engine/simt/findings/read_only_loads.h"
#include "engine/simt/trace/trace.h"

#include <string>

namespace warploom::simt {

// Functions that convert the results of checks to findings after a launch. `array` is the name of the array with the
// error, and `text` the name of the kernel source file.

/// Creates a finding for lanes of a warp at a source location. `message` describes the error.
Finding finding_at(Finding::Kind kind, const Code& code, const std::string& text, SourceLocation place,
                   std::int64_t block, int warp, std::uint32_t lanes, const std::string& message);
Finding finding_of(const LaunchShadow::Race& race, const std::string& array, const Code& code, const std::string& text);
/// Creates the finding for an element that a launch read with __ldg() and also wrote.
Finding finding_of(const ReadOnlyLoads::Found& read, const std::string& array, const Code& code,
                   const std::string& text);
Finding finding_of(const FirstWrites::EarlyRead& read, const std::string& array, const Code& code,
                   const std::string& text);

} // namespace warploom::simt
