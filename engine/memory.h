#pragma once

#include <cstdint>
#include <string>

namespace warploom {

/// Bytes that this machine (or the control group this process runs in) can still give without swapping;
/// a very large number where the system does not say.
std::int64_t available_memory();

/// Throws Error("memory.limit") with both figures when `bytes` is more than the machine can still give.
/// `what` begins the sentence: "The matrix of 10 x 10 values".
void require_memory(double bytes, const std::string& what);

/// "1.5 GiB".
std::string bytes_text(double bytes);

} // namespace warploom
