#pragma once

#include "engine/wire/run.h"
#include "kernels/machine/machine.h"

#include <cstdint>
#include <vector>

namespace warploom::app {

// The settings and results of a run are the types of the protocol.
using wire::AtaResult;
using wire::CgResult;
using wire::CgSettings;
using wire::IluResult;
using wire::not_known;
using wire::Row;
using wire::RowModel;
using wire::RunSettings;
using wire::SpmvResult;
using wire::to_string;
using wire::TridiagonalResult;
using wire::TrsvResult;
using InputInfo = wire::Input;

InputInfo input_of(const Matrix& matrix);

struct Run : wire::Run {
    Operation operation = Operation::spmv;
};

/// One row for each result; the environment and the settings are its facts.
Table result_table(const Run& run);

/// Every k-th entry of a history, at most 2000 of them; k is given back in `every`.
std::vector<double> thinned(const std::vector<double>& history, std::int64_t& every);

} // namespace warploom::app
