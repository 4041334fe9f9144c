#pragma once

#include "app/trace/trace_subject.h"
#include "engine/protocol/messages/check.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace warploom::app {

/// Runs the kernel again and returns the thread that was the last to write element `index` of an array, or std::nullopt
/// if no thread wrote it. Errors: "cancelled"; errors of the kernel.
std::optional<protocol::CheckWriter> find_writer(const TraceSubject& subject, const std::string& array,
                                                 std::int64_t index, int block_size,
                                                 const std::atomic<bool>* cancelled);

} // namespace warploom::app
