#pragma once

#include <qcustomplot.h>

namespace warploom::ui {

/// Ticks at round numbers of another unit than the data's: 20 MiB stands at 20971520 bytes.
template <class Ticker> class TickerInUnit : public Ticker {
public:
    explicit TickerInUnit(double factor = 1) : factor_(factor) {}

    void generate(const QCPRange& range, const QLocale& locale, QChar format, int, QVector<double>& ticks,
                  QVector<double>* sub_ticks, QVector<QString>* labels) override {
        constexpr int digits = 4;
        Ticker::generate({range.lower * factor_, range.upper * factor_}, locale, format, digits, ticks, sub_ticks,
                         labels);
        for (QVector<double>* each : {&ticks, sub_ticks})
            if (each != nullptr)
                for (double& tick : *each) tick /= factor_;
    }

private:
    double factor_;
};

using UnitTicker = TickerInUnit<QCPAxisTicker>;
using UnitLogTicker = TickerInUnit<QCPAxisTickerLog>;

} // namespace warploom::ui
