#pragma once

#include "engine/table.h"

#include <QString>

#include <optional>
#include <string>

namespace warploom::ui {

/// Describes how to draw a table as a chart. Refers to table columns by name and contains no data.
struct ChartSpec {
    enum class Kind { bars, lines };

    /// Sets the file name, the title, and the title of the value axis.
    void call(const char* its_name, const QString& its_title, const QString& its_value_title) {
        name = QLatin1String(its_name);
        title = its_title;
        value_title = its_value_title;
    }

    /// Makes this a line chart over the given column.
    void over(const char* its_x, const QString& its_title) {
        kind = Kind::lines;
        x = its_x;
        x_title = its_title;
    }

    Kind kind = Kind::bars;
    QString title; ///< title of the chart, for example "Median time of one launch"
    QString name;  ///< base name of exported files

    std::string category;  ///< for bars: a text column; each value has a bar or a group of bars, in row order
    std::string x;         ///< for lines: the numeric column of the horizontal axis
    std::string value;     ///< the column with the length of each bar or the height of each point
    std::string low, high; ///< columns with the ends of the whiskers; can be empty
    /// Columns like the previous three, but for rows of kind "modelled", so that estimates never share a column with
    /// measured values. If empty, modeled rows use the previous columns.
    std::string modelled, modelled_low, modelled_high;
    std::string published; ///< like the previous columns, but for rows of kind "published"; can be empty
    std::string series;    ///< text column that splits the rows into series; can be empty
    /// A text column with the kind of each row: "measured" (solid), "modelled" (hatched or hollow, in separate colors),
    /// "published" (outline), "computed" (solid; not a time), "simulation" (hatched; a time of this host), "roof" (a
    /// line without points, which represents a limit), or "mark" (for lines: a position on the horizontal axis, named
    /// by its series). Can be empty.
    std::string kind_column;
    /// A text column: "ok", "skipped", "wrong", "error" or "running". Rows with any other value have no bar.
    std::string status_column;
    std::string reason_column; ///< text column with the text that replaces a missing bar; can be empty
    /// for bars: text of highlighted rows, which are marked with an arrow before the value label; can be empty
    std::string mark_column;
    std::string note_column; ///< for bars: text after the value label; can be empty
    bool stacked = false;    ///< for bars: whether to stack the series of a category in row order
    /// Whether the bars of a category share one line of text, with their value labels side by side. Useful for long
    /// lists.
    bool paired = false;
    std::string points; ///< for lines: a text column; nonempty rows are drawn as markers without a line; can be empty
    /// for bars: a numeric column with the useful part of `value`, drawn inside the bar; can be empty
    std::string inner;
    QString inner_title, outer_title; ///< legend entries for the useful part and for the remainder
    std::string reference;   ///< numeric column; each distinct value is drawn as a dashed line labeled with the column
                             ///< name
    QString reference_title; ///< for example "copy bandwidth of this machine"
    std::optional<double> reference_value; ///< a dashed line at a constant value, for example "1 = baseline"

    QString value_title; ///< for example "time"; the unit comes from the column
    QString x_title;
    bool log_x = false, log_value = false;
    bool log_ticks = false; ///< for lines: whether ticks are at powers of ten instead of at the points

    /// Value column in the table of samples, which are drawn as dots. That table has one row per sample, with the
    /// columns `category` (or `x`) and `series`.
    std::string sample_value;
};

} // namespace warploom::ui
