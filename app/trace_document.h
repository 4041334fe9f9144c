#pragma once

#include "app/run_result.h"
#include "app/trace_kernel.h"
#include "engine/protocol/messages.h"

#include <string>
#include <vector>

namespace warploom::app {

/// The largest number of blocks that a document lists; with more, every k-th stands there, and k with them.
constexpr std::int64_t most_blocks_listed = 4096;

/// docs/protocol.md, "The document of trace".
protocol::Json trace_document(const InputInfo& input, const Trace& trace);
protocol::Json trace_document(const Matrix& matrix, const Trace& trace);

// Its parts that other documents have too.
protocol::Json card_document(const simulated::Card& card);
protocol::Json input_document(const InputInfo& input);
protocol::Json matrix_document(const Matrix& matrix);
protocol::Json array_documents(const std::vector<simulated::TracedArray>& arrays);
protocol::Json terms_document(const simulated::ModelTerms& terms);

/// Numbers of sites in the order of the source.
std::vector<int> in_source_order(const std::vector<simulated::Site>& sites);

/// {"cards": [...], "complaints": [...]}: the built-in and the user's.
protocol::Json cards_document();

} // namespace warploom::app
