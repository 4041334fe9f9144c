#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/protocol/messages/exchange.h"
#include "kernels/operations/operation.h"

#include <string>
#include <vector>

namespace warploom::kernels {
struct SplitMatrix;
}

namespace warploom::app {

/// Describes the data that the GPUs exchange when a matrix is partitioned. `link_bytes_per_s` is 0 if it was not
/// measured.
protocol::Exchange exchange_of(const kernels::SplitMatrix& matrix, double link_bytes_per_s);

/// Returns the data that GPUs exchange, for each number of GPUs. This requires no GPU and no format conversion, because
/// only partitions are computed. Errors: "exchange.gpus" unless each number is from 1 to 16.
protocol::ExchangePlan plan_exchange(const CsrMatrix& matrix, const std::string& format, Precision precision,
                                     const std::vector<int>& gpus);

} // namespace warploom::app
