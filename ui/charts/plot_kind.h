#pragma once

#include "engine/table.h"
#include "engine/wire/words.h"

#include <string>

namespace warploom::ui {

/// What a number of a chart is. Its name stands in ChartSpec::kind_column; any other text is taken for a measurement.
enum class PlotKind { measured, modelled, published, computed, simulation, roof, mark };
constexpr const char* to_string(PlotKind kind) {
    constexpr const char* names[] = {"measured", "modelled", "published", "computed", "simulation", "roof", "mark"};
    return names[static_cast<int>(kind)];
}

inline ::warploom::Cell kindCell(PlotKind kind) { return std::string(to_string(kind)); }
inline ::warploom::Cell kindCell(bool is_modelled) {
    return kindCell(is_modelled ? PlotKind::modelled : PlotKind::measured);
}

} // namespace warploom::ui

template <> struct warploom::wire::Names<warploom::ui::PlotKind> {
    static constexpr auto all = first_values<ui::PlotKind, 7>();
};
