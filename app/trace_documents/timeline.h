#pragma once

#include "engine/protocol/messages/trace.h"
#include "engine/protocol/serialization/json.h"

namespace warploom::app {

/// Returns the modeled schedule of a trace in the Trace Event Format of Chrome, which Perfetto also reads. Each launch
/// is a process, and each multiprocessor has one thread for each block that can be resident at the same time, because
/// the events of a thread must not overlap. There are no gaps between launches.
Json timeline_document(const protocol::Trace& trace);

} // namespace warploom::app
