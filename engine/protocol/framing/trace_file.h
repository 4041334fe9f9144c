#pragma once

#include "engine/protocol/framing/messages.h"

#include <cstddef>
#include <string>

namespace warploom::protocol {

/// Version of the trace file format. Files with any other version are rejected.
constexpr int trace_file_version = 1;
/// Maximum size of an uncompressed trace file in bytes.
constexpr std::size_t largest_trace_text = std::size_t{512} << 20;

/// The contents of a *.warploom-trace file: a `trace` document and a `warp` document (docs/protocol.md). One of them
/// may be null.
struct TraceFile {
    std::string program;
    Json trace, warp;
};

/// Writes a trace file as gzip-compressed JSON. An existing file is replaced atomically. Errors: "file.write".
void write_trace_file(const std::string& path, const TraceFile& file);

/// Reads a trace file written by write_trace_file(), which may also be uncompressed. Errors: "file.missing",
/// "file.large", "trace.format" (not a trace file, truncated or damaged), "trace.version" (a different version; the
/// message contains both version numbers), "trace.large" (more than 512 MiB uncompressed), "memory.limit".
TraceFile read_trace_file(const std::string& path);

} // namespace warploom::protocol
