#pragma once

#include "app/trace/trace_subject.h"
#include "engine/protocol/messages/check.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace warploom::app {

/// Runs the kernel once more and returns the thread that last wrote element `index` of an array, or nothing if no
/// thread wrote it. Errors: all errors of the kernel, "cancelled".
std::optional<protocol::CheckWriter> find_writer(const TraceSubject& subject, const std::string& array,
                                                 std::int64_t index, int block_size,
                                                 const std::atomic<bool>* cancelled);

} // namespace warploom::app
