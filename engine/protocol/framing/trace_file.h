#pragma once

#include "engine/protocol/framing/messages.h"

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

/// Writes one JSON document, compressed with gzip. The file appears only when it is complete, and replaces an existing
/// one. Errors: "file.write".
void write_trace_file(const std::string& path, const TraceFile& file);

/// Reads a file of write_trace_file, or an uncompressed document. Errors: "file.missing", "file.large", "trace.format"
/// (not a trace, truncated or damaged), "trace.version" (a different version, with both numbers), "trace.large" (more
/// than 512 MB uncompressed), "memory.limit".
TraceFile read_trace_file(const std::string& path);

} // namespace warploom::protocol
