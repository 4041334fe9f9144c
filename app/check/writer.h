#pragma once

#include "app/trace/trace_subject.h"
#include "engine/protocol/messages/check.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

namespace warploom::app {

/// Runs the kernel again and returns the last thread that wrote element `index` of an array. Returns std::nullopt if no
/// thread wrote it. Errors: "cancelled"; kernel errors.
std::optional<protocol::CheckWriter> find_writer(const TraceSubject& subject, const std::string& array,
                                                 std::int64_t index, int block_size,
                                                 const std::atomic<bool>* cancelled);

} // namespace warploom::app
