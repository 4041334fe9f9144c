#pragma once

#include "engine/enum_words.h"
#include "engine/table.h"

#include <string>

namespace warploom::ui {

/// Kinds of values in a chart, named as in ChartSpec::kind_column. Tables with other kinds are rejected.
enum class PlotKind { measured, modelled, published, computed, simulation, roof, mark };
constexpr auto words_of(PlotKind) {
    return std::array{"measured", "modelled", "published", "computed", "simulation", "roof", "mark"};
}
using warploom::to_string;

inline ::warploom::Cell kindCell(PlotKind kind) { return std::string(to_string(kind)); }
inline ::warploom::Cell kindCell(bool is_modelled) {
    return kindCell(is_modelled ? PlotKind::modelled : PlotKind::measured);
}

} // namespace warploom::ui
