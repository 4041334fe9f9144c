#pragma once

#include "engine/protocol/messages/run.h"
#include "kernels/machine/machine.h"

#include <cstdint>
#include <vector>

namespace warploom::app {

// The settings and results of a run are defined in the protocol.
using protocol::AtaResult;
using protocol::CgResult;
using protocol::CgSettings;
using protocol::IluResult;
using protocol::not_known;
using protocol::Row;
using protocol::RowModel;
using protocol::RunSettings;
using protocol::SpmvResult;
using protocol::to_string;
using protocol::TridiagonalResult;
using protocol::TrsvResult;
using InputInfo = protocol::Input;

InputInfo input_of(const Matrix& matrix);

struct Run : protocol::Run {
    Operation operation = Operation::spmv;
};

/// Returns a table with the result rows of a run. The metadata of the table contains the environment and the settings.
Table result_table(const Run& run);

/// Returns every k-th entry of a residual history, at most 2,000 entries in total. Sets `every` to k.
std::vector<double> thinned(const std::vector<double>& history, std::int64_t& every);

} // namespace warploom::app
