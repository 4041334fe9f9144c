#pragma once

#include "engine/table.h"

#include <QString>

#include <optional>
#include <string>

namespace warploom::ui {

/// How a table becomes a picture; columns are named, the numbers stay in the table.
struct ChartSpec {
    enum class Kind { bars, lines };

    /// Its name in a file's, its title, and the one of its values.
    void call(const char* its_name, const QString& its_title, const QString& its_value_title) {
        name = QLatin1String(its_name);
        title = its_title;
        value_title = its_value_title;
    }

    /// Lines over a column.
    void over(const char* its_x, const QString& its_title) {
        kind = Kind::lines;
        x = its_x;
        x_title = its_title;
    }

    Kind kind = Kind::bars;
    QString title; ///< title of the chart, for example "Median time of one launch"
    QString name;  ///< file name stem

    std::string
        category;      ///< bars: the text column with a bar (or a group of bars) for each value. Rows keep their order.
    std::string x;     ///< lines: the numeric column of the horizontal axis
    std::string value; ///< the column that gives the length of the bar or the height of the point
    std::string low, high; ///< whiskers; may be empty
    /// The same three for rows whose kind is "modelled": an estimate never stands in the column of a measured number.
    /// May be empty: then such rows use the columns above.
    std::string modelled, modelled_low, modelled_high;
    std::string published; ///< and for rows whose kind is "published"; may be empty
    std::string series;    ///< text column that splits rows into series; may be empty
    /// Text: "measured" (solid), "modelled" (hatched or hollow, in colours of its own), "published" (outline),
    /// "computed" (solid: a number that is not a time), "simulation" (hatched: a time of this host), "roof" (a line
    /// without points: a limit), "mark" (lines: a place on the horizontal axis, named by its series); may be empty.
    std::string kind_column;
    std::string status_column; ///< text: "ok", "skipped", "wrong", "error", "running"; anything else has no bar
    std::string reason_column; ///< text beside a bar that is not there; may be empty
    std::string mark_column;   ///< bars: what stands out has a text here, and an arrow before its number; may be empty
    std::string note_column;   ///< bars: text behind the number; may be empty
    bool stacked = false;      ///< bars: the series of a category stand end to end, in the order of the rows
    /// Bars of a category share one line of text with their numbers side by side, for long lists.
    bool paired = false;
    std::string points; ///< lines: text column; where it has a text, the row is a marker without a line; may be empty
    std::string inner;  ///< bars: numeric column, the useful part of `value`, drawn into the bar; may be empty
    QString inner_title, outer_title; ///< how the legend calls the useful part and the rest
    std::string reference;            ///< numeric column whose distinct values become dashed lines, named by the column
    QString reference_title;          ///< "copy bandwidth of this machine"
    std::optional<double> reference_value; ///< a dashed line at a constant ("1 = baseline")

    QString value_title; ///< "time"; the unit comes from the column
    QString x_title;
    bool log_x = false, log_value = false;
    bool log_ticks = false; ///< lines: ticks at powers of ten instead of at the points

    /// Samples drawn as dots: a table with the columns of `category` (or `x`) and `series` and the value, a row for
    /// each.
    std::string sample_value;
};

} // namespace warploom::ui
