#pragma once

#include "app/problem/run_result.h"
#include "app/trace/trace.h"
#include "engine/protocol/framing/messages.h"
#include "engine/protocol/messages/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// Maximum number of blocks listed in a document. If there are more blocks, the document lists every k-th block and
/// states k.
constexpr std::int64_t most_blocks_listed = 4096;

/// Converts a trace to a protocol document (see "The document of trace" in docs/protocol.md).
protocol::Trace trace_document(const InputInfo& input, const Trace& trace);

/// Returns the cost of the kernel's `prepare` function, or std::nullopt if it launched nothing.
std::optional<protocol::TracePreparation> preparation_of(const Trace& trace);

/// Returns the peak throughput of a card in GFLOP/s, assuming one fused multiply-add per arithmetic unit and cycle.
double peak_gflops(const simulated::Card& card, Precision precision);

/// Converts the arrays of a traced kernel to protocol messages.
std::vector<protocol::Array> arrays_of(const std::vector<simulated::TracedArray>& arrays);
std::vector<int> in_source_order(const std::vector<simulated::Site>& sites);

/// Returns the built-in and user-defined cards as {"cards": [...], "complaints": [...]}.
Json cards_document(const std::vector<simulated::Card>& cards, const std::vector<std::string>& complaints);

} // namespace warploom::app
