#pragma once

#include "engine/table.h"

#include <QString>

#include <optional>
#include <string>

namespace warploom::ui {

/// How a table becomes a picture; columns are named, the numbers stay in the table.
struct ChartSpec {
    enum class Kind { bars, lines };

    Kind kind = Kind::bars;
    QString title; ///< what the chart shows, for example "Median time of one launch"
    QString name;  ///< file name stem

    std::string category;  ///< bars: the text column with a bar (or a group of bars) for each value. Rows keep their order.
    std::string x;         ///< lines: the numeric column of the horizontal axis
    std::string value;     ///< the column that gives the length of the bar or the height of the point
    std::string low, high; ///< whiskers; may be empty
    std::string series;    ///< text column that splits rows into series; may be empty
    std::string kind_column;   ///< text: "measured" (solid), "simulation" (hatched), "modelled", "published"; may be empty
    std::string status_column; ///< text: "ok", "skipped", "wrong", "error", "running"; anything else has no bar
    std::string reason_column; ///< text beside a bar that is not there; may be empty
    std::string reference;     ///< numeric column whose distinct values become dashed lines, named by the column
    QString reference_title;   ///< "copy bandwidth of this machine"
    std::optional<double> reference_value; ///< a dashed line at a constant ("1 = baseline")

    QString value_title; ///< "time"; the unit comes from the column
    QString x_title;
    bool log_x = false, log_value = false;

    /// Samples drawn as dots: a table with the columns of `category` (or `x`) and `series` and the value, a row for each.
    std::string sample_value;
};

} // namespace warploom::ui
