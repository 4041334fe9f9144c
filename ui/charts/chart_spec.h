#pragma once

#include "engine/table.h"

#include <QString>

#include <optional>
#include <string>

namespace warploom::ui {

/// Describes how a table is drawn. Columns are referred to by name; the data stays in the table.
struct ChartSpec {
    enum class Kind { bars, lines };

    /// Sets the file name, the title and the title of the values.
    void call(const char* its_name, const QString& its_title, const QString& its_value_title) {
        name = QLatin1String(its_name);
        title = its_title;
        value_title = its_value_title;
    }

    /// Selects a line chart over a column.
    void over(const char* its_x, const QString& its_title) {
        kind = Kind::lines;
        x = its_x;
        x_title = its_title;
    }

    Kind kind = Kind::bars;
    QString title; ///< title of the chart, for example "Median time of one launch"
    QString name;  ///< base name of exported files

    std::string
        category;      ///< bars: text column with a bar, or a group of bars, for each value. The order of rows is kept.
    std::string x;     ///< lines: numeric column of the horizontal axis
    std::string value; ///< column for the length of a bar or the height of a point
    std::string low, high; ///< whiskers; may be empty
    /// The same columns for rows of kind "modelled", so that estimates are never in the column of measured values. If
    /// empty, the columns above are used.
    std::string modelled, modelled_low, modelled_high;
    std::string published; ///< the same for rows of kind "published"; may be empty
    std::string series;    ///< text column that splits rows into series; may be empty
    /// Text column with the kind of the row: "measured" (solid), "modelled" (hatched or hollow, separate colors),
    /// "published" (outline), "computed" (solid; not a time), "simulation" (hatched; a time of this host), "roof" (a
    /// line without points; a limit), "mark" (for lines: a position on the horizontal axis, named by its series). May
    /// be empty.
    std::string kind_column;
    /// text: "ok", "skipped", "wrong", "error", "running"; rows with other values have no bar
    std::string status_column;
    std::string reason_column; ///< text shown instead of a missing bar; may be empty
    std::string mark_column;   ///< bars: text of highlighted rows, which get an arrow before the number; may be empty
    std::string note_column;   ///< bars: text after the number; may be empty
    bool stacked = false;      ///< bars: stack the series of a category in row order
    /// Bars of a category share one line of text with their numbers side by side, for long lists.
    bool paired = false;
    std::string points; ///< lines: text column; rows with a text are markers without a line; may be empty
    std::string inner;  ///< bars: numeric column with the useful part of `value`, drawn inside the bar; may be empty
    QString inner_title, outer_title; ///< legend entries of the useful part and the rest
    std::string reference;   ///< numeric column; its distinct values become dashed lines with the name of the column
    QString reference_title; ///< "copy bandwidth of this machine"
    std::optional<double> reference_value; ///< a dashed line at a constant value ("1 = baseline")

    QString value_title; ///< "time"; the unit comes from the column
    QString x_title;
    bool log_x = false, log_value = false;
    bool log_ticks = false; ///< lines: ticks at powers of ten instead of at the points

    /// Value column of samples drawn as dots. Their table has one row per sample with the columns `category` (or `x`)
    /// and `series`.
    std::string sample_value;
};

} // namespace warploom::ui
