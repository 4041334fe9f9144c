#pragma once

#include "support/own_time.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <ctime>

namespace ui_test {

/// Returns the processor time of this thread in milliseconds.
inline double busy_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Measures the longest time between two iterations of the event loop, excluding delays by other programs.
class Watchdog {
public:
    Watchdog() {
        timer_.setTimerType(Qt::PreciseTimer);
        QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { tick(); });
        timer_.start(5);
    }
    double longest_ms() const { return longest_; }
    int ticks() const { return ticks_; }
    QString when() const { return when_; }
    void setPhase(const QString& phase) { phase_ = phase; }

private:
    void tick() {
        const double gap = since_tick_.ms();
        since_tick_.start();
        ++ticks_;
        if (gap > longest_) {
            longest_ = gap;
            when_ = phase_;
        }
    }
    QTimer timer_;
    warploom::test::OwnTime since_tick_;
    double longest_ = 0;
    int ticks_ = 0;
    QString phase_, when_;
};

} // namespace ui_test
