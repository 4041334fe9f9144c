#include "ui/style/number_text.h"

#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QLocale>

#include <cmath>

namespace warploom::ui {
namespace {

QLocale locale() {
    QLocale locale;
    locale.setNumberOptions(locale.numberOptions() | QLocale::OmitGroupSeparator);
    return locale;
}

} // namespace

QString numberText(double value, int digits) {
    if (!std::isfinite(value)) return Text::tr("n/a");
    if (value == 0) return QStringLiteral("0");
    const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(value))));
    if (exponent >= 7 || exponent < -4) return locale().toString(value, 'e', digits - 1);
    return locale().toString(value, 'f', std::max(0, digits - 1 - exponent));
}

AxisUnit axisUnit(double largest, const std::string& unit) {
    if (unit == "ns") {
        if (largest < 1e3) return {1, QStringLiteral("ns")};
        if (largest < 1e6) return {1e-3, QStringLiteral("µs")};
        if (largest < 1e9) return {1e-6, QStringLiteral("ms")};
        return {1e-9, QStringLiteral("s")};
    }
    if (unit == "bytes") {
        if (largest < 1024.0) return {1, QStringLiteral("B")};
        if (largest < 1024.0 * 1024) return {1 / 1024.0, QStringLiteral("KiB")};
        if (largest < 1024.0 * 1024 * 1024) return {1 / 1024.0 / 1024, QStringLiteral("MiB")};
        return {1 / 1024.0 / 1024 / 1024, QStringLiteral("GiB")};
    }
    return {1, unitText(unit)};
}

QString timeText(double nanoseconds) { return quantityText(nanoseconds, "ns"); }

QString countText(qint64 count) { return QLocale().toString(count); }

QString shortCount(std::int64_t count) {
    if (std::llabs(count) >= 1'000'000) return shortCount(static_cast<double>(count));
    return QLocale().toString(static_cast<qlonglong>(count));
}

QString shortCount(double count) {
    struct Unit {
        double size;
        const char* letter;
    };
    for (const Unit unit : {Unit{1e12, " T"}, Unit{1e9, " G"}, Unit{1e6, " M"}})
        if (std::abs(count) >= unit.size)
            return QLocale().toString(count / unit.size, 'g', 4) + QLatin1String(unit.letter);
    if (count == std::round(count)) return QLocale().toString(static_cast<qlonglong>(count));
    if (std::abs(count) >= 1000) return QLocale().toString(static_cast<qlonglong>(std::llround(count)));
    return QLocale().toString(count, 'g', 4);
}

QString nonzerosText(std::int64_t count) {
    return Text::tr("%1 nonzeros", nullptr, pluralOf(count)).arg(shortCount(count));
}

QString rowsText(std::int64_t count) { return Text::tr("%1 rows", nullptr, pluralOf(count)).arg(shortCount(count)); }

QString columnsText(std::int64_t count) {
    return Text::tr("%1 columns", nullptr, pluralOf(count)).arg(shortCount(count));
}

QString linksText(std::int64_t count) { return Text::tr("%1 links", nullptr, pluralOf(count)).arg(shortCount(count)); }

QString valueText(double value, int digits) {
    if (std::isnan(value)) return QStringLiteral("nan");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    QLocale locale;
    locale.setNumberOptions(QLocale::OmitGroupSeparator | QLocale::OmitLeadingZeroInExponent);
    return locale.toString(value, 'g', digits);
}

QString quantityText(double value, const std::string& unit) {
    if (!std::isfinite(value)) return Text::tr("n/a");
    const AxisUnit shown = axisUnit(std::fabs(value), unit);
    const bool whole = unit == "iterations" || (unit == "bytes" && value < 1024);
    const QString number = whole ? countText(std::llround(value)) : numberText(value * shown.factor);
    if (shown.unit.isEmpty() || shown.unit == QLatin1String("%")) return number + shown.unit;
    return number + QChar(0x00a0) + shown.unit;
}

QString unitText(const std::string& unit) {
    if (unit == "gbytes_per_s") return QStringLiteral("GB/s");
    if (unit == "gflops") return QStringLiteral("GFLOP/s");
    if (unit == "ns" || unit.empty()) return toQString(unit);
    if (unit == "percent") return QStringLiteral("%");
    if (unit == "ft2_per_s") return QStringLiteral("ft²/s");
    if (unit == "ratio") return QStringLiteral("×");
    return toQString(unit).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString columnTitle(const std::string& name) {
    return toQString(name)
        .replace(QLatin1Char('_'), QLatin1Char(' '))
        .replace(QLatin1String("modelled"), QLatin1String("modeled"));
}

} // namespace warploom::ui
