#pragma once

#include "ui/charts/plot_kind.h"

#include <functional>
#include <vector>

namespace warploom::ui {

/// Describes a column of a table that is created from objects of type R: its name, its unit, and a function that
/// returns the cell for an object. A column may have a modeled counterpart, which stores the values of modeled rows.
template <class R> struct ColumnOf {
    const char* name;
    const char* unit;
    std::function<::warploom::Cell(const R&)> cell;
    bool is_measured = false; ///< whether the column contains only measured values and is empty for modeled rows
    const char* modelled = nullptr;
};

/// Fills a table with the given columns and rows. If `is_modelled(row)` returns true, the value is stored in the
/// modeled counterpart, which is the next column.
template <class R, class IsModelled>
void fillTable(Table& table, const std::vector<ColumnOf<R>>& columns, const std::vector<R>& rows,
               const IsModelled& is_modelled) {
    for (const ColumnOf<R>& column : columns) {
        table.columns.push_back({column.name, column.unit});
        if (column.modelled != nullptr) table.columns.push_back({column.modelled, column.unit});
    }
    for (const R& row : rows) {
        std::vector<::warploom::Cell> cells;
        for (const ColumnOf<R>& column : columns) {
            const bool is_empty = (column.is_measured || column.modelled != nullptr) && is_modelled(row);
            cells.push_back(is_empty ? ::warploom::Cell() : column.cell(row));
            if (column.modelled != nullptr) cells.push_back(is_empty ? column.cell(row) : ::warploom::Cell());
        }
        table.add_row(std::move(cells));
    }
}

} // namespace warploom::ui
