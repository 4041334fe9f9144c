#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/findings/first_writes.h"
#include "engine/simt/findings/launch_shadow.h"
#include "engine/simt/findings/read_only_loads.h"
#include "engine/simt/trace/trace.h"

#include <string>

namespace warploom::simt {

// Converts findings to sentences after all blocks of a launch have run. `array` and `text` are the names of the array
// and the source.

/// Returns a finding about lanes of one warp at a source location of their kernel; `message` describes the error.
Finding finding_at(Finding::Kind kind, const Code& code, const std::string& text, SourceLocation place,
                   std::int64_t block, int warp, std::uint32_t lanes, const std::string& message);
/// Returns the finding of a race between blocks on one element.
Finding finding_of(const LaunchShadow::Race& race, const std::string& array, const Code& code, const std::string& text);
/// Returns the finding of an __ldg() read of an element that the launch also writes.
Finding finding_of(const ReadOnlyLoads::Found& read, const std::string& array, const Code& code,
                   const std::string& text);
/// Returns a finding about a read before the first write.
Finding finding_of(const FirstWrites::EarlyRead& read, const std::string& array, const Code& code,
                   const std::string& text);

} // namespace warploom::simt
