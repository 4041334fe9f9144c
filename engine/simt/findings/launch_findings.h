#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/findings/first_writes.h"
#include "engine/simt/findings/launch_shadow.h"
#include "engine/simt/findings/read_only_loads.h"
#include "engine/simt/trace/trace.h"

#include <string>

namespace warploom::simt {

// Converts the results of checks to findings after all blocks of a launch have run. `array` is the name of the array in
// which the error occurred, and `text` is the name of the kernel source file.

/// Creates a finding about lanes of a warp at a source location of the kernel. `message` describes the error.
Finding finding_at(Finding::Kind kind, const Code& code, const std::string& text, SourceLocation place,
                   std::int64_t block, int warp, std::uint32_t lanes, const std::string& message);
/// Creates the finding for a race between two blocks.
Finding finding_of(const LaunchShadow::Race& race, const std::string& array, const Code& code, const std::string& text);
/// Creates the finding for an element that was read with __ldg() and written in the same launch.
Finding finding_of(const ReadOnlyLoads::Found& read, const std::string& array, const Code& code,
                   const std::string& text);
/// Creates the finding for an element that was read before it was written.
Finding finding_of(const FirstWrites::EarlyRead& read, const std::string& array, const Code& code,
                   const std::string& text);

} // namespace warploom::simt
