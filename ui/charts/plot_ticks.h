#pragma once

#include <qcustomplot.h>

namespace warploom::ui {

/// Ticks in another unit than the data: labels are multiplied by a factor, positions are not.
template <class Ticker> class TickerInUnit : public Ticker {
public:
    explicit TickerInUnit(double factor = 1) : factor_(factor) {}

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int) override {
        return Ticker::getTickLabel(tick * factor_, locale, format, 4);
    }

private:
    double factor_;
};

using UnitTicker = TickerInUnit<QCPAxisTicker>;
using UnitLogTicker = TickerInUnit<QCPAxisTickerLog>;

} // namespace warploom::ui
