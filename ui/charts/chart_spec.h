#pragma once

#include "engine/table.h"

#include <QString>

#include <optional>
#include <string>

namespace warploom::ui {

/// Specifies how to draw a table as a chart. Refers to table columns by name and contains no data.
struct ChartSpec {
    enum class Kind { bars, lines };

    /// Sets the base name of exported files, the title of the chart, and the title of the value axis.
    void call(const char* its_name, const QString& its_title, const QString& its_value_title) {
        name = QLatin1String(its_name);
        title = its_title;
        value_title = its_value_title;
    }

    /// Makes this a line chart that plots the values against the given column.
    void over(const char* its_x, const QString& its_title) {
        kind = Kind::lines;
        x = its_x;
        x_title = its_title;
    }

    Kind kind = Kind::bars;
    QString title; ///< title of the chart, for example "Median time of one launch"
    QString name;  ///< base name of exported files

    /// For bars: text column with the categories; each category becomes a bar or a group of bars, in row order.
    std::string category;
    std::string x;         ///< for lines: numeric column with the positions on the horizontal axis
    std::string value;     ///< numeric column with the length of each bar or the height of each point
    std::string low, high; ///< columns with the lower and upper ends of the whiskers; can be empty
    /// Columns that replace `value`, `low` and `high` in rows of kind "modelled". They keep estimates out of the
    /// columns with measured values. If empty, modeled rows use the same columns as other rows.
    std::string modelled, modelled_low, modelled_high;
    std::string published; ///< column that replaces `value` in rows of kind "published"; can be empty
    std::string series;    ///< text column with the name of each row's series; can be empty
    /// Text column with the kind of each row. The column can be empty. The kind determines how a row is drawn.
    /// "measured" is solid, "modelled" is hatched or hollow in separate colors, and "published" is an outline.
    /// "computed" is a solid value that is not a time. "simulation" is hatched and represents a time on this host.
    /// "roof" is a limit that is drawn as a line without points. In line charts, "mark" is a position on the horizontal
    /// axis, which is labeled with the name of the series.
    std::string kind_column;
    /// Text column with the status of each row: "ok", "skipped", "wrong", "error" or "running". Only rows with the
    /// status "ok" or "running" have a bar.
    std::string status_column;
    std::string reason_column; ///< text column with the text to show instead of a missing bar; can be empty
    /// For bars: text column; can be empty. Rows with a nonempty cell are highlighted by an arrow before the value
    /// label.
    std::string mark_column;
    std::string note_column; ///< for bars: text column with notes to show after the value labels; can be empty
    bool stacked = false;    ///< for bars: whether the bars of all series in a category are stacked, in row order
    /// Whether the bars of a category share one line of text, on which their value labels are next to each other. This
    /// saves space in long lists.
    bool paired = false;
    /// For lines: text column; can be empty. Rows with a nonempty cell are drawn as markers without a line.
    std::string points;
    /// For bars: numeric column with the useful part of `value`, which is drawn inside the bar. Can be empty.
    std::string inner;
    QString inner_title, outer_title; ///< legend entries for the useful part and the rest of a bar
    /// Numeric column. At each of its distinct values, a dashed line is drawn and labeled with the column name.
    std::string reference;
    QString reference_title; ///< label of the reference line, for example, "copy bandwidth of this machine"
    std::optional<double> reference_value; ///< value at which to draw a dashed line, for example, 1 for the baseline

    /// Title of the value axis without the unit, for example, "time"; the unit comes from the column.
    QString value_title;
    QString x_title;
    bool log_x = false, log_value = false;
    bool log_ticks = false; ///< for lines: whether to place ticks at powers of ten instead of at the points

    /// Value column in the table of samples, which are drawn as dots. This table has one row per sample, and the
    /// columns `category` (or `x`) and `series`.
    std::string sample_value;
};

} // namespace warploom::ui
