#pragma once

#include <QString>

#include <cstdint>
#include <limits>
#include <string>

namespace warploom::ui {

/// Represents a missing number.
inline constexpr double no_figure = std::numeric_limits<double>::quiet_NaN();

/// Formats a number for display: four significant digits by default, and a unit after a space. NaN and infinity are
/// shown as "n/a". Tables in files use write_csv() instead.
QString numberText(double value, int digits = 4);
QString timeText(double nanoseconds); ///< "12.34 µs"
QString countText(qint64 count);
/// Formats a count: as an integer, or with an SI prefix from a million on ("20.2 M").
QString shortCount(std::int64_t count);
QString shortCount(double count);
QString nonzerosText(std::int64_t count); ///< "1 nonzero", "20.2 M nonzeros"
QString rowsText(std::int64_t count);     ///< "1 row", "4096 rows"
QString columnsText(std::int64_t count);  ///< "1 column", "4096 columns"
QString linksText(std::int64_t count);    ///< "1 link", "34 links": of a water network
/// A value in at most `digits` significant digits, as short as it gets.
QString valueText(double value, int digits = 3);

/// Formats a value with the unit of an engine column: "ns", "bytes", "gflops", "gbytes_per_s", ... Unknown units are
/// appended unchanged.
QString quantityText(double value, const std::string& unit);
/// Returns the display form of a unit: "GB/s" for "gbytes_per_s".
QString unitText(const std::string& unit);
/// Returns the display form of a column name: "conversion" for "conversion_ns".
QString columnTitle(const std::string& name);

/// The display unit of an axis: values times `factor` are in `unit` ("µs").
struct AxisUnit {
    double factor = 1;
    QString unit;
};
AxisUnit axisUnit(double largest, const std::string& unit);

} // namespace warploom::ui
