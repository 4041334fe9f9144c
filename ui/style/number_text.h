#pragma once

#include <QString>

#include <cstdint>
#include <limits>
#include <string>

namespace warploom::ui {

/// A number that there is none of.
inline constexpr double no_figure = std::numeric_limits<double>::quiet_NaN();

/// Numbers as a person reads them on the screen: four significant digits, a unit after a space.
/// A number that is not finite is "n/a". Tables in files use write_csv instead.
QString numberText(double value, int digits = 4);
QString timeText(double nanoseconds); ///< "12.34 µs"
QString countText(qint64 count);
/// A count for the screen: whole, or with an SI letter from a million on ("20.2 M").
QString shortCount(std::int64_t count);
QString shortCount(double count);
QString nonzerosText(std::int64_t count); ///< "1 nonzero", "20.2 M nonzeros"
QString rowsText(std::int64_t count);     ///< "1 row", "4096 rows"
QString columnsText(std::int64_t count);  ///< "1 column", "4096 columns"
QString linksText(std::int64_t count);    ///< "1 link", "34 links": of a water network
/// A value in at most `digits` significant digits, as short as it gets.
QString valueText(double value, int digits = 3);

/// By the unit of an engine column: "ns", "bytes", "gflops", "gbytes_per_s", ... ; unknown units follow the number.
QString quantityText(double value, const std::string& unit);
/// "gbytes_per_s" -> "GB/s".
QString unitText(const std::string& unit);
/// Words of a column for a person: "conversion_ns" -> "conversion".
QString columnTitle(const std::string& name);

/// The unit that an axis shows in place of the raw unit: values times `factor` are in `unit` ("µs").
struct AxisUnit {
    double factor = 1;
    QString unit;
};
AxisUnit axisUnit(double largest, const std::string& unit);

} // namespace warploom::ui
