#pragma once

#include "engine/protocol/messages.h"

#include <cstddef>
#include <string>

namespace warploom::protocol {

/// The version that this program writes, and the only one that it reads.
constexpr int trace_file_version = 1;
/// A file that unpacks to more is no trace of ours.
constexpr std::size_t largest_trace_text = std::size_t{512} << 20;

/// The contents of a *.warploom-trace file: the documents of `trace` and `warp` (docs/protocol.md), either of which may
/// be null.
struct TraceFile {
    std::string program; ///< the version of Warploom that wrote it
    Json trace, warp;
};

/// Writes one JSON text, packed with gzip. The file appears when it is whole, or not at all; what stood under that
/// name is then replaced. Errors: "file.write".
void write_trace_file(const std::string& path, const TraceFile& file);

/// Reads what write_trace_file wrote; a text that is not packed is read too. Errors: "file.missing", "file.large",
/// "trace.format" (not a trace, cut short or damaged), "trace.version" (of another version, with both numbers),
/// "trace.large" (unpacks to more than 512 MB), "memory.limit".
TraceFile read_trace_file(const std::string& path);

} // namespace warploom::protocol
