#pragma once

#include <qcustomplot.h>

namespace warploom::ui {

/// Ticks in another unit than the data: labels are multiplied by a factor, positions are not.
class UnitTicker : public QCPAxisTicker {
public:
    explicit UnitTicker(double factor = 1) : factor_(factor) {}

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int) override {
        return QCPAxisTicker::getTickLabel(tick * factor_, locale, format, 4);
    }

private:
    double factor_;
};

class UnitLogTicker : public QCPAxisTickerLog {
public:
    explicit UnitLogTicker(double factor = 1) : factor_(factor) {}

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int) override {
        return QCPAxisTickerLog::getTickLabel(tick * factor_, locale, format, 4);
    }

private:
    double factor_;
};

} // namespace warploom::ui
