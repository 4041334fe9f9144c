#pragma once

#include <QString>

#include <cstdint>
#include <limits>
#include <string>

namespace warploom::ui {

/// The value of a missing number.
inline constexpr double no_figure = std::numeric_limits<double>::quiet_NaN();

/// Formats a number for display, by default with four significant digits. If there is a unit, it follows after a space.
/// NaN and infinity become "n/a". Tables in files use write_csv() instead.
QString numberText(double value, int digits = 4);
/// Formats a time, given in nanoseconds, in a suitable unit, such as "12.34 µs".
QString timeText(double nanoseconds);
QString countText(qint64 count);
/// Formats a count as an integer or, from one million upward, with an SI prefix ("20.2 M").
QString shortCount(std::int64_t count);
QString shortCount(double count);
/// Returns a number of nonzeros as text, such as "1 nonzero" or "20.2 M nonzeros".
QString nonzerosText(std::int64_t count);
QString rowsText(std::int64_t count);
QString columnsText(std::int64_t count);
/// Returns the number of links of a water network as text, such as "1 link" or "34 links".
QString linksText(std::int64_t count);
/// Formats a value in the shortest form with at most `digits` significant digits.
QString valueText(double value, int digits = 3);

/// Formats a value with the display unit for an engine unit, such as "ns", "bytes", "gflops" or "gbytes_per_s". Unknown
/// units are appended unchanged.
QString quantityText(double value, const std::string& unit);
/// Returns the display form of an engine unit, such as "GB/s" for "gbytes_per_s".
QString unitText(const std::string& unit);
/// Returns the display form of a table column's name, such as "modeled speedup" for "modelled_speedup".
QString columnTitle(const std::string& name);

/// The unit in which an axis is labeled, such as "µs". Values in the unit of the data are multiplied by `factor` to
/// convert them to `unit`.
struct AxisUnit {
    double factor = 1;
    QString unit;
};
AxisUnit axisUnit(double largest, const std::string& unit);

} // namespace warploom::ui
